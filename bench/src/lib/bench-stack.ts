import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findFreePort,
  type ManagedProcess,
  startEmbeddedPostgres,
  startManagedProcess,
} from '@tidemark/embedded-postgres';
import { migrate } from '@tidemark/schema';
import { repositoryDir, waitFor } from '@tidemark/testing';
import { readCpuMs } from './process-use.ts';
import { FLEET_SIZE, FLEET_SLOT, writeFleet } from './reserve-fleet.ts';

export interface BenchStack {
  readonly databaseUrl: string;
  readonly workDir: string;
  /** Runs a built or bench program on a free port and waits until `readyPath` answers 200. */
  readonly startServer: (options: ServerOptions) => Promise<BenchServer>;
  readonly stop: () => Promise<void>;
}

export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  /** CPU that it had used when it answered. */
  readonly startCpuMs: number;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  readonly name: string;
  /** Relative to the repository. A `.ts` entry runs through tsx, a `.js` entry as built. */
  readonly entry: string;
  readonly args?: (port: number) => readonly string[];
  readonly env?: (port: number) => Readonly<Record<string, string>>;
  readonly readyPath: string;
  /** Flags of Node. */
  readonly nodeFlags?: readonly string[];
}

const READY_TIMEOUT_MS = 60_000;

/** A durable embedded Postgres (fsync on, as in use) in a temporary folder, migrated, and children that end with it. */
export async function startBenchStack(): Promise<BenchStack & { readonly postgresPid: number }> {
  const workDir = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  const postgres = await startEmbeddedPostgres({ dataDir: join(workDir, 'postgres'), port: 0 });
  await postgres.ensureDatabase('bench');
  const stack = await openBenchStack(postgres.url('bench'), workDir);
  return {
    ...stack,
    postgresPid: postgres.pid,
    stop: async () => {
      await stack.stop();
      await postgres.stop();
      await rm(workDir, { recursive: true, force: true });
    },
  };
}

/** The same over a database that is there already, which stays. */
export async function openBenchStack(databaseUrl: string, workDir: string): Promise<BenchStack> {
  await migrate({ url: databaseUrl });
  const children: ManagedProcess[] = [];
  return {
    databaseUrl,
    workDir,
    startServer: async (options) => {
      const port = await findFreePort(0);
      const child = await startManagedProcess({
        name: options.name,
        command: process.execPath,
        args: [
          ...(options.nodeFlags ?? []),
          ...loaderOf(options.entry),
          join(repositoryDir(), options.entry),
          ...(options.args?.(port) ?? []),
        ],
        cwd: repositoryDir(),
        env: { PATH: process.env['PATH'], NODE_ENV: 'production', LOG_LEVEL: 'warn', ...options.env?.(port) },
      });
      children.push(child);
      const url = `http://127.0.0.1:${port}`;
      await waitFor(() => answers(`${url}${options.readyPath}`, child), {
        timeoutMs: READY_TIMEOUT_MS,
        description: `${options.name} to answer`,
      });
      const startCpuMs = await readCpuMs(child.pid);
      return { url, pid: child.pid, startCpuMs, stop: async () => void (await child.stop()) };
    },
    stop: async () => {
      for (const child of children.toReversed()) await child.stop();
    },
  };
}

/** What the image and the compose file start programs with, and the API. */
const IMAGE_ENV = { MALLOC_ARENA_MAX: '2' };
const API_NODE_FLAGS = ['--max-semi-space-size=2'];

/** Variables beyond those that every bench sets. */
type MoreEnv = Readonly<Record<string, string>>;

/** Localnet over the fleet; with 0 milliseconds a slot its clock is frozen and every poll reads the same 557 accounts. */
export async function startFleetLocalnet(stack: BenchStack, slotMs: number, env: MoreEnv = {}): Promise<string> {
  return (await startFleetChain(stack, slotMs, env)).url;
}

/** The same, to be stopped before the stack is. */
export async function startFleetChain(stack: BenchStack, slotMs: number, env: MoreEnv = {}): Promise<BenchServer> {
  const accountsDir = join(stack.workDir, 'accounts');
  await writeFleet(accountsDir, FLEET_SIZE);
  return stack.startServer({
    name: 'localnet',
    entry: 'apps/localnet/dist/main.js',
    readyPath: '/health',
    env: (port): MoreEnv => ({
      LOCALNET_PORT: String(port),
      LOCALNET_ACCOUNTS: accountsDir,
      LOCALNET_SLOT: String(FLEET_SLOT),
      LOCALNET_SLOT_MS: String(slotMs),
      LOCALNET_REPORTED_SLOT_MS: '400',
      ...env,
    }),
  });
}

export async function startFleetIndexer(
  stack: BenchStack,
  rpcUrl: string,
  pollIntervalMs: number,
  env: MoreEnv = {},
): Promise<BenchServer> {
  return stack.startServer({
    name: 'indexer',
    entry: 'apps/indexer/dist/main.js',
    readyPath: '/ready',
    env: (port): MoreEnv => ({
      ...IMAGE_ENV,
      DATABASE_URL: stack.databaseUrl,
      SOLANA_RPC_URL: rpcUrl,
      POLL_INTERVAL_MS: String(pollIntervalMs),
      PRICE_INTERVAL_MS: '0',
      RPC_REQUESTS_PER_SECOND: '1000',
      INDEXER_PORT: String(port),
      ...env,
    }),
  });
}

/** The API as it is started in use; data of any age count as ready. */
export async function startFleetApi(stack: BenchStack, env: MoreEnv = {}): Promise<BenchServer> {
  return stack.startServer({
    name: 'api',
    entry: 'apps/api/dist/main.js',
    nodeFlags: API_NODE_FLAGS,
    readyPath: '/ready',
    env: (port): MoreEnv => ({
      ...IMAGE_ENV,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: stack.databaseUrl,
      READY_MAX_AGE_MS: '3600000000000',
      ...env,
    }),
  });
}

function loaderOf(entry: string): readonly string[] {
  return entry.endsWith('.ts') ? ['--conditions=@tidemark/source', '--import', import.meta.resolve('tsx')] : [];
}

async function answers(url: string, child: ManagedProcess): Promise<boolean> {
  if (child.exit() !== null) throw new Error(`${child.name} ended early:\n${child.tail().join('\n')}`);
  const response = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null);
  await response?.arrayBuffer();
  return response?.status === 200;
}
