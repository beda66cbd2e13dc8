import type { InterestSplit } from '@tidemark/core';
import { addInterest } from '@tidemark/model';
import type { InterestRow } from '@tidemark/schema';

/** What is known of a group over one period, or over all periods so far. */
export interface FeeAmounts {
  readonly interest: InterestSplit | null;
  readonly interestUsd: InterestSplit | null;
  readonly unknownReserves: number;
  readonly unpricedReserves: number;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  /** Buckets that are rolled up. */
  readonly buckets: number;
  readonly final: boolean;
  readonly gapReason: string | null;
}

/** Turns periods into what their rows say. `next` has to see every period of a group, in order. */
export interface InterestRun {
  next(row: InterestRow): FeeAmounts;
}

/** Each period by itself. */
export const singlePeriods: InterestRun = {
  next: (row) => ({ ...row, unknownReserves: row.unknown.length, unpricedReserves: row.unpriced.length }),
};

interface Total extends Omit<FeeAmounts, 'unknownReserves' | 'unpricedReserves'> {
  readonly unknown: Set<number>;
  readonly unpriced: Set<number>;
}

/** Running sums of each group: what is not known in a period is not known of the sum from then on, and still counted. */
export function createRunningInterest(): InterestRun {
  const totals = new Map<number, Total>();
  return {
    next: (row) => {
      const before = totals.get(row.group);
      const total: Total = {
        interest: sumOf(before?.interest ?? null, row.interest),
        interestUsd: sumOf(before?.interestUsd ?? null, row.interestUsd),
        unknown: addAll(before?.unknown ?? new Set(), row.unknown),
        unpriced: addAll(before?.unpriced ?? new Set(), row.unpriced),
        observedSeconds: (before?.observedSeconds ?? 0) + row.observedSeconds,
        elapsedSeconds: (before?.elapsedSeconds ?? 0) + row.elapsedSeconds,
        buckets: (before?.buckets ?? 0) + row.buckets,
        final: (before?.final ?? true) && row.final,
        gapReason: row.gapReason ?? before?.gapReason ?? null,
      };
      totals.set(row.group, total);
      const { unknown, unpriced, ...rest } = total;
      return { ...rest, unknownReserves: unknown.size, unpricedReserves: unpriced.size };
    },
  };
}

function sumOf(left: InterestSplit | null, right: InterestSplit | null): InterestSplit | null {
  return left === null || right === null ? (left ?? right) : addInterest(left, right);
}

function addAll(set: Set<number>, values: readonly number[]): Set<number> {
  for (const value of values) set.add(value);
  return set;
}
