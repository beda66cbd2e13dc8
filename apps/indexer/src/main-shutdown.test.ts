import { setTimeout as delay } from 'node:timers/promises';
import { chooseTestPort, queueBackends, startProcess, type TestProcess, waitFor } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestChain, type TestChain } from '../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../test/test-queues.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
let queues: TestQueues;
const running: TestProcess[] = [];

beforeAll(async () => {
  chain = await startTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  await chain.putReserve('usdc');
  database = await openTestDatabase();
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((child) => child.stop()));
  await queues.drop();
  await database.drop();
});

describe.each(queueBackends())('the end of the indexer process with its queues on %s', (backend) => {
  beforeEach(() => {
    queues = openTestQueues(backend);
  });

  async function start(env: Record<string, string> = {}): Promise<{ child: TestProcess; opsUrl: string }> {
    const port = await chooseTestPort();
    const opsUrl = `http://127.0.0.1:${port}`;
    const { redisUrl, queuePrefix } = queues.config;
    const child = await startProcess({
      entry: 'apps/indexer/src/main.ts',
      env: {
        DATABASE_URL: database.url,
        ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
        QUEUE_PREFIX: queuePrefix,
        SOLANA_RPC_URL: chain.rpcUrl,
        POLL_INTERVAL_MS: '200',
        RPC_REQUESTS_PER_SECOND: '1000',
        INDEXER_PORT: String(port),
        ...env,
      },
      ready: { url: `${opsUrl}/health` },
    });
    running.push(child);
    return { child, opsUrl };
  }
  const countPolls = async (): Promise<number> =>
    (await database.sql`SELECT FROM lend.poll_batches WHERE kind = 'poll' AND outcome = 'committed'`).length;
  const untilPolled = async (): Promise<void> => {
    const before = await countPolls();
    await waitFor(async () => (await countPolls()) > before, { description: 'a poll' });
  };
  /** Lets the chain answer only after minutes, and waits until a batch waits for it. */
  async function holdBatch(opsUrl: string): Promise<void> {
    await untilPolled();
    await chain.setFaults({ latencyMs: 300_000 });
    let before = -1;
    const isHeld = async (): Promise<boolean> => {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      const [now, last] = [await countPolls(), before];
      before = now;
      return now === last && text.includes('tidemark_indexer_queue_jobs{queue="poll-batch",state="active"} 1');
    };
    await waitFor(isHeld, { description: 'a batch in hand', intervalMs: 500 });
  }

  it('comes at once with 143 at a second SIGTERM, and the next process goes on', async () => {
    const { child, opsUrl } = await start({ RPC_TIMEOUT_MS: '120000', SHUTDOWN_DEADLINE_MS: '600000' });
    await holdBatch(opsUrl);
    child.signal('SIGTERM');
    await waitFor(() => child.lines().some((line) => line.includes('shutdown started')));
    // Within a second it would be the same keypress, delivered twice.
    await delay(1_200);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 143 });
    expect(child.lines().at(-1)).toContain('second SIGTERM');
    await chain.setFaults({});
    await start();
    await untilPolled();
  }, 400_000);

  it('comes with 1 when the deadline passes over a node that does not answer, and the next process goes on', async () => {
    const { child, opsUrl } = await start({ RPC_TIMEOUT_MS: '120000', SHUTDOWN_DEADLINE_MS: '2000' });
    await holdBatch(opsUrl);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 1 });
    expect(child.lines().at(-1)).toContain('deadline of 2000 ms');
    await chain.setFaults({});
    await start();
    await untilPolled();
  }, 400_000);

  it('leaves a schedule that the next process goes on with, however often it comes and at whatever moment', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { child } = await start({ POLL_INTERVAL_MS: '100' });
      await untilPolled();
      await delay(37 * round);
      child.signal('SIGTERM');
      expect(await child.exited).toMatchObject({ code: 0 });
    }
  }, 600_000);
});
