import {
  chooseTestPort,
  type QueueBackend,
  startProcess,
  startTcpProxy,
  type TcpProxy,
  type TestProcess,
  waitFor,
} from '@tidemark/testing';
import { startTestChain, type TestChain } from './test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from './test-database.ts';
import { openTestQueues } from './test-queues.ts';

export const INDEXER_ENTRY = 'apps/indexer/src/main.ts';

export interface StartedIndexer {
  readonly child: TestProcess;
  readonly opsUrl: string;
}

/** A chain with one reserve, a database and queues, for tests of the indexer as a process. */
export interface IndexerWorld {
  readonly chain: TestChain;
  readonly database: IndexerTestDatabase;
  /** Before the server of the queues. That is the database's, and all of it, where the queues are on Postgres. */
  readonly proxy: TcpProxy;
  /** What an indexer of this world is started with. */
  readonly environment: Readonly<Record<string, string>>;
  /** Resolves when the indexer answers `/ready` with 200, or the path that is given. */
  readonly start: (env?: Readonly<Record<string, string>>, readyPath?: '/ready' | '/health') => Promise<StartedIndexer>;
  readonly countPolls: () => Promise<number>;
  /** Waits for some more committed polls than there are. */
  readonly untilPolled: (wait?: { more?: number; timeoutMs?: number }) => Promise<void>;
  /** Lets the chain answer only after so long, and waits until a batch waits for it and nothing else is committed. */
  readonly holdBatch: (opsUrl: string, latencyMs: number) => Promise<void>;
  /** Ends all of it, the processes first. */
  readonly close: () => Promise<void>;
}

/** How long nothing is committed before a batch counts as held. */
const HELD_QUIET_MS = 1_000;
/** Lines of each indexer that a failure shows. */
const LINES_TOLD = 40;

/** A start of these processes takes longer than most tests, so the tests of a file share a world and come one after the other. */
export async function openIndexerWorld(backend: QueueBackend): Promise<IndexerWorld> {
  const stops: (() => Promise<unknown>)[] = [];
  const children: TestProcess[] = [];
  const chain = await startTestChain();
  stops.push(() => chain.stop());
  await chain.putMarket('lending market');
  await chain.putReserve('usdc');
  const database = await openTestDatabase();
  stops.push(database.drop);
  const queues = openTestQueues(backend);
  stops.push(queues.drop);
  const { redisUrl } = queues.config;
  const { hostname, port } = new URL(redisUrl ?? database.url);
  const proxy = await startTcpProxy(hostname, Number(port === '' ? 6379 : port));
  stops.push(proxy.close);

  const environment = environmentOf({ chain, database, proxy }, queues.config);
  const countPolls = () => countCommittedPolls(database);
  return {
    chain,
    database,
    proxy,
    environment,
    countPolls,
    async start(env = {}, readyPath = '/ready') {
      const opsPort = await chooseTestPort();
      const opsUrl = `http://127.0.0.1:${opsPort}`;
      const child = await startProcess({
        entry: INDEXER_ENTRY,
        env: { ...environment, INDEXER_PORT: String(opsPort), ...env },
        ready: { url: `${opsUrl}${readyPath}` },
      });
      stops.push(child.stop);
      children.push(child);
      return { child, opsUrl };
    },
    async untilPolled({ more = 1, timeoutMs = 120_000 } = {}) {
      const before = await countPolls();
      await waitFor(async () => (await countPolls()) >= before + more, { description: 'polls', timeoutMs }).catch(
        (error: unknown) => {
          const said = children.flatMap((child) => child.lines().slice(-LINES_TOLD)).join('\n');
          throw new Error(`${String(error)}. The indexers said:\n${said}`, { cause: error });
        },
      );
    },
    async holdBatch(opsUrl, latencyMs) {
      await chain.setFaults({ latencyMs });
      await untilHeld(opsUrl, countPolls);
    },
    async close() {
      for (let stop = stops.pop(); stop !== undefined; stop = stops.pop()) await stop();
    },
  };
}

function environmentOf(
  { chain, database, proxy }: Pick<IndexerWorld, 'chain' | 'database' | 'proxy'>,
  { redisUrl, queuePrefix }: ReturnType<typeof openTestQueues>['config'],
): Readonly<Record<string, string>> {
  return {
    DATABASE_URL: redisUrl === null ? proxy.urlFor(database.url) : database.url,
    ...(redisUrl === null ? {} : { REDIS_URL: proxy.urlFor(redisUrl) }),
    QUEUE_PREFIX: queuePrefix,
    SOLANA_RPC_URL: chain.rpcUrl,
    POLL_INTERVAL_MS: '2000',
    // The chain stands still: without this it would be said so, and nothing more be committed.
    GAP_AFTER_MS: '86400000',
    RPC_REQUESTS_PER_SECOND: '1000',
    INDEXER_PORT: '0',
  };
}

async function countCommittedPolls({ sql }: IndexerTestDatabase): Promise<number> {
  const [row] = await sql<{ polls: number }[]>`
    SELECT count(*)::int AS polls FROM lend.poll_batches WHERE kind = 'poll' AND outcome = 'committed'`;
  return row?.polls ?? 0;
}

/** Waits until a batch is in hand and nothing has been committed for a while. */
async function untilHeld(opsUrl: string, countPolls: () => Promise<number>): Promise<void> {
  let committed = -1;
  let since = 0;
  const isHeld = async (): Promise<boolean> => {
    const text = await (await fetch(`${opsUrl}/metrics`)).text();
    const isActive = text.includes('tidemark_indexer_queue_jobs{queue="batches",state="active"} 1');
    const now = await countPolls();
    if (!isActive || now !== committed) since = performance.now();
    committed = now;
    return performance.now() - since > HELD_QUIET_MS;
  };
  await waitFor(isHeld, { description: 'a batch in hand', intervalMs: 100 });
}
