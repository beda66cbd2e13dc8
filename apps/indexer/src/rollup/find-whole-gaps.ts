import type { ObservedSpan } from '@tidemark/model';
import type { NeighbourObservation, StoredSpan, WholeGap } from '@tidemark/schema';
import type { TimeRange } from '@tidemark/core';

/** A run of observations of a reserve, with what is known of its first and its last one. */
export type ObservationRun = ObservedSpan & Pick<StoredSpan, 'fromSlot' | 'toSlot' | 'fromStartedAt' | 'toStartedAt'>;

/** What is known of the observations of one reserve in and around a range. */
export interface ObservationsAround {
  /** Runs of observations that touch the range or are near it, in order of their beginnings and apart from each other. */
  readonly runs: readonly ObservationRun[];
  /** The last observation before the first run, where that begins within the range. */
  readonly before: NeighbourObservation | null;
  /** The first observation after the last run, where that ends within the range. */
  readonly after: NeighbourObservation | null;
  /** Newest bank that the protocol was read at: a reserve that was not looked at until then is not observed now. */
  readonly newestBankAt: Date;
}

export interface FoundGap extends Omit<WholeGap, 'reserve' | 'reason' | 'attemptId'> {
  /** It goes on: no observation has ended it yet, and its end is the newest bank. */
  readonly isOpen: boolean;
}

/** The gaps that touch the range, each with both of its ends. */
export function findWholeGaps({ runs, before, after, newestBankAt }: ObservationsAround, range: TimeRange): FoundGap[] {
  const observations = [...atObservation(before), ...runs, ...atObservation(after)];
  const gaps: FoundGap[] = [];
  for (const [
    index,
    { to: from, toSlot: fromSlot, toStartedAt: fromStartedAt, gapAfterMs },
  ] of observations.entries()) {
    const next = observations[index + 1];
    const to = next?.from ?? newestBankAt;
    const patienceMs = Math.max(gapAfterMs, next?.gapAfterMs ?? 0);
    if (to.getTime() - from.getTime() <= patienceMs) continue;
    const toSlot = next === undefined || next.fromSlot < fromSlot ? null : next.fromSlot;
    const isOpen = next === undefined;
    gaps.push({ from, to, fromSlot, toSlot, fromStartedAt, toStartedAt: next?.fromStartedAt ?? null, isOpen });
  }
  return gaps.filter((gap) => touches(gap, range));
}

/**
 * Runs in order of their beginnings as runs that are apart: one that began within another may also end within it. What is
 * seen in full and what is seen in part are runs of their own, so a refused neighbour is enough for that. Of observations of the same
 * bank the same one is the first, or the last, as in `listNeighbourObservations`.
 */
export function joinOverlapping(runs: readonly ObservationRun[]): ObservationRun[] {
  const joined: ObservationRun[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || run.from > last.to) {
      joined.push(run);
      continue;
    }
    const first = beginsBefore(run, last) ? run : last;
    const { to, toSlot, toStartedAt, gapAfterMs } = endsAfter(run, last) ? run : last;
    const observations = last.observations + run.observations;
    const { from, fromSlot, fromStartedAt } = first;
    joined[joined.length - 1] = { from, fromSlot, fromStartedAt, to, toSlot, toStartedAt, gapAfterMs, observations };
  }
  return joined;
}

function beginsBefore(a: ObservationRun, b: ObservationRun): boolean {
  return (
    (Number(a.from) - Number(b.from) ||
      Number(a.fromSlot - b.fromSlot) ||
      Number(a.fromStartedAt) - Number(b.fromStartedAt)) < 0
  );
}

function endsAfter(a: ObservationRun, b: ObservationRun): boolean {
  return (
    (Number(a.to) - Number(b.to) ||
      Number(a.toSlot - b.toSlot) ||
      Number(a.toStartedAt) - Number(b.toStartedAt) ||
      a.gapAfterMs - b.gapAfterMs) > 0
  );
}

export function touches(gap: TimeRange, range: TimeRange): boolean {
  return gap.from < range.to && gap.to > range.from;
}

function atObservation(observation: NeighbourObservation | null): ObservationRun[] {
  if (observation === null) return [];
  const { at, slot, startedAt, gapAfterMs } = observation;
  const ends = { fromSlot: slot, toSlot: slot, fromStartedAt: startedAt, toStartedAt: startedAt };
  return [{ from: at, to: at, ...ends, observations: 1, gapAfterMs }];
}
