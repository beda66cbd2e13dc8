import type { RefusedReserve } from './build-hours.ts';
import type { GroupReport } from './roll-up-group.ts';

/** What a run did: rows that are new or came out differently. */
export interface RollupReport {
  readonly commits: number;
  readonly hourly: number;
  readonly daily: number;
  readonly gaps: number;
  /** Reserves that are not observed now; null where no part of the run came so far. */
  readonly openGaps: number | null;
  readonly refused: readonly RefusedReserve[];
  /** False where the run was stopped, or its time was over, before everything was done. */
  readonly isComplete: boolean;
}

export interface Tally {
  addCommits(count: number): void;
  /** What follows reaches to the newest bank: who is not observed is told anew. */
  beginAnew(): void;
  add(group: GroupReport): void;
  report(isComplete: boolean): RollupReport;
}

export function createTally(): Tally {
  const counts = { commits: 0, hourly: 0, daily: 0, gaps: 0 };
  let unobserved: Set<string> | null = null;
  const refused = new Map<string, RefusedReserve>();
  return {
    addCommits(count) {
      counts.commits += count;
    },
    beginAnew() {
      unobserved = new Set();
    },
    add(group) {
      counts.hourly += group.hourly;
      counts.daily += group.daily;
      counts.gaps += group.gaps;
      for (const reserve of group.unobserved) unobserved?.add(reserve);
      for (const entry of group.refused) refused.set(entry.reserve, entry);
    },
    report: (isComplete) => ({
      ...counts,
      openGaps: unobserved?.size ?? null,
      refused: [...refused.values()],
      isComplete,
    }),
  };
}
