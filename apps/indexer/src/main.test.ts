import { registerChain } from '@tidemark/schema';
import {
  addressFromLabel,
  chooseTestPort,
  queueBackends,
  startProcess,
  type TestProcess,
  waitFor,
} from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { START_SLOT, START_TIME, startTestChain, type TestChain } from '../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../test/test-queues.ts';

const ENTRY = 'apps/indexer/src/main.ts';
/** Long enough to look and to send a signal before the batch has its answer. */
const HELD_MS = 6_000;
let chain: TestChain;
let database: IndexerTestDatabase;

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  database = await openTestDatabase();
});
afterEach(() => database.drop());

const environment = (overrides: Record<string, string> = {}) => ({
  DATABASE_URL: database.url,
  SOLANA_RPC_URL: chain.rpcUrl,
  POLL_INTERVAL_MS: '200',
  RPC_REQUESTS_PER_SECOND: '1000',
  INDEXER_PORT: '0',
  START_TIMEOUT_MS: '60000',
  RPC_TIMEOUT_MS: '60000',
  ...overrides,
});

/** Jobs that nobody finished; the Redis of the machine is looked at by the queue's own tests. */
async function countActiveJobs(): Promise<number> {
  const [table] = await database.sql<{ name: string | null }[]>`SELECT to_regclass('bullmq.job')::text AS name`;
  if (table?.name === null) return 0;
  return (await database.sql`SELECT FROM bullmq.job WHERE state = 'active'`).length;
}

describe.each(queueBackends())('the indexer process with its queues on %s', (backend) => {
  let queues: TestQueues;
  const running: TestProcess[] = [];
  beforeEach(() => {
    queues = openTestQueues(backend);
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((child) => child.stop()));
    await queues.drop();
  });

  async function start(): Promise<{ process: TestProcess; opsUrl: string }> {
    const port = await chooseTestPort();
    const opsUrl = `http://127.0.0.1:${port}`;
    const redis = queues.config.redisUrl === null ? {} : { REDIS_URL: queues.config.redisUrl };
    const started = await startProcess({
      entry: ENTRY,
      env: environment({ ...redis, QUEUE_PREFIX: queues.config.queuePrefix, INDEXER_PORT: String(port) }),
      ready: { url: `${opsUrl}/ready` },
    });
    running.push(started);
    return { process: started, opsUrl };
  }
  /** Slows the chain down until a batch waits for its answer: one is active, and for a while nothing is committed. */
  async function holdBatch(opsUrl: string): Promise<void> {
    await chain.setFaults({ latencyMs: HELD_MS });
    let committed = -1;
    let since = 0;
    const isHeld = async (): Promise<boolean> => {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      const isActive = text.includes('tidemark_indexer_queue_jobs{queue="poll-batch",state="active"} 1');
      const now = Number(/poll_batches_total\{outcome="committed"\} (\d+)/.exec(text)?.[1] ?? 0);
      if (!isActive || now !== committed) since = performance.now();
      committed = now;
      return performance.now() - since > 1_000;
    };
    await waitFor(isHeld, { description: 'a batch in hand' });
  }

  it('finishes the job in hand on SIGTERM, leaves nothing behind, and exits with 0', async () => {
    await chain.putMarket('lending market');
    await chain.putReserve('usdc');
    const { process: indexer, opsUrl } = await start();
    await holdBatch(opsUrl);
    const before = await database.sql<{ id: string }[]>`SELECT id FROM lend.poll_batches`;

    indexer.signal('SIGTERM');
    expect(await indexer.exited).toEqual({ code: 0, signal: null });

    const known = new Set(before.map(({ id }) => id));
    const rows = await database.sql<{ id: string; outcome: string }[]>`SELECT id, outcome FROM lend.poll_batches`;
    const finished = rows.filter(({ id }) => !known.has(id));
    expect(finished.map(({ outcome }) => outcome)).toContain('committed');
    expect(rows.filter(({ outcome }) => outcome !== 'committed')).toEqual([]);
    expect(await countActiveJobs()).toBe(0);
    const left = await database.sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tidemark%'`;
    expect(left).toHaveLength(0);
  });

  it('is replaced within seconds when it is killed with a batch in hand', async () => {
    await chain.putMarket('lending market');
    await chain.putReserve('usdc');
    const { process: killed, opsUrl } = await start();
    await holdBatch(opsUrl);
    killed.signal('SIGKILL');
    await killed.exited;
    await chain.setFaults({});
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    await start();
    const isFollowing = async (): Promise<boolean> => {
      const [row] = await database.sql<{ slot: bigint }[]>`SELECT slot FROM lend.reserve_latest`;
      return row?.slot === BigInt(START_SLOT + 25);
    };
    // The killed process holds its batch until its lock has run out and two checks have seen that.
    await waitFor(isFollowing, { description: 'the new slot', timeoutMs: 120_000 });
    expect(await database.sql`SELECT FROM lend.reserve_snapshots`).toHaveLength(1);
  });
});

describe('the indexer process that cannot run', () => {
  it('names every wrong variable in one message and exits with 78', async () => {
    const child = await startProcess({ entry: ENTRY, env: { POLL_INTERVAL_MS: 'soon', SOLANA_RPC_URL: 'nowhere' } });
    expect(await child.exited).toMatchObject({ code: 78 });
    const output = child.lines().join('\n');
    expect(output).toMatch(/3 problems in the environment/);
    for (const name of ['DATABASE_URL', 'POLL_INTERVAL_MS', 'SOLANA_RPC_URL']) expect(output).toContain(name);
  });

  it('says that the database holds another chain and exits with 65', async () => {
    await registerChain(database.sql, { genesisHash: addressFromLabel('another chain'), clusterLabel: 'devnet' });
    const child = await startProcess({ entry: ENTRY, env: environment() });
    expect(await child.exited).toMatchObject({ code: 65 });
    expect(child.lines().join('\n')).toMatch(/indexer cannot start: wrong chain: this database holds the chain devnet/);
  });

  it('waits for a database that is away only so long, says so and exits with 75', async () => {
    const child = await startProcess({
      entry: ENTRY,
      env: environment({ DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none', START_TIMEOUT_MS: '1000' }),
    });
    expect(await child.exited).toMatchObject({ code: 75 });
    const output = child.lines().join('\n');
    expect(output).toContain('indexer cannot start: the database is not available');
    expect(output).not.toContain('hunter2');
  });
});
