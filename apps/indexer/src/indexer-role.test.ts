import { randomBytes } from 'node:crypto';
import { createLogger } from '@tidemark/runtime';
import { createApiKey, createDatabase, ensurePartitions, purgePollBatches } from '@tidemark/schema';
import { stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../test/test-chain.ts';
import { testConfig } from '../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { Indexer } from './indexer.ts';
import { createPostgresQueueBackend } from './queues/postgres-backend.ts';
import { prepareQueueSchema } from './queues/postgres-backend.ts';

const login = `indexer_${randomBytes(4).toString('hex')}`;
let chain: TestChain;
let database: IndexerTestDatabase;
let ownUrl: string;

beforeAll(async () => {
  chain = await shareTestChain();
  database = await openTestDatabase();
  await database.sql.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x' IN ROLE tidemark_indexer`);
  // As after a migration of this very database: rights to a database are not copied from its template.
  await database.sql.unsafe(`REVOKE TEMPORARY ON DATABASE ${new URL(database.url).pathname.slice(1)} FROM PUBLIC`);
  const url = new URL(database.url);
  url.username = login;
  url.password = 'x';
  ownUrl = url.href;
});
afterAll(async () => {
  await database.sql.unsafe(`DROP OWNED BY ${login}`);
  await database.sql.unsafe(`DROP ROLE ${login}`);
  await database.drop();
  await chain.stop();
  await stopAllProcesses();
});

it('says what is to be done where its role may not make the tables of the queue', async () => {
  const backend = createPostgresQueueBackend({ databaseUrl: ownUrl, onError: () => undefined });
  await expect(backend.prepare()).rejects.toThrow('run prepare-queue as the owner first');
  await backend.close();
});

it('discovers, polls, rolls up, makes partitions and deletes old batches as tidemark_indexer, after the owner and without a key', async () => {
  await chain.putMarket('lending market');
  for (let index = 0; index < 105; index += 1) await chain.putReserve(`reserve ${index}`);
  await createApiKey(database.sql, { username: 'alice' });
  const count = async (table: string): Promise<number> => {
    const [row] = await database.sql.unsafe<{ n: number }[]>(`SELECT count(*)::int AS n FROM ${table}`);
    return row?.n ?? 0;
  };
  // As before the roles: the owner made the queue and has worked on it.
  const silent = createLogger({ name: 'test', level: 'silent' });
  const former = new Indexer(testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl] }), { logger: silent });
  await former.start();
  await waitFor(async () => (await count('lend.reserve_latest')) === 105, { description: 'all reserves stored' });
  await former.stop();
  const batchesBefore = await count('lend.poll_batches');
  await prepareQueueSchema(database.url);
  await prepareQueueSchema(database.url);

  const lines: string[] = [];
  const logger = createLogger({
    name: 'test',
    level: 'warn',
    destination: { write: (line: string) => void lines.push(line) },
  });
  const config = testConfig({ databaseUrl: ownUrl, rpcUrls: [chain.rpcUrl], rollupIntervalMs: 1_000 });
  const indexer = new Indexer(config, { logger });
  await indexer.start();
  await waitFor(async () => (await count('lend.poll_batches')) > batchesBefore, { description: 'a poll' });
  await chain.putReserve('reserve 7', { liquidity: { availableAmountRaw: 7n } });
  await chain.setClock({ slot: START_SLOT + 9_000, unixTime: START_TIME + 3_600 });
  await waitFor(async () => (await count('lend.reserve_hourly')) > 0, { description: 'hours rolled up' });
  await indexer.stop();

  const own = createDatabase({ url: ownUrl, maxConnections: 2 });
  const { created } = await ensurePartitions(own.sql, { now: new Date('2031-01-15T00:00:00Z'), monthsAhead: 1 });
  expect(created).toEqual(['reserve_snapshots_y2031m01', 'reserve_snapshots_y2031m02']);
  await purgePollBatches(own.sql, { before: new Date() });
  await own.close();
  const partitions = await database.sql<{ owner: string }[]>`
    SELECT pg_get_userbyid(relowner) AS owner FROM pg_class WHERE relname ~ '^reserve_snapshots_y[0-9]{4}m[0-9]{2}$'`;
  expect(partitions.length).toBeGreaterThan(0);
  expect(partitions.map(({ owner }) => owner)).not.toContain(login);
  expect(lines).toEqual([]);
  expect(await database.sql`SELECT DISTINCT outcome FROM lend.poll_batches`).toEqual([{ outcome: 'committed' }]);
});
