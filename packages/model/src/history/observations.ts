import type { TimeRange } from '@tidemark/core';

/** A run of observations of a reserve with no gap in it. */
export interface ObservedSpan {
  readonly from: Date;
  readonly to: Date;
  readonly observations: number;
  /** How far apart two observations may be before the time between them counts as not observed. */
  readonly gapAfterMs: number;
}

/** A stretch of time in which a reserve was not observed: after the observation at `from`, until the observation at `to`. */
export interface ObservationGap extends TimeRange {
  /** `not_polled`, `poll_failed`, `account_missing`, `quarantined`, … */
  readonly reason: string;
}

interface Interval {
  readonly fromMs: number;
  toMs: number;
}

/** Spans of one reserve, ready to be asked often. */
export class ObservedTime {
  readonly #spans: readonly ObservedSpan[];
  readonly #intervals: readonly Interval[];
  #currentSpan = 0;
  #currentInterval = 0;

  constructor(spans: readonly ObservedSpan[]) {
    this.#spans = inOrder(spans);
    this.#intervals = joinSpans(this.#spans);
  }

  /** Milliseconds of `[fromMs, toMs)` that observations cover. */
  between(fromMs: number, toMs: number): number {
    let total = 0;
    for (let i = this.#firstIntervalAt(fromMs); i < this.#intervals.length; i += 1) {
      const interval = this.#intervals[i];
      if (interval === undefined || interval.fromMs >= toMs) break;
      total += Math.max(0, Math.min(interval.toMs, toMs) - Math.max(interval.fromMs, fromMs));
    }
    return total;
  }

  /** True where there was an observation in `[fromMs, toMs)`, or observations cover some of it. */
  touches(fromMs: number, toMs: number): boolean {
    const interval = this.#intervals[this.#firstIntervalAt(fromMs)];
    return interval !== undefined && interval.fromMs < toMs;
  }

  /**
   * Observations in `[fromMs, toMs)`. Null where a span lies across an edge: it does not say how many of its observations lie on which
   * side.
   */
  count(fromMs: number, toMs: number): number | null {
    let total = 0;
    for (let i = this.#firstSpanAt(fromMs); i < this.#spans.length; i += 1) {
      const span = this.#spans[i];
      if (span === undefined || span.from.getTime() >= toMs) break;
      if (span.to.getTime() < fromMs) continue;
      if (span.from.getTime() < fromMs || span.to.getTime() >= toMs) return null;
      total += span.observations;
    }
    return total;
  }

  /** Place of the first span that ends at or after a time. Walks from the place found last: times mostly ascend. */
  #firstSpanAt(ms: number): number {
    const endAt = (place: number) => this.#spans[place]?.to.getTime();
    while ((endAt(this.#currentSpan - 1) ?? Number.NEGATIVE_INFINITY) >= ms) this.#currentSpan -= 1;
    while ((endAt(this.#currentSpan) ?? Number.POSITIVE_INFINITY) < ms) this.#currentSpan += 1;
    return this.#currentSpan;
  }

  /** Place of the first interval that ends at or after a time. */
  #firstIntervalAt(ms: number): number {
    const endAt = (place: number) => this.#intervals[place]?.toMs;
    while ((endAt(this.#currentInterval - 1) ?? Number.NEGATIVE_INFINITY) >= ms) this.#currentInterval -= 1;
    while ((endAt(this.#currentInterval) ?? Number.POSITIVE_INFINITY) < ms) this.#currentInterval += 1;
    return this.#currentInterval;
  }
}

/** Ascending spans, those together that are no further apart than the more patient of the two allows. */
function joinSpans(spans: readonly ObservedSpan[]): Interval[] {
  const joined: Interval[] = [];
  let patienceMs = 0;
  for (const span of spans) {
    const fromMs = span.from.getTime();
    const toMs = span.to.getTime();
    const last = joined.at(-1);
    if (last !== undefined && fromMs - last.toMs <= Math.max(patienceMs, span.gapAfterMs)) {
      last.toMs = Math.max(last.toMs, toMs);
    } else {
      joined.push({ fromMs, toMs });
    }
    patienceMs = span.gapAfterMs;
  }
  return joined;
}

function inOrder(spans: readonly ObservedSpan[]): ObservedSpan[] {
  return spans.toSorted((a, b) => a.from.getTime() - b.from.getTime());
}
