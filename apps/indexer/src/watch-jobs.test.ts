import { setTimeout as delay } from 'node:timers/promises';
import type { ProgressRule } from '@tidemark/runtime';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { watchJobs, type WatchedJobs } from './watch-jobs.ts';

const CONFIG = {
  pollIntervalMs: 1_000,
  rollupIntervalMs: 1_000,
  watchdogProgressMs: 180_000,
  rpcUrls: ['http://node.test'],
  rpcTimeoutMs: 1_000,
  rpcMaxRetries: 0,
};
let database: IndexerTestDatabase;
let ping: () => Promise<void>;
let excuse: (source?: 'poll' | 'rollup') => Promise<boolean>;
let watched: WatchedJobs;
const progress: string[] = [];

beforeAll(async () => {
  database = await openTestDatabase();
  const rules: ProgressRule[] = [];
  watched = watchJobs({
    watchdog: {
      watch: (rule) => {
        rules.push(rule);
        return { progressed: () => progress.push(rule.source) };
      },
    },
    config: CONFIG,
    backend: { ping: () => ping() },
    sql: database.sql,
  });
  // Nothing was ever stored, so only the queue can excuse that no poll ends.
  excuse = async (wanted = 'poll') => (await rules.find(({ source }) => source === wanted)?.excuse?.()) ?? false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});
afterAll(() => database.drop());

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));

it('excuses the silence of polls by a queue that is away, and once more when it has just come back', async () => {
  ping = answers;
  expect(await excuse()).toBe(false);
  ping = fails;
  expect([await excuse(), await excuse()]).toEqual([true, true]);
  ping = answers;
  expect([await excuse(), await excuse()]).toEqual([true, false]);
});

it('takes a queue that answers late for one that was away until then', async () => {
  ping = async () => {
    await delay(1_500);
  };
  expect(await excuse()).toBe(true);
  ping = answers;
  expect([await excuse(), await excuse()]).toEqual([true, false]);
});

it('takes each step of a rollup for progress, so that a first one over a long history is not ended', async () => {
  ping = answers;
  let nowMs = performance.now();
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs);
  const ended = watched.watch('rollup');
  nowMs += 10 * CONFIG.watchdogProgressMs + 1;
  expect(await excuse('rollup')).toBe(false);
  watched.onRollupStep();
  expect(progress).toEqual(['rollup']);
  expect(await excuse('rollup')).toBe(true);
  ended({});
});

it('compares times of the database with the clock of the database, whatever that of the machine says', async () => {
  ping = answers;
  await database.sql`
    INSERT INTO lend.failed_attempts (batch_id, protocol, kind, batch_index, commitment, requested, started_at, duration_ms,
      error_code, gap_after_ms)
    VALUES ('poll-1', 'kamino', 'poll', 0, 'confirmed', 1, now(), 1, 'RPC_TIMEOUT', 30000)`;
  await database.sql`
    INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
    VALUES ('poll-0', 'kamino', 1, now(), '{}')`;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect([await excuse('poll'), await excuse('rollup')]).toEqual([true, true]);
});
