import { migrate } from '@tidemark/schema';
import {
  chooseTestPort,
  createTestDatabase,
  startProcess,
  type TestDatabase,
  type TestProcess,
} from '@tidemark/testing';

type Environment = Readonly<Record<string, string | undefined>>;

/** A migrated database of its own. */
export function createStackDatabase(): Promise<TestDatabase> {
  return createTestDatabase({ template: { name: 'schema', prepare: async (url) => void (await migrate({ url })) } });
}

export interface IndexerSettings {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly env?: Environment;
}

/** An indexer that polls fast, ready to work. */
export async function startIndexer({ databaseUrl, rpcUrl, env }: IndexerSettings): Promise<TestProcess> {
  const port = await chooseTestPort();
  return startProcess({
    entry: 'apps/indexer/src/main.ts',
    env: {
      DATABASE_URL: databaseUrl,
      SOLANA_RPC_URL: rpcUrl,
      INDEXER_PORT: String(port),
      POLL_INTERVAL_MS: '200',
      RPC_REQUESTS_PER_SECOND: '500',
      LOG_LEVEL: 'warn',
      ...env,
    },
    ready: { url: `http://127.0.0.1:${port}/ready` },
  });
}

export interface ApiSettings {
  readonly databaseUrl: string;
  /** Any free one when left out. */
  readonly port?: number;
  /** `/ready` needs data; `/health` only a process. `/ready` when left out. */
  readonly readyPath?: '/ready' | '/health';
  readonly env?: Environment;
}

export interface RunningApi {
  readonly url: string;
  readonly port: number;
  readonly process: TestProcess;
}

/** The API on this machine. */
export async function startApi(settings: ApiSettings): Promise<RunningApi> {
  const port = settings.port ?? (await chooseTestPort());
  const url = `http://127.0.0.1:${port}`;
  const process = await startProcess({
    entry: 'apps/api/src/main.ts',
    env: {
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: settings.databaseUrl,
      LOG_LEVEL: 'info',
      ...settings.env,
    },
    ready: { url: `${url}${settings.readyPath ?? '/ready'}` },
  });
  return { url, port, process };
}
