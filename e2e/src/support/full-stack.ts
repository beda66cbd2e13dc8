import { migrate } from '@tidemark/schema';
import {
  createTestDatabase,
  type StartLocalnetOptions,
  startLocalnet,
  startProcess,
  type TestLocalnet,
  type TestProcess,
} from '@tidemark/testing';
import { findFreePort } from '@tidemark/runtime';

export interface FullStackOptions {
  readonly localnet: StartLocalnetOptions;
  readonly indexerEnv?: Readonly<Record<string, string>>;
  /** BullMQ on this Redis; on Postgres when left out. */
  readonly redisUrl?: string;
  /** How many indexer processes share the queue; 1 when left out. */
  readonly indexers?: number;
}

export interface FullStack {
  readonly apiUrl: string;
  readonly databaseUrl: string;
  readonly localnet: TestLocalnet;
  readonly indexers: readonly TestProcess[];
  readonly api: TestProcess;
  /** Sets the frozen clock of the chain. */
  readonly setClock: (clock: { slot: bigint; unixTime: bigint }) => Promise<void>;
  readonly stop: () => Promise<void>;
}

const DATABASE = { name: 'schema', prepare: async (url: string) => void (await migrate({ url })) };

/** Chain, indexer and API as processes of their own over a database of its own: what a user runs, without the embedding. */
export async function startFullStack(options: FullStackOptions): Promise<FullStack> {
  const database = await createTestDatabase({ template: DATABASE });
  const localnet = await startLocalnet({
    ...options.localnet,
    env: { LOCALNET_CONTROL: '1', ...options.localnet.env },
  });
  const indexers = await Promise.all(
    Array.from({ length: options.indexers ?? 1 }, () => startIndexer(database.url, localnet.rpcUrl, options)),
  );
  const apiPort = await findFreePort(0);
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const api = await startProcess({
    entry: 'apps/api/src/main.ts',
    env: { PORT: String(apiPort), HOST: '127.0.0.1', DATABASE_URL: database.url, LOG_LEVEL: 'info' },
    ready: { url: `${apiUrl}/ready` },
  });
  return {
    apiUrl,
    databaseUrl: database.url,
    localnet,
    indexers,
    api,
    setClock: async ({ slot, unixTime }) => {
      const body = JSON.stringify({ slot: Number(slot), unixTime: Number(unixTime) });
      const response = await fetch(`${localnet.rpcUrl}/control/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      });
      if (!response.ok) throw new Error(`the clock was not set: ${await response.text()}`);
    },
    stop: async () => {
      await api.stop();
      await Promise.all(indexers.map((indexer) => indexer.stop()));
      await localnet.stop();
      await database.drop();
    },
  };
}

async function startIndexer(databaseUrl: string, rpcUrl: string, options: FullStackOptions): Promise<TestProcess> {
  const port = await findFreePort(0);
  return startProcess({
    entry: 'apps/indexer/src/main.ts',
    env: {
      DATABASE_URL: databaseUrl,
      SOLANA_RPC_URL: rpcUrl,
      REDIS_URL: options.redisUrl,
      INDEXER_PORT: String(port),
      POLL_INTERVAL_MS: '200',
      RPC_REQUESTS_PER_SECOND: '500',
      LOG_LEVEL: 'warn',
      ...options.indexerEnv,
    },
    ready: { url: `http://127.0.0.1:${port}/ready` },
  });
}
