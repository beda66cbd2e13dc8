import { EXIT_WEDGED, STALL_SIGNAL } from '@tidemark/runtime';
import {
  chooseTestPort,
  queueBackends,
  startProcess,
  startTcpProxy,
  type TcpProxy,
  type TestProcess,
  waitFor,
} from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestChain, type TestChain } from '../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { openTestQueues, type TestQueues } from '../test/test-queues.ts';

// A loaded machine takes long to start a process.
vi.setConfig({ testTimeout: 400_000 });

const ENTRY = 'apps/indexer/src/main.ts';
/** Lets a signal stop the event loop: a door that only whoever starts the process can make. */
const BLOCK_ON_SIGUSR2 = preload("process.on('SIGUSR2',()=>{for(;;);})");
/** Takes the time limit from requests that are under way, and from nothing else that is needed here. */
const WAIT_FOR_EVER_ON_SIGUSR2 = preload("process.on('SIGUSR2',()=>{AbortController.prototype.abort=()=>{};})");
/** Nine seconds without an end: three calls of a batch that wait for a node in vain. */
const QUICK = { RPC_TIMEOUT_MS: '3000', RPC_MAX_RETRIES: '0', WATCHDOG_PROGRESS_MS: '2000' };
const LIMITS_MS = 25_000;
let chain: TestChain;
let database: IndexerTestDatabase;
let queues: TestQueues;
let proxy: TcpProxy;
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
  await proxy.close();
  await queues.drop();
  await database.drop();
});

function preload(program: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` };
}

/** An indexer that reaches its queues, and the database where they are there, through the proxy. */
async function start(backend: ReturnType<typeof queueBackends>[number], env: Record<string, string> = {}) {
  queues = openTestQueues(backend);
  const { redisUrl, queuePrefix } = queues.config;
  const { hostname, port } = new URL(redisUrl ?? database.url);
  proxy = await startTcpProxy(hostname, Number(port === '' ? 6379 : port));
  const opsPort = await chooseTestPort();
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const child = await startProcess({
    entry: ENTRY,
    env: {
      DATABASE_URL: redisUrl === null ? proxy.urlFor(database.url) : database.url,
      ...(redisUrl === null ? {} : { REDIS_URL: proxy.urlFor(redisUrl) }),
      QUEUE_PREFIX: queuePrefix,
      SOLANA_RPC_URL: chain.rpcUrl,
      POLL_INTERVAL_MS: '200',
      RPC_REQUESTS_PER_SECOND: '1000',
      INDEXER_PORT: String(opsPort),
      ...env,
    },
    ready: { url: `${opsUrl}/ready` },
  });
  running.push(child);
  return { child, opsUrl };
}
const countPolls = async (): Promise<number> =>
  (await database.sql`SELECT FROM lend.poll_batches WHERE kind = 'poll' AND outcome = 'committed'`).length;
const untilPolled = async (timeoutMs: number): Promise<void> => {
  const before = await countPolls();
  await waitFor(async () => (await countPolls()) > before + 2, { description: 'polls', timeoutMs });
};

describe('an indexer that hangs', () => {
  it('is ended when its event loop stands still', async () => {
    const { child } = await start('postgres', { ...BLOCK_ON_SIGUSR2, WATCHDOG_STALL_MS: '12000' });
    child.signal('SIGUSR2');
    expect(await child.exited).toEqual({ code: null, signal: STALL_SIGNAL });
    expect(child.lines().join('\n')).toContain('the event loop stands still');
  });

  it('ends itself when no poll comes to an end, though everything else goes on', async () => {
    const { child } = await start('postgres', {
      ...WAIT_FOR_EVER_ON_SIGUSR2,
      WATCHDOG_PROGRESS_MS: '3000',
      RPC_TIMEOUT_MS: '500',
      RPC_MAX_RETRIES: '0',
      SHUTDOWN_DEADLINE_MS: '3000',
    });
    child.signal('SIGUSR2');
    await chain.setFaults({ latencyMs: 300_000 });
    expect(await child.exited).toMatchObject({ code: EXIT_WEDGED });
    const line = child.lines().find((text) => text.includes('ended by the watchdog')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ source: 'poll', exitCode: EXIT_WEDGED });
  });
});

describe.each(queueBackends())('an indexer that waits, its queues on %s,', (backend) => {
  it('goes on while its queue refuses it, for longer than the limit, and polls again afterwards', async () => {
    const { child } = await start(backend, QUICK);
    await untilPolled(120_000);
    await proxy.cut();
    const from = performance.now();
    await waitFor(() => performance.now() - from > LIMITS_MS, { description: 'two limits', timeoutMs: 2 * LIMITS_MS });
    await proxy.restore();
    await untilPolled(120_000);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  }, 400_000);

  it('goes on while polls fail', async () => {
    const { child } = await start(backend, QUICK);
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'], refuseWith: 'forbidden' });
    const from = performance.now();
    await waitFor(() => performance.now() - from > LIMITS_MS, { description: 'two limits', timeoutMs: 2 * LIMITS_MS });
    await chain.setFaults({});
    await untilPolled(120_000);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('goes on when it was stopped for longer than its limits', async () => {
    const { child } = await start(backend, { ...QUICK, WATCHDOG_STALL_MS: '12000' });
    child.signal('SIGSTOP');
    const from = performance.now();
    await waitFor(() => performance.now() - from > LIMITS_MS, { description: 'two limits', timeoutMs: 2 * LIMITS_MS });
    child.signal('SIGCONT');
    await untilPolled(120_000);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('comes back by itself from connections that have died without a word', async () => {
    const { child } = await start(backend);
    await untilPolled(120_000);
    proxy.freeze();
    proxy.thaw();
    await untilPolled(180_000);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  }, 400_000);
});
