import { createLogger } from '@tidemark/runtime';
import { createDatabase, registerChain } from '@tidemark/schema';
import { addressFromLabel, queueBackends, stopAllProcesses, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startFakeRpcServer } from '../test/fake-rpc-server.ts';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../test/test-chain.ts';
import { testConfig } from '../test/test-config.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../test/test-queues.ts';
import type { IndexerConfig } from './config.ts';
import { Indexer } from './indexer.ts';

let chain: TestChain;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(async () => {
  await chain.stop();
  await stopAllProcesses();
});

describe.each(queueBackends())('an indexer with its queues on %s', (backend) => {
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

  function create(overrides: Partial<IndexerConfig> = {}): Indexer {
    const config = testConfig({ databaseUrl: database.url, rpcUrls: [chain.rpcUrl], ...queues.config, ...overrides });
    const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
    running.push(indexer);
    return indexer;
  }
  const count = async (from: 'poll_batches' | 'reserve_snapshots' | 'reserve_latest'): Promise<number> => {
    const [row] = await database.sql<{ n: number }[]>`SELECT count(*)::int AS n FROM ${database.sql(`lend.${from}`)}`;
    return row?.n ?? 0;
  };
  const latestSlot = async (): Promise<bigint> => {
    const [row] = await database.sql<{ slot: bigint | null }[]>`SELECT min(slot) AS slot FROM lend.reserve_latest`;
    return row?.slot ?? 0n;
  };
  const statusOf = async (indexer: Indexer, path: string): Promise<number> =>
    (await fetch(`${indexer.opsUrl()}${path}`)).status;

  it.each(['lend.chain', 'lend.reserve_snapshots'])(
    'starts also where the database fails between two steps of the start, at %s',
    async (table) => {
      const other = createDatabase({ url: database.url, maxConnections: 1 });
      let letGo = (): void => {};
      const holding = new Promise<void>((resolve) => {
        letGo = resolve;
      });
      const held = other.sql.begin(async (tx) => {
        await tx`LOCK TABLE ${tx(table)} IN ACCESS EXCLUSIVE MODE`;
        await holding;
      });
      const indexer = create();
      const started = indexer.start();
      const cancelled = await waitFor(
        async () => {
          const rows = await database.sql`
            SELECT pg_cancel_backend(pid) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND application_name LIKE 'tidemark-%'`;
          return rows.length > 0;
        },
        { description: 'the start to wait for the table' },
      );
      letGo();
      await held;
      await other.close();
      await started;
      expect(cancelled).toBe(true);
    },
  );

  it('discovers, polls and follows the chain until it is stopped', async () => {
    const labels = Array.from({ length: 150 }, (_, index) => `reserve ${index}`);
    for (const label of labels) await chain.putReserve(label);
    const indexer = create();
    await indexer.start();
    await waitFor(async () => (await count('reserve_latest')) === 150, { description: 'all reserves stored' });
    await waitFor(async () => (await statusOf(indexer, '/ready')) === 200, { description: 'the indexer ready' });
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    await waitFor(async () => (await latestSlot()) === BigInt(START_SLOT + 25), { description: 'the new slot' });
    const late = await chain.putReserve('late');
    await indexer.stop();

    const after = await count('poll_batches');
    expect(await database.sql`SELECT FROM lend.reserve_latest WHERE reserve = ${late}`).toHaveLength(0);
    expect(await database.sql`SELECT DISTINCT outcome FROM lend.poll_batches`).toEqual([{ outcome: 'committed' }]);
    // Each poll of 150 reserves is two batches.
    const polls = await database.sql`
      SELECT regexp_replace(id, '-[0-9]+$', '') AS poll, sum(requested)::int AS requested, count(*)::int AS batches
      FROM lend.poll_batches WHERE id LIKE 'poll-%' GROUP BY 1 HAVING count(*) = 2`;
    expect(polls.length).toBeGreaterThan(0);
    expect(new Set(polls.map(({ requested }) => requested))).toEqual(new Set([150]));
    expect(await count('poll_batches')).toBe(after);
  });

  it('shares the work with another indexer on the same queue and doubles no row', async () => {
    const labels = Array.from({ length: 120 }, (_, index) => `reserve ${index}`);
    for (const label of labels) await chain.putReserve(label);
    const [one, other] = [create(), create()];
    await Promise.all([one.start(), other.start()]);
    await waitFor(async () => (await count('reserve_latest')) === 120, { description: 'all reserves stored' });
    for (let step = 1; step <= 4; step += 1) {
      await chain.putReserve('reserve 7', { liquidity: { availableAmountRaw: BigInt(step) } });
      const slot = START_SLOT + step * 10;
      await chain.setClock({ slot, unixTime: START_TIME + step * 4 });
      await waitFor(async () => (await latestSlot()) >= BigInt(slot), { description: `slot ${slot}` });
    }
    await Promise.all([one.stop(), other.stop()]);

    const doubled = await database.sql`
      SELECT reserve, account_sha256, count(*) FROM lend.reserve_snapshots
      GROUP BY reserve, account_sha256 HAVING count(*) > 1`;
    expect(doubled).toEqual([]);
    expect(await count('reserve_snapshots')).toBe(120 + 4);
    expect(await count('reserve_latest')).toBe(120);
    const failed = await database.sql`SELECT batch_id, error_code FROM lend.failed_attempts`;
    expect(failed).toEqual([]);
    const work = [one, other].map(async ({ metrics }) => {
      const text = await metrics.metrics.render();
      return Number(/poll_batches_total\{outcome="committed"\} (\d+)/.exec(text)?.[1] ?? 0);
    });
    const [byOne = 0, byOther = 0] = await Promise.all(work);
    expect(byOne + byOther).toBe(await count('poll_batches'));
  });

  it('leaves polls out while the batches of the one before are not done, instead of piling them up', async () => {
    await chain.putReserve('usdc');
    const indexer = create({ pollIntervalMs: 100 });
    await indexer.start();
    await waitFor(async () => (await count('reserve_latest')) === 1, { description: 'the reserve stored' });
    await chain.setFaults({ latencyMs: 700 });
    const skipped = async (): Promise<number> =>
      Number(/skipped_polls_total (\d+)/.exec(await indexer.metrics.metrics.render())?.[1] ?? 0);
    await waitFor(async () => (await skipped()) >= 3, { description: 'polls left out' });
    // A batch waits for a moment until it is taken; batches that pile up would not be gone again.
    const none = 'tidemark_indexer_queue_jobs{queue="batches",state="waiting"} 0';
    const hasNone = async () => (await indexer.metrics.metrics.render()).includes(none);
    await expect(waitFor(hasNone, { description: 'no batch that waits' })).resolves.toBe(true);
    await chain.setFaults({});
  });

  it('keeps going when the provider fails for a while, and says so in rows', async () => {
    await chain.putReserve('usdc');
    const indexer = create({ rpcMaxRetries: 0 });
    await indexer.start();
    await waitFor(async () => (await count('reserve_latest')) === 1, { description: 'the reserve stored' });
    await chain.setFaults({ http5xxRate: 1 });
    const failures = () => database.sql`SELECT DISTINCT error_code FROM lend.failed_attempts`;
    await waitFor(async () => (await failures()).length > 0, { description: 'a failed batch on record' });
    expect(await failures()).toEqual([{ error_code: 'HTTP_ERROR' }]);
    await chain.setFaults({});
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    await waitFor(async () => (await latestSlot()) === BigInt(START_SLOT + 25), { description: 'the new slot' });
  });

  it('goes on after its schedules and jobs were lost', async () => {
    await chain.putReserve('usdc');
    const first = create();
    await first.start();
    await waitFor(async () => (await count('reserve_latest')) === 1, { description: 'the reserve stored' });
    await first.stop();
    await queues.drop();
    if (backend === 'postgres') await database.sql`TRUNCATE bullmq.job, bullmq.scheduler CASCADE`;
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    const second = create();
    await second.start();
    await waitFor(async () => (await latestSlot()) === BigInt(START_SLOT + 25), { description: 'the new slot' });
    expect(await statusOf(second, '/ready')).toBe(200);
  });

  it('goes on after the database cut every connection', async () => {
    await chain.putReserve('usdc');
    await create().start();
    await waitFor(async () => (await count('reserve_latest')) === 1, { description: 'the reserve stored' });
    const cut = await database.sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND application_name <> 'indexer test' AND pid <> pg_backend_pid()`;
    expect(cut.length).toBeGreaterThan(0);
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    const reached = async () => (await latestSlot()) === BigInt(START_SLOT + 25);
    await waitFor(reached, { description: 'the new slot', timeoutMs: 120_000 });
  });

  it('is healthy but not ready before anything is stored', async () => {
    const indexer = create();
    await indexer.start();
    expect([await statusOf(indexer, '/health'), await statusOf(indexer, '/ready')]).toEqual([200, 503]);
    const report = await (await fetch(`${indexer.opsUrl()}/ready`)).json();
    expect(report).toMatchObject({
      ready: false,
      checks: { database: { ok: true }, queue: { ok: true }, fresh: { ok: false, ageMs: null } },
    });
  });

  it('makes the partitions of the coming months at its start', async () => {
    await create().start();
    const partitions = await database.sql`
      SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
      WHERE i.inhparent = 'lend.reserve_snapshots'::regclass AND c.relname <> 'reserve_snapshots_default'`;
    expect(partitions).toHaveLength(3);
  });

  it('stops at any time, also twice and before it started', async () => {
    const never = create();
    await never.stop();
    const indexer = create();
    const starting = indexer.start().catch((error: unknown) => error);
    await indexer.stop();
    await indexer.stop();
    await starting;
    expect(await fetch(`${indexer.opsUrl() ?? 'http://127.0.0.1:1'}/health`).catch(() => 'closed')).toBe('closed');
  });
});

describe('an indexer that cannot start', () => {
  let database: IndexerTestDatabase;
  beforeEach(async () => {
    await chain.reset();
    database = await openTestDatabase();
  });
  afterEach(() => database.drop());

  const startWith = async (overrides: Partial<IndexerConfig>): Promise<unknown> => {
    const config = testConfig({
      databaseUrl: database.url,
      rpcUrls: [chain.rpcUrl],
      startTimeoutMs: 1_000,
      ...overrides,
    });
    const indexer = new Indexer(config, { logger: createLogger({ name: 'test', level: 'silent' }) });
    const outcome = await indexer.start().then(
      () => 'started',
      (error: unknown) => error,
    );
    await indexer.stop();
    return outcome;
  };

  it('refuses a database that holds another chain, and writes nothing', async () => {
    await registerChain(database.sql, { genesisHash: addressFromLabel('another chain'), clusterLabel: 'mainnet-beta' });
    await chain.putReserve('usdc');
    expect(await startWith({})).toMatchObject({
      name: 'StartError',
      exitCode: 65,
      message: /wrong chain.*mainnet-beta/s,
    });
    expect(await database.sql`SELECT FROM lend.reserves`).toHaveLength(0);
  });

  it('waits for the endpoint of its chain while only one of another chain answers', async () => {
    expect(await startWith({ startTimeoutMs: 60_000 })).toBe('started');
    const foreign = await startFakeRpcServer(() => undefined);
    try {
      await chain.setFaults({ http5xxRate: 1 });
      const rpcUrls = [chain.rpcUrl, foreign.url];
      expect(await startWith({ rpcUrls })).toMatchObject({ name: 'StartError', message: /serves the chain/ });
      const starting = startWith({ rpcUrls, startTimeoutMs: 60_000 });
      const before = foreign.count('getGenesisHash');
      await waitFor(() => foreign.count('getGenesisHash') > before, { description: 'the other chain to answer' });
      await chain.setFaults({});
      expect(await starting).toBe('started');
    } finally {
      await foreign.close();
    }
  });

  it.each<[string, Partial<IndexerConfig>, RegExp]>([
    ['the database', { databaseUrl: 'postgres://nobody:x@127.0.0.1:1/none' }, /the database is not available/],
    ['Redis', { redisUrl: 'redis://127.0.0.1:1' }, /queue backend \(redis\) is not available/],
    ['the chain', { rpcUrls: ['http://127.0.0.1:1'] }, /Solana RPC endpoint is not available/],
  ])('says that %s is away when its patience is over', async (_name, overrides, message) => {
    expect(await startWith(overrides)).toMatchObject({ name: 'StartError', exitCode: 75, message });
  });

  it('asks for the migrations when the database has no tables', async () => {
    await database.sql`DROP SCHEMA lend CASCADE`;
    expect(await startWith({})).toMatchObject({ exitCode: 75, message: /run the migrations/ });
  });
});
