import { earlier, endOf, floorTo, HOUR_MS, later, splitByDay, type TimeRange } from '@tidemark/core';
import {
  type BatchCommit,
  listNeighbourStates,
  listObservationSpans,
  type Queryable,
  type ReserveWithTerms,
} from '@tidemark/schema';
import { chunk } from '../pipeline/fetch-batch.ts';
import type { RollupGroup } from './roll-up-group.ts';

/** Commits whose banks are close to each other in time, whatever the order in which they were committed. */
export interface CommitCluster {
  /** Times of the first and the last bank. */
  readonly from: Date;
  readonly to: Date;
  /** Reserves of which one of the batches stored a state. */
  readonly snapshotReserves: ReadonlySet<string>;
}

/** Groups commits by the time of their banks, so that a late batch does not have all hours since then made again. */
export function clusterCommits(commits: readonly BatchCommit[]): CommitCluster[] {
  const clusters: { from: Date; to: Date; snapshotReserves: Set<string> }[] = [];
  for (const { observedAt, snapshotReserves } of commits.toSorted(
    (a, b) => Number(a.observedAt) - Number(b.observedAt),
  )) {
    let last = clusters.at(-1);
    if (last === undefined || observedAt.getTime() - last.to.getTime() > HOUR_MS) {
      last = { from: observedAt, to: observedAt, snapshotReserves: new Set() };
      clusters.push(last);
    }
    last.to = observedAt;
    for (const reserve of snapshotReserves) last.snapshotReserves.add(reserve);
  }
  return clusters;
}

/** Reserves that are made in one transaction, at most. */
const GROUP_SIZE = 50;

/**
 * What has to be made again for what was committed. An observation of a reserve is evidence of the time since the state stored
 * before it and until the one stored after it. A reserve that was not observed has no new hour, but its gap goes on.
 */
export async function planCluster(
  sql: Queryable,
  { protocol, reserves, cluster }: { protocol: string; reserves: readonly ReserveWithTerms[]; cluster: CommitCluster },
): Promise<RollupGroup[]> {
  const addresses = reserves.map(({ reserve }) => reserve);
  const { spansOf } = await listObservationSpans(sql, { protocol, from: cluster.from, to: cluster.to });
  const before = await listNeighbourStates(sql, { reserves: addresses, before: cluster.from });
  const after = await listNeighbourStates(sql, { reserves: addresses, after: new Date(cluster.to.getTime() + 1) });
  const ranges = new Map<string, { reserves: string[]; range: TimeRange }>();
  for (const { reserve, firstSeenAt } of reserves) {
    const spans = spansOf(reserve);
    const isObserved =
      cluster.snapshotReserves.has(reserve) || spans.some(({ from, to }) => to >= cluster.from && from <= cluster.to);
    // A notification may have brought the state before. It is no evidence of the time before that one, and a poll is.
    const observationBefore = earlier(
      spans.findLast(({ from }) => from < cluster.from)?.to ?? cluster.from,
      cluster.from,
    );
    const since = isObserved
      ? earlier(before.get(reserve)?.observedAt ?? firstSeenAt, observationBefore)
      : cluster.from;
    const until = isObserved ? (after.get(reserve)?.observedAt ?? cluster.to) : cluster.to;
    // A gap that ends, so far, at the first second of an hour is one of the hour before.
    const from = floorTo(new Date(since.getTime() - 1), HOUR_MS);
    const range = { from, to: endOf(later(until, cluster.to), HOUR_MS) };
    if (range.from >= range.to) continue;
    const key = `${range.from.getTime()} ${range.to.getTime()}`;
    const known = ranges.get(key);
    if (known === undefined) ranges.set(key, { reserves: [reserve], range });
    else known.reserves.push(reserve);
  }
  return [...ranges.values()].flatMap(splitGroup).toSorted(inTime);
}

/** Day by day, so that a gap is followed from its beginning; in each day those that had been seen by its end. */
export function planDays(days: readonly TimeRange[], known: readonly ReserveWithTerms[]): RollupGroup[] {
  return days.flatMap((day) => {
    const seen = known.filter(({ firstSeenAt }) => firstSeenAt < day.to).map(({ reserve }) => reserve);
    return splitGroup({ reserves: seen, range: day });
  });
}

/** Groups of a size that keeps transactions short, a day at a time, the earliest first: gaps are followed from their beginning. */
export function splitGroup({ reserves, range }: RollupGroup): RollupGroup[] {
  const parts = splitEvenly(reserves, Math.ceil(reserves.length / GROUP_SIZE));
  return splitByDay(range).flatMap((day) => parts.map((part) => ({ reserves: part, range: day })));
}

/** So many parts of about the same size, none of them empty: a small one costs as many statements as a large one. */
export function splitEvenly<T>(items: readonly T[], parts: number): T[][] {
  return chunk(items, Math.max(1, Math.ceil(items.length / Math.max(1, parts))));
}

function inTime(a: RollupGroup, b: RollupGroup): number {
  return a.range.from.getTime() - b.range.from.getTime();
}
