import { setTimeout as delay } from 'node:timers/promises';
import type { ProgressRule } from '@tidemark/runtime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { watchJobs } from './watch-jobs.ts';

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
let excuse: () => Promise<boolean>;

beforeAll(async () => {
  database = await openTestDatabase();
  const rules: ProgressRule[] = [];
  watchJobs({
    watchdog: {
      watch: (rule) => {
        rules.push(rule);
        return { progressed: () => undefined };
      },
    },
    config: CONFIG,
    backend: { ping: () => ping() },
    sql: database.sql,
  });
  // Nothing was ever stored, so only the queue can excuse that no poll ends.
  excuse = async () => (await rules.find(({ source }) => source === 'poll')?.excuse?.()) ?? false;
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
