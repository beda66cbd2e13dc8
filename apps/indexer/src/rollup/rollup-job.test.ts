import { createLogger } from '@tidemark/runtime';
import { queueBackends, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';
import { Indexer } from '../indexer.ts';

let chain: TestChain;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});

describe.each(queueBackends())('the rollup job with its queue on %s', (backend) => {
  let database: IndexerTestDatabase;
  let queues: TestQueues;
  const running: Indexer[] = [];

  beforeEach(async () => {
    await chain.reset();
    await chain.putMarket('lending market');
    database = await openTestDatabase();
    queues = openTestQueues(backend);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((indexer) => indexer.stop()));
    await queues.drop();
    await database.drop();
  });

  async function start(): Promise<Indexer> {
    const config = testConfig({
      databaseUrl: database.url,
      rpcUrls: [chain.rpcUrl],
      ...queues.config,
      rollupIntervalMs: 1_000,
    });
    const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
    running.push(indexer);
    await indexer.start();
    return indexer;
  }

  it('makes hours and days of what several indexers commit, and says how far it is behind', async () => {
    await chain.putReserve('usdc');
    await chain.putReserve('sol');
    const [one] = await Promise.all([start(), start()]);
    const times = await waitFor(
      async () => {
        const [row] = await database.sql<{ hours: number; begin: Date; now: Date | null }[]>`
          SELECT count(*)::int AS hours, min(open_at) AS begin, max(close_at) AS now FROM lend.reserve_hourly`;
        return row?.hours === 2 ? row : null;
      },
      { description: 'the first hours' },
    );
    const later = Math.floor(times.begin.getTime() / 1000) + 60;
    await chain.setClock({ slot: 300_000_150, unixTime: later });
    await waitFor(
      async () => {
        const rows = await database.sql`SELECT FROM lend.reserve_daily WHERE close_at = ${new Date(later * 1000)}`;
        return rows.length === 2;
      },
      // A batch that its worker has lost holds its place for a minute.
      { description: 'days up to the new bank', timeoutMs: 180_000 },
    );
    // Of a chain that is polled there may always be a commit since the run began.
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'] });
    await waitFor(async () => /rollup_lag_seconds 0\n/.test((await one?.metrics.metrics.render()) ?? ''), {
      description: 'no lag',
    });
    await Promise.all(running.splice(0).map((indexer) => indexer.stop()));
    await rollUp(database);
    const grown = await readRollups(database);
    await rebuildAll(database);
    expect(await readRollups(database)).toEqual(grown);
  });
});
