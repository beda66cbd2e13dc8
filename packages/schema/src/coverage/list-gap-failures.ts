import type { Queryable } from '../create-database.ts';
import { type FirstFailure, type GapTimes, listFirstFailures } from '../history/gap-evidence.ts';
import { listNeighbourLooks } from '../history/neighbour-looks.ts';

/** A gap of a range, which may have begun long before it: then it is not known when the work on the look before began. */
export interface GapOfRange extends Pick<GapTimes, 'reserve' | 'from' | 'toStartedAt'> {
  readonly fromStartedAt: Date | null;
}

/** The first attempt of each gap that failed, in their order; null where there is none, or was no look before the gap. */
export async function listGapFailures(
  sql: Queryable,
  { protocol, gaps }: { readonly protocol: string; readonly gaps: readonly GapOfRange[] },
): Promise<(FirstFailure | null)[]> {
  const startless = gaps.filter(({ fromStartedAt }) => fromStartedAt === null);
  const startOf = new Map<GapOfRange, Date>();
  for (const ms of new Set(startless.map(({ from }) => from.getTime()))) {
    const begun = startless.filter(({ from }) => from.getTime() === ms);
    const reserves = begun.map(({ reserve }) => reserve);
    const looks = await listNeighbourLooks(sql, { protocol, reserves, before: new Date(ms) });
    for (const gap of begun) {
      const look = looks.get(gap.reserve);
      if (look !== undefined) startOf.set(gap, look.startedAt);
    }
  }
  const placed = gaps.flatMap((gap) => {
    const fromStartedAt = gap.fromStartedAt ?? startOf.get(gap);
    return fromStartedAt === undefined ? [] : [{ gap, times: { ...gap, fromStartedAt } }];
  });
  const found = await listFirstFailures(sql, { protocol, gaps: placed.map(({ times }) => times) });
  const failureOf = new Map(placed.map(({ gap }, place) => [gap, found[place] ?? null]));
  return gaps.map((gap) => failureOf.get(gap) ?? null);
}
