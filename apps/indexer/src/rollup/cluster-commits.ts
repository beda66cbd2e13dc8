import { HOUR_MS } from '@tidemark/core';
import type { BatchCommit } from '@tidemark/schema';

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
