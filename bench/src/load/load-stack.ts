import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import {
  type BenchServer,
  type BenchStack,
  openBenchStack,
  startFleetApi,
  startFleetChain,
  startFleetIndexer,
} from '../lib/bench-stack.ts';

export interface LoadStack {
  readonly databaseUrl: string;
  readonly rpcUrl: string;
  readonly api: BenchServer;
  /** The indexer that runs now. */
  readonly indexer: () => BenchServer;
  /** The bench's own connection, which survives what is done to the database. */
  readonly admin: Sql;
  killIndexer(): Promise<void>;
  startIndexer(): Promise<void>;
  restartPostgres(): Promise<void>;
  stop(): Promise<void>;
}

export const POLL_INTERVAL_MS = 2_000;
/** Two observations of a reserve that lie further apart are a gap: so short that the stops of this run are some. */
export const GAP_AFTER_MS = 6_000;
const SLOT_MS = 400;

/** Localnet, indexer and API as they are used, over a durable Postgres that can be restarted. */
export async function startLoadStack({ follow }: { readonly follow: boolean }): Promise<LoadStack> {
  const workDir = await mkdtemp(join(tmpdir(), 'tidemark-load-'));
  const dataDir = join(workDir, 'postgres');
  let server = await startEmbeddedPostgres({ dataDir, port: 0 });
  const { port } = server;
  await server.ensureDatabase('bench');
  const databaseUrl = server.url('bench');
  const stack = await openBenchStack(databaseUrl, workDir);
  const chain = await startFleetChain(stack, SLOT_MS, { LOCALNET_CONTROL: 'true' });
  const startIndexer = (): Promise<BenchServer> => startLoadIndexer(stack, chain.url, follow);
  let indexer = await startIndexer();
  const api = await startFleetApi(stack);
  const admin = connectAdmin(databaseUrl);
  return {
    ...{ databaseUrl, rpcUrl: chain.url, api, admin },
    indexer: () => indexer,
    killIndexer: async () => {
      process.kill(indexer.pid, 'SIGKILL');
      await indexer.stop();
    },
    startIndexer: async () => {
      indexer = await startIndexer();
    },
    restartPostgres: async () => {
      await server.stop();
      server = await startAgain(dataDir, port);
    },
    stop: async () => {
      await admin.end({ timeout: 5 });
      await stack.stop();
      await server.stop();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

function startLoadIndexer(stack: BenchStack, rpcUrl: string, follow: boolean): Promise<BenchServer> {
  return startFleetIndexer(stack, rpcUrl, POLL_INTERVAL_MS, {
    GAP_AFTER_MS: String(GAP_AFTER_MS),
    ROLLUP_INTERVAL_MS: '5000',
    RPC_TIMEOUT_MS: '2000',
    ...(follow ? { SOLANA_WS_URL: rpcUrl.replace(/^http/, 'ws') } : {}),
  });
}

/** The server's processes go a moment after it, and hold its port and memory until then. */
function startAgain(dataDir: string, port: number): Promise<EmbeddedPostgres> {
  return waitFor(() => startEmbeddedPostgres({ dataDir, port, strictPort: true }), {
    timeoutMs: 60_000,
    intervalMs: 250,
    description: 'Postgres to start again',
  });
}

function connectAdmin(url: string): Sql {
  return postgres(url, {
    max: 2,
    // The driver leaves the promise of that query unhandled: a connection lost meanwhile would end this process.
    fetch_types: false,
    onnotice: () => undefined,
    connect_timeout: 5,
    backoff: () => 0.1,
    connection: { application_name: 'bench' },
  });
}
