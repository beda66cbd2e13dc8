import type { ObservedSpan } from '@tidemark/history';
import type { NeighbourLook } from '@tidemark/schema';
import type { TimeRange } from './hours.ts';

/** What is known of the looks at one reserve in and around a range. */
export interface LooksAround {
  /** Runs of looks that touch the range or are near it, in order of their beginnings and apart from each other. */
  readonly runs: readonly ObservedSpan[];
  /** The last look before the first run, where that begins within the range. */
  readonly before: NeighbourLook | null;
  /** The first look after the last run, where that ends within the range. */
  readonly after: NeighbourLook | null;
  /** Newest bank that the protocol was read at: a reserve that was not looked at until then is not observed now. */
  readonly newestBankAt: Date;
}

export interface FoundGap extends TimeRange {
  /** It goes on: no look has ended it yet, and its end is the newest bank. */
  readonly isOpen: boolean;
}

/** The gaps that touch the range, each with both of its ends. */
export function findWholeGaps({ runs, before, after, newestBankAt }: LooksAround, range: TimeRange): FoundGap[] {
  const looks = [...atLook(before), ...runs, ...atLook(after)];
  const gaps: FoundGap[] = [];
  for (const [index, { to: from, gapAfterMs }] of looks.entries()) {
    const next = looks[index + 1];
    const to = next?.from ?? newestBankAt;
    const patienceMs = Math.max(gapAfterMs, next?.gapAfterMs ?? 0);
    if (to.getTime() - from.getTime() > patienceMs) gaps.push({ from, to, isOpen: next === undefined });
  }
  return gaps.filter((gap) => touches(gap, range));
}

/**
 * Runs in order of their beginnings as runs that are apart: one that began within another may also end within it. What is
 * seen in full and what is seen in part are runs of their own, so a refused neighbour is enough for that.
 */
export function joinOverlapping(runs: readonly ObservedSpan[]): ObservedSpan[] {
  const joined: ObservedSpan[] = [];
  for (const run of runs) {
    const last = joined.at(-1);
    if (last === undefined || run.from > last.to) {
      joined.push(run);
      continue;
    }
    const { to, gapAfterMs } = run.to > last.to ? run : last;
    const observations = last.observations + run.observations;
    joined[joined.length - 1] = { from: last.from, to, gapAfterMs, observations };
  }
  return joined;
}

export function touches(gap: TimeRange, range: TimeRange): boolean {
  return gap.from < range.to && gap.to > range.from;
}

function atLook(look: NeighbourLook | null): ObservedSpan[] {
  return look === null ? [] : [{ from: look.at, to: look.at, observations: 1, gapAfterMs: look.gapAfterMs }];
}
