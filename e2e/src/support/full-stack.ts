import { type StartLocalnetOptions, startLocalnet, type TestLocalnet, type TestProcess } from '@tidemark/testing';
import { createStackDatabase, startApi, startIndexer } from './stack-processes.ts';

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

/** Chain, indexer and API as processes of their own over a database of its own: what a user runs, without the embedding. */
export async function startFullStack(options: FullStackOptions): Promise<FullStack> {
  const database = await createStackDatabase();
  const localnet = await startLocalnet({
    ...options.localnet,
    env: { LOCALNET_CONTROL: '1', ...options.localnet.env },
  });
  const indexer = {
    databaseUrl: database.url,
    rpcUrl: localnet.rpcUrl,
    env: { REDIS_URL: options.redisUrl, ...options.indexerEnv },
  };
  const indexers = await Promise.all(Array.from({ length: options.indexers ?? 1 }, () => startIndexer(indexer)));
  const api = await startApi({ databaseUrl: database.url });
  return {
    apiUrl: api.url,
    databaseUrl: database.url,
    localnet,
    indexers,
    api: api.process,
    setClock: async ({ slot, unixTime }) => {
      const response = await fetch(`${localnet.rpcUrl}/control/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ slot: Number(slot), unixTime: Number(unixTime) }),
        signal: AbortSignal.timeout(30_000),
      });
      if (!response.ok) throw new Error(`localnet refused the clock: ${await response.text()}`);
    },
    stop: async () => {
      await api.process.stop();
      await Promise.all(indexers.map((each) => each.stop()));
      await localnet.stop();
      await database.drop();
    },
  };
}
