import { createLogger } from '@tidemark/runtime';
import { startLocalnet, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, expect, it } from 'vitest';
import { testConfig } from '../../test/test-config.ts';
import { openTestDatabase } from '../../test/test-database.ts';
import { Indexer } from '../indexer.ts';

afterAll(stopAllProcesses);

it('an indexer reads the largest pools between two runs when they change', async () => {
  const chain = await startLocalnet({ seed: 5, slotMs: 100, reportedSlotMs: 400, env: { LOG_LEVEL: 'warn' } });
  const database = await openTestDatabase();
  const config = testConfig({
    databaseUrl: database.url,
    rpcUrls: [chain.rpcUrl],
    pollIntervalMs: 500,
    priceIntervalMs: 500,
    // The chain's clock goes four times as fast as that of the database.
    clockToleranceMs: 86_400_000,
    follow: { wsUrls: [chain.wsUrl], debounceMs: 5, minIntervalMs: 0, silenceMs: 300_000 },
  });
  const indexer = new Indexer(
    {
      ...config,
      liquidity: {
        ...config.liquidity,
        // A slow machine has no price yet at the first run, or no reserve at the first search: then the next one finds the pools.
        intervalMs: 30_000,
        searchIntervalMs: 30_000,
        followPools: 2,
        followMinIntervalMs: 100,
      },
    },
    { logger: createLogger({ name: 'test', level: 'silent' }) },
  );
  await indexer.start();
  const read = () => database.sql<{ pools: number }[]>`
    SELECT pools FROM lend.liquidity_batches WHERE outcome = 'committed' AND id LIKE '%-changed' AND pools BETWEEN 1 AND 2`;
  const patience = { timeoutMs: 500_000 };
  await waitFor(async () => (await read()).length > 1, { ...patience, description: 'two reads of what changed' });
  // Between two sets of largest pools there are none.
  const followsTwo = async () => (await indexer.metrics.metrics.render()).includes('liquidity_followed_pools 2\n');
  await waitFor(followsTwo, { ...patience, description: 'two followed pools' });
  await indexer.stop();
  expect(await indexer.metrics.metrics.render()).toMatch(/liquidity_followed_pools 0$/m);
  await chain.stop();
  await database.drop();
});
