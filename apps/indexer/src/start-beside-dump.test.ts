import { createLogger } from '@tidemark/runtime';
import { createDatabase } from '@tidemark/schema';
import { stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, expect, it } from 'vitest';
import { shareTestChain } from '../test/test-chain.ts';
import { testConfig } from '../test/test-config.ts';
import { openTestDatabase } from '../test/test-database.ts';
import { Indexer } from './indexer.ts';

afterAll(() => stopAllProcesses());

it('starts, polls and is ready while a dump keeps partitions from being made', async () => {
  const chain = await shareTestChain();
  const database = await openTestDatabase();
  const limits = { idleInTransactionTimeoutMs: 0, transactionTimeoutMs: 0 };
  const dump = createDatabase({ url: database.url, maxConnections: 1, limits });
  let end = (): void => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const dumping = dump.sql.begin(async (tx) => {
    await tx`SELECT FROM lend.reserve_snapshots LIMIT 1`;
    await ended;
  });
  await chain.putMarket('lending market');
  await chain.putReserve('usdc');
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl] });
  const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
  try {
    await indexer.start();
    const isReady = async (): Promise<boolean> => (await fetch(`${indexer.opsUrl()}/ready`)).status === 200;
    await waitFor(isReady, { description: 'the indexer ready', timeoutMs: 120_000 });
    expect(await database.sql`SELECT FROM lend.reserve_snapshots_default`).toHaveLength(1);
  } finally {
    end();
    await dumping;
    await indexer.stop();
    await dump.close();
    await database.drop();
    await chain.stop();
  }
});
