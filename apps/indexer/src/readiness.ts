import type { ReadyReport } from '@tidemark/runtime';

export interface ReadinessDeps {
  /** When rows were last committed, by anyone; null = never. Fails when the database cannot be reached. */
  readonly lastCommittedAt: () => Promise<Date | null>;
  readonly pingQueue: () => Promise<void>;
  readonly pollIntervalMs: number;
}

const FRESH_INTERVALS = 3;
const FRESH_AT_LEAST_MS = 30_000;

/** Ready = database and queue answer and the last commit is younger than three polls (at least 30 s). */
export async function checkReadiness(deps: ReadinessDeps, nowMs: number): Promise<ReadyReport> {
  const maxAgeMs = Math.max(FRESH_INTERVALS * deps.pollIntervalMs, FRESH_AT_LEAST_MS);
  const [committed, queue] = await Promise.allSettled([deps.lastCommittedAt(), deps.pingQueue()]);
  const lastCommittedAt = committed.status === 'fulfilled' ? committed.value : null;
  const ageMs = lastCommittedAt === null ? null : Math.max(0, nowMs - lastCommittedAt.getTime());
  const checks = {
    database: { ok: committed.status === 'fulfilled' },
    queue: { ok: queue.status === 'fulfilled' },
    fresh: { ok: ageMs !== null && ageMs <= maxAgeMs, ageMs, maxAgeMs },
  };
  return { ready: Object.values(checks).every(({ ok }) => ok), checks };
}
