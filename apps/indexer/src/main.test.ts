import { setTimeout as delay } from 'node:timers/promises';
import { registerChain } from '@tidemark/schema';
import { addressFromLabel, queueBackends, startProcess, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INDEXER_ENTRY, type IndexerWorld, openIndexerWorld, type StartedIndexer } from '../test/process-world.ts';
import { START_SLOT, START_TIME } from '../test/test-chain.ts';

/** Long enough to look and to send a signal before the batch has its answer. */
const HELD_MS = 6_000;
/** Longer than any of these tests takes. */
const NO_ANSWER_MS = 300_000;
/** A call of a poll waits for its answer for most of an interval: longer than a batch is held. */
const HELD = { RPC_TIMEOUT_MS: '120000', POLL_INTERVAL_MS: '10000' };
const PATIENT = { ...HELD, SHUTDOWN_DEADLINE_MS: '600000' };
const IMPATIENT = { ...HELD, SHUTDOWN_DEADLINE_MS: '2000' };
/** So often that a process ends amid a poll, and so seldom that a busy machine answers in time. */
const OFTEN = { POLL_INTERVAL_MS: '3000' };

/** Jobs that nobody finished; the Redis of the machine is looked at by the queue's own tests. */
async function countActiveJobs({ sql }: IndexerWorld['database']): Promise<number> {
  const [table] = await sql<{ name: string | null }[]>`SELECT to_regclass('bullmq.job')::text AS name`;
  if (table?.name === null) return 0;
  return (await sql`SELECT FROM bullmq.job WHERE state = 'active'`).length;
}

// Processes that follow one another over one database and queue, the backends side by side: each test goes on where the one before
// it has ended, as the next process must.
describe.concurrent.each(queueBackends())('the indexer process with its queues on %s', (backend) => {
  let world: IndexerWorld;
  let running: StartedIndexer;
  beforeAll(async () => {
    world = await openIndexerWorld(backend);
  });
  afterAll(() => world?.close());

  it.sequential('finishes the job in hand on SIGTERM, leaves nothing behind, and exits with 0', async () => {
    const { chain, database, start, holdBatch } = world;
    const { child, opsUrl } = await start(PATIENT);
    await holdBatch(opsUrl, HELD_MS);
    const before = await database.sql<{ id: string }[]>`SELECT id FROM lend.poll_batches`;

    child.signal('SIGTERM');
    expect(await child.exited).toEqual({ code: 0, signal: null });

    const known = new Set(before.map(({ id }) => id));
    const rows = await database.sql<{ id: string; outcome: string }[]>`SELECT id, outcome FROM lend.poll_batches`;
    const finished = rows.filter(({ id }) => !known.has(id));
    expect(finished.map(({ outcome }) => outcome)).toContain('committed');
    expect(rows.filter(({ outcome }) => outcome !== 'committed')).toEqual([]);
    expect(await countActiveJobs(database)).toBe(0);
    const left = await database.sql`
      SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'tidemark%'`;
    expect(left).toHaveLength(0);
    await chain.setFaults({});
  });

  it.sequential('is replaced within seconds when it is killed with a batch in hand', async () => {
    const { chain, database, start, holdBatch } = world;
    const { child: killed, opsUrl } = await start(PATIENT);
    await holdBatch(opsUrl, HELD_MS);
    killed.signal('SIGKILL');
    await killed.exited;
    await chain.setFaults({});
    await chain.setClock({ slot: START_SLOT + 25, unixTime: START_TIME + 10 });
    running = await start(IMPATIENT);
    const isFollowing = async (): Promise<boolean> => {
      const [row] = await database.sql<{ slot: bigint }[]>`SELECT slot FROM lend.reserve_latest`;
      return row?.slot === BigInt(START_SLOT + 25);
    };
    // The killed process holds its batch until its lock has run out and two checks have seen that.
    await waitFor(isFollowing, { description: 'the new slot', timeoutMs: 120_000 });
    expect(await database.sql`SELECT FROM lend.reserve_snapshots`).toHaveLength(1);
  });

  it.sequential('ends with 1 when the deadline passes over a node that does not answer, and the next one goes on', async () => {
    const { chain, start, untilPolled, holdBatch } = world;
    await holdBatch(running.opsUrl, NO_ANSWER_MS);
    running.child.signal('SIGTERM');
    expect(await running.child.exited).toMatchObject({ code: 1 });
    expect(running.child.lines().at(-1)).toContain('deadline of 2000 ms');
    await chain.setFaults({});
    running = await start(PATIENT, '/health');
    await untilPolled();
  });

  it.sequential('ends at once with 143 at a second SIGTERM, and the next one goes on', async () => {
    const { chain, start, untilPolled, holdBatch } = world;
    await holdBatch(running.opsUrl, NO_ANSWER_MS);
    const { child } = running;
    child.signal('SIGTERM');
    await waitFor(() => child.lines().some((line) => line.includes('shutdown started')));
    // Within a second it would be the same keypress, delivered twice.
    await delay(1_200);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 143 });
    expect(child.lines().at(-1)).toContain('second SIGTERM');
    await chain.setFaults({});
    running = await start(OFTEN, '/health');
    await untilPolled();
  });

  it.sequential('leaves a schedule that the next one goes on with, however often it ends and at whatever moment', async () => {
    for (let round = 0; ; round += 1) {
      await world.untilPolled();
      await delay(37 * round);
      running.child.signal('SIGTERM');
      expect(await running.child.exited).toMatchObject({ code: 0 });
      if (round === 3) break;
      running = await world.start(OFTEN, '/health');
    }
  });
});

describe('the indexer process that cannot run', () => {
  it('names every wrong variable in one message and exits with 78', async () => {
    const child = await startProcess({
      entry: INDEXER_ENTRY,
      env: { POLL_INTERVAL_MS: 'soon', SOLANA_RPC_URL: 'nowhere' },
    });
    expect(await child.exited).toMatchObject({ code: 78 });
    const output = child.lines().join('\n');
    expect(output).toMatch(/3 problems in the environment/);
    for (const name of ['DATABASE_URL', 'POLL_INTERVAL_MS', 'SOLANA_RPC_URL']) expect(output).toContain(name);
  });

  it('says that the database holds another chain and exits with 65', async ({ onTestFinished }) => {
    const { database, environment, close } = await openIndexerWorld('postgres');
    onTestFinished(close);
    await registerChain(database.sql, { genesisHash: addressFromLabel('another chain'), clusterLabel: 'devnet' });
    const child = await startProcess({ entry: INDEXER_ENTRY, env: environment });
    expect(await child.exited).toMatchObject({ code: 65 });
    expect(child.lines().join('\n')).toMatch(/indexer cannot start: wrong chain: this database holds the chain devnet/);
  });

  it('waits for a database that is away only so long, says so and exits with 75', async () => {
    const child = await startProcess({
      entry: INDEXER_ENTRY,
      env: {
        DATABASE_URL: 'postgres://user:hunter2@127.0.0.1:1/none',
        SOLANA_RPC_URL: 'http://127.0.0.1:1',
        INDEXER_PORT: '0',
        START_TIMEOUT_MS: '1000',
      },
    });
    expect(await child.exited).toMatchObject({ code: 75 });
    const output = child.lines().join('\n');
    expect(output).toContain('indexer cannot start: the database is not available');
    expect(output).not.toContain('hunter2');
  });
});
