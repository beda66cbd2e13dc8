import { readdir, readFile } from 'node:fs/promises';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { CLUSTER_SETTINGS, DATABASE_NAME } from './cluster-template.ts';

/** A Postgres server of the run's own, which may be killed and started again in the same place. */
export interface DatabaseServer {
  readonly url: string;
  /** A connection that is not the pipeline's: reads, and faults that are made with SQL. Reconnects by itself. */
  readonly admin: Sql;
  /** SIGKILL to the server alone; what it had started notices. */
  kill(): Promise<void>;
  /** Immediate shutdown: as a crash, told to everybody. */
  stopImmediately(): Promise<void>;
  /** Starts it again; resolves when it answers. */
  start(): Promise<void>;
  /** SIGKILL to one process that serves the pipeline; the server then restarts all of them. False where there is none. */
  killBackend(): Promise<boolean>;
  /** SIGSTOP or SIGCONT to the server and all that it started. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server over a copied cluster. */
export async function startDatabaseServer(dir: string): Promise<DatabaseServer> {
  const launch = (port: number, strictPort: boolean): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: dir, port, strictPort, settings: CLUSTER_SETTINGS });
  let server = await launch(0, false);
  const { port } = server;
  const url = server.url(DATABASE_NAME);
  const admin = postgres(url, {
    max: 4,
    // The driver asks for them with a promise that nobody holds: a connection lost meanwhile would end this process.
    fetch_types: false,
    onnotice: () => undefined,
    connect_timeout: 5,
    backoff: () => 0.05,
    // A server that was made read-only must still take the order to end that.
    connection: { application_name: 'simulation', default_transaction_read_only: false },
  });
  return {
    url,
    admin,
    kill: async () => {
      process.kill(server.pid, 'SIGKILL');
      await server.kill();
    },
    stopImmediately: () => server.kill(),
    start: async () => {
      // The processes of a killed server go a moment after it, and hold its memory until then.
      server = await waitFor(() => launch(port, true), { timeoutMs: 60_000, description: 'Postgres to start again' });
    },
    killBackend: async () => {
      const [row] = await admin<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tidemark%' ORDER BY random() LIMIT 1`;
      return row !== undefined && trySignal(row.pid, 'SIGKILL');
    },
    signalAll: async (signal) => {
      for (const pid of [server.pid, ...(await childrenOf(server.pid))]) trySignal(pid, signal);
    },
    stop: async () => {
      await admin.end({ timeout: 5 });
      await server.stop();
    },
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // It ended between the look and the signal.
    return false;
  }
}
