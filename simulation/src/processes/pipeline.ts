import type { ManagedProcess } from '@tidemark/embedded-postgres';
import { choosePort } from '../network/choose-port.ts';
import { type ProgramOptions, startProgram } from './start-program.ts';
import type { WallClock } from './wall-clock.ts';

/** Chain seconds between two observations beyond which the time between them counts as not observed. */
export const GAP_AFTER_SECONDS = 30;
export const HEARTBEAT_SECONDS = 600;
const PRICE_INTERVAL_MS = 1_000;
const DISCOVER_INTERVAL_MS = 3_000;

export interface IndexerSettings {
  readonly name: string;
  readonly databaseUrl: string;
  readonly redisUrl: string | null;
  readonly rpcUrls: readonly string[];
  /** Empty: polls only. */
  readonly wsUrls: readonly string[];
  readonly pollIntervalMs: number;
  readonly logDir: string;
  /** Of reads of oracles; one a second when left out. */
  readonly priceIntervalMs?: number;
  readonly liquidityIntervalMs: number;
  /** Of the search for new reserves; three seconds when left out. */
  readonly discoverIntervalMs?: number;
  /** Of /health and /ready; any when left out. */
  readonly opsPort?: number;
  /** The machine's own when left out. */
  readonly clock?: WallClock;
  /** The repository that the program is of; this one when left out. */
  readonly codeDir?: string;
}

/** Starts an indexer and does not wait for it: under faults it may take long, or give up. */
export async function startIndexer(settings: IndexerSettings): Promise<ManagedProcess> {
  const { name, databaseUrl, redisUrl, rpcUrls, wsUrls, pollIntervalMs, logDir } = settings;
  return startProgram({
    name,
    logDir,
    entry: 'apps/indexer/dist/main.js',
    ...(settings.codeDir === undefined ? {} : { codeDir: settings.codeDir }),
    env: {
      ...settings.clock?.env,
      LOG_LEVEL: 'warn',
      DATABASE_URL: databaseUrl,
      REDIS_URL: redisUrl ?? undefined,
      SOLANA_RPC_URL: rpcUrls.join(','),
      SOLANA_WS_URL: wsUrls.length === 0 ? undefined : wsUrls.join(','),
      INDEXER_PORT: String(settings.opsPort ?? 0),
      POLL_INTERVAL_MS: String(pollIntervalMs),
      DISCOVER_INTERVAL_MS: String(settings.discoverIntervalMs ?? DISCOVER_INTERVAL_MS),
      PRICE_INTERVAL_MS: String(settings.priceIntervalMs ?? PRICE_INTERVAL_MS),
      LIQUIDITY_INTERVAL_MS: String(settings.liquidityIntervalMs),
      // What was searched for while a node refused to list accounts is searched for again within the run.
      LIQUIDITY_SEARCH_INTERVAL_MS: '120000',
      LIQUIDITY_CALLS_PER_MINUTE: '60000',
      // A run has few reads: each has all pools that count, so that faults of small ones are seen.
      LIQUIDITY_SMALL_POOL_RUNS: '1',
      ROLLUP_INTERVAL_MS: '1000',
      GAP_AFTER_MS: String(GAP_AFTER_SECONDS * 1000),
      // The chain's clock stands in another month than this machine's, by which rows grow old.
      POLL_BATCH_RETENTION_DAYS: '0',
      HEARTBEAT_MS: String(HEARTBEAT_SECONDS * 1000),
      RPC_TIMEOUT_MS: '700',
      RPC_MAX_RETRIES: '1',
      RPC_REQUESTS_PER_SECOND: '1000',
      // Several outages in a row, on a busy machine, must not decide whether a start is given up.
      START_TIMEOUT_MS: '600000',
    },
  });
}

export interface ApiServer {
  readonly process: ManagedProcess;
  /** Past the link. */
  readonly url: string;
  readonly port: number;
}

export interface ApiSettings {
  readonly databaseUrl: string;
  readonly logDir: string;
  readonly clock?: WallClock;
  readonly codeDir?: string;
}

/** Starts an API on a port of its own. It answers before there are data. */
export async function startApi({ databaseUrl, logDir, clock, codeDir }: ApiSettings): Promise<ApiServer> {
  const port = await choosePort();
  const program = await startProgram({
    name: 'api',
    logDir,
    entry: 'apps/api/dist/main.js',
    ...(codeDir === undefined ? {} : { codeDir }),
    env: {
      ...clock?.env,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      LATEST_POLL_INTERVAL_MS: '500',
      KEY_REQUESTS_PER_MINUTE: '1000000',
      // How busy the machine is must not decide what is answered.
      OVERLOAD_MAX_LOOP_LAG_MS: '0',
      OVERLOAD_MAX_WAIT_MS: '30000',
    },
  });
  return { process: program, url: `http://127.0.0.1:${port}`, port };
}

/** Brings the database to the schema of a version, as each deploy does. Throws with its output when it fails. */
export async function runMigrations(databaseUrl: string, codeDir?: string): Promise<void> {
  await runToItsEnd({
    name: 'migrate',
    entry: 'packages/schema/dist/migrate-cli.js',
    ...(codeDir === undefined ? {} : { codeDir }),
    env: { DATABASE_URL: databaseUrl },
  });
}

/** Returns what the program said. */
export async function runToItsEnd(options: ProgramOptions): Promise<readonly string[]> {
  const program = await startProgram(options);
  const { code } = await program.exited;
  if (code !== 0) throw new Error(`${options.name} ended with ${code}:\n${program.tail().join('\n')}`);
  return program.tail();
}
