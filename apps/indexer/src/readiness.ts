import type { ReadyReport } from '@tidemark/runtime';
import { getDatabaseTime, getFreshness, type Sql } from '@tidemark/schema';

export interface ReadinessDeps {
  /**
   * How long ago rows were last committed, by anyone and by the clock of the database; null = never. Fails when that cannot
   * be reached.
   */
  readonly commitAgeMs: () => Promise<number | null>;
  readonly pingQueue: () => Promise<void>;
  readonly pollIntervalMs: number;
}

const FRESH_INTERVALS = 3;
const FRESH_AT_LEAST_MS = 30_000;

/** Ready = database and queue answer and the last commit is younger than three polls (at least 30 s). */
export async function checkReadiness(deps: ReadinessDeps): Promise<ReadyReport> {
  const maxAgeMs = Math.max(FRESH_INTERVALS * deps.pollIntervalMs, FRESH_AT_LEAST_MS);
  const [committed, queue] = await Promise.allSettled([deps.commitAgeMs(), deps.pingQueue()]);
  const known = committed.status === 'fulfilled' ? committed.value : null;
  const ageMs = known === null ? null : Math.max(0, known);
  const checks = {
    database: { ok: committed.status === 'fulfilled' },
    queue: { ok: queue.status === 'fulfilled' },
    fresh: { ok: ageMs !== null && ageMs <= maxAgeMs, ageMs, maxAgeMs },
  };
  return { ready: Object.values(checks).every(({ ok }) => ok), checks };
}

/** Age of the newest commit of any of the protocols. */
export async function readCommitAgeMs(sql: Sql, protocols: readonly string[]): Promise<number | null> {
  const known = await Promise.all(protocols.map((protocol) => getFreshness(sql, { protocol })));
  const times = known.flatMap((freshness) => freshness?.newestRecordedAt.getTime() ?? []);
  return times.length === 0 ? null : (await getDatabaseTime(sql)).getTime() - Math.max(...times);
}
