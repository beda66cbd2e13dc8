import type { AggregateInterval } from '@tidemark/contract';
import { DAY_MS, floorMs, HOUR_MS } from '@tidemark/core';

export const WIDTH_MS: Readonly<Record<AggregateInterval, number>> = { '1h': HOUR_MS, '4h': 4 * HOUR_MS, '1d': DAY_MS };

/** Buckets of one width in a row, by their starts. */
export interface BucketPeriods {
  readonly firstMs: number;
  /** End of the last; not after `firstMs` where there is none. */
  readonly endMs: number;
  readonly widthMs: number;
}

/**
 * The buckets that begin in `[fromMs, toMs)`, that have begun by `nowMs`, and that do not lie before anything was seen
 * (`firstSeenMs` null: nothing was).
 */
export function periodsOf(
  { fromMs, toMs, widthMs }: { readonly fromMs: number; readonly toMs: number; readonly widthMs: number },
  { firstSeenMs, nowMs }: { readonly firstSeenMs: number | null; readonly nowMs: number },
): BucketPeriods {
  const up = (ms: number) => Math.ceil(ms / widthMs) * widthMs;
  const firstMs = Math.max(up(fromMs), floorMs(firstSeenMs ?? toMs, widthMs));
  return {
    firstMs,
    endMs: firstSeenMs === null ? firstMs : Math.min(up(toMs), floorMs(nowMs, widthMs) + widthMs),
    widthMs,
  };
}

/** Parts that follow each other, each of at most `count` buckets. */
export function* stretchesOf({ firstMs, endMs, widthMs }: BucketPeriods, count: number): Generator<BucketPeriods> {
  const stepMs = Math.max(1, count) * widthMs;
  for (let ms = firstMs; ms < endMs; ms += stepMs) {
    yield { firstMs: ms, endMs: Math.min(ms + stepMs, endMs), widthMs };
  }
}

/** Starts of the buckets. */
export function* startsOf({ firstMs, endMs, widthMs }: BucketPeriods): Generator<number> {
  for (let ms = firstMs; ms < endMs; ms += widthMs) yield ms;
}

/** Periods that follow each other, as one. */
export function runsOf(starts: ReadonlySet<number>, widthMs: number): BucketPeriods[] {
  const runs: { firstMs: number; endMs: number; widthMs: number }[] = [];
  for (const firstMs of [...starts].toSorted((left, right) => left - right)) {
    const last = runs.at(-1);
    if (last?.endMs === firstMs) last.endMs += widthMs;
    else runs.push({ firstMs, endMs: firstMs + widthMs, widthMs });
  }
  return runs;
}
