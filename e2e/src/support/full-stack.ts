import { type StartLocalnetOptions, startLocalnet, type TestLocalnet, type TestProcess } from '@tidemark/testing';
import { createChainControl } from './chain-control.ts';
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
  const control = createChainControl(localnet.rpcUrl);
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
      await control.setClock({ slot: Number(slot), unixTime: Number(unixTime) });
    },
    stop: async () => {
      await api.process.stop();
      await Promise.all(indexers.map((each) => each.stop()));
      await localnet.stop();
      await database.drop();
    },
  };
}
