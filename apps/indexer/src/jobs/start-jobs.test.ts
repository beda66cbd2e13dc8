import { createLogger } from '@tidemark/runtime';
import { stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { testConfig } from '../../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { Indexer } from '../indexer.ts';
import { createQueueBackend } from '../queues/postgres-backend.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
const running: Indexer[] = [];

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((indexer) => indexer.stop()));
  await database.drop();
});

function create(): Indexer {
  const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl] });
  const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
  running.push(indexer);
  return indexer;
}

it('an indexer starts also where the queue takes no job at the last step of its start', async () => {
  const first = create();
  await first.start();
  await first.stop();
  // A sequence keeps its count where the transaction is rolled back.
  await database.sql.unsafe(`
    CREATE SEQUENCE public.refusals;
    CREATE FUNCTION public.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        PERFORM nextval('public.refusals');
        RAISE EXCEPTION 'refused' USING ERRCODE = '25006';
      END $$;
    CREATE TRIGGER refuse BEFORE INSERT ON bullmq.job FOR EACH ROW
      WHEN (NEW.id LIKE 'discover-asked-%') EXECUTE FUNCTION public.refuse();`);
  const starting = create().start();
  await waitFor(async () => (await database.sql`SELECT FROM public.refusals WHERE is_called`).length > 0, {
    description: 'a job to be refused',
  });
  await database.sql`DROP TRIGGER refuse ON bullmq.job`;
  await expect(starting).resolves.toBeUndefined();
});

it('a version that takes every batch for one of Kamino, still running beside this one, is handed none', async () => {
  await chain.putReserve('usdc');
  const { redisUrl, queuePrefix: prefix } = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl] });
  const backend = createQueueBackend({ databaseUrl: database.url, redisUrl, prefix, onError: () => undefined });
  await backend.prepare();
  const taken: unknown[] = [];
  // The queue, and the worker, of that version.
  const worker = backend.createWorker('poll-batch', async ({ payload }) => taken.push(payload), { concurrency: 3 });
  try {
    await create().start();
    const countPolls = () => database.sql`SELECT FROM lend.poll_batches WHERE kind = 'poll'`;
    await waitFor(async () => taken.length > 0 || (await countPolls()).length >= 3, { description: 'polls' });
    expect(taken).toEqual([]);
  } finally {
    await worker.close();
    await backend.close();
  }
});
