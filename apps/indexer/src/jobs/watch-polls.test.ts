import { setTimeout as delay } from 'node:timers/promises';
import { PROTOCOLS } from '@tidemark/protocols';
import type { ProgressRule } from '@tidemark/runtime';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { watchPolls } from './watch-polls.ts';

const CONFIG = {
  protocols: PROTOCOLS,
  pollIntervalMs: 1_000,
  watchdogProgressMs: 180_000,
  rpcUrls: ['http://node.test'],
  rpcTimeoutMs: 1_000,
  rpcMaxRetries: 0,
};
let database: IndexerTestDatabase;
let ping: () => Promise<void> = () => Promise.resolve();
let rule: ProgressRule | undefined;
let ended: ReturnType<typeof watchPolls>;
let ends = 0;

beforeAll(async () => {
  database = await openTestDatabase();
  ended = watchPolls({
    watchdog: {
      watch(given) {
        rule = given;
        return { progressed: () => void (ends += 1) };
      },
    },
    config: CONFIG,
    backend: { ping: () => ping() },
    sql: database.sql,
  });
});
afterEach(() => void vi.useRealTimers());
afterAll(() => database.drop());

const answers = (): Promise<void> => Promise.resolve();
const fails = (): Promise<void> => Promise.reject(new Error('away'));
const isExcused = async (): Promise<boolean | undefined> => rule?.excuse?.();

// Nothing was ever stored, so only the queue can excuse the silence in these two.
it('excuses the silence of polls by a queue that is away, and once more when it has just come back', async () => {
  expect(await isExcused()).toBe(false);
  ping = fails;
  expect([await isExcused(), await isExcused()]).toEqual([true, true]);
  ping = answers;
  expect([await isExcused(), await isExcused()]).toEqual([true, false]);
});

it('takes a queue that answers late for one that was away until then', async () => {
  ping = () => delay(1_500);
  expect(await isExcused()).toBe(true);
  ping = answers;
  expect([await isExcused(), await isExcused()]).toEqual([true, false]);
});

it('counts batches and failed polls as ends, and polls that were left out not', () => {
  ended('poll-batch', {});
  ended('poll-batch', null);
  ended('poll', null);
  ended('poll', { batches: 0 });
  expect(ends).toBe(4);
  ended('poll', { skipped: true });
  ended('poll', { batches: 2 });
  ended('rollup', {});
  expect(ends).toBe(4);
});

it('compares times of the database with the clock of the database, whatever that of the machine says', async () => {
  await database.sql`
    INSERT INTO lend.failed_attempts (batch_id, protocol, kind, batch_index, commitment, requested, started_at, duration_ms,
      error_code, gap_after_ms)
    VALUES ('poll-1', 'kamino', 'poll', 0, 'confirmed', 1, now(), 1, 'RPC_TIMEOUT', 30000)`;
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 86_400_000 });
  expect(await rule?.excuse?.()).toBe(true);
});
