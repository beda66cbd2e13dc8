import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { choosePort } from '../network/choose-port.ts';
import { type Link, startLink } from '../network/link.ts';
import { CLUSTER_SETTINGS, DATABASE_NAME } from './cluster-template.ts';
import type { Disk } from './disk.ts';

/** A Postgres server of the run's own, which may be killed and started again in the same place. */
export interface DatabaseServer {
  /** The pipeline's way to it. */
  readonly url: string;
  readonly link: Link;
  /** The way past the link. */
  readonly directUrl: string;
  /** A connection that is not the pipeline's: reads, and faults that are made with SQL. Reconnects by itself. */
  readonly admin: Sql;
  /** Of limited size; null where the cluster lies on an ordinary one. */
  readonly disk: Disk | null;
  /** SIGKILL to the server alone; what it had started notices. */
  kill(): Promise<void>;
  /** Immediate shutdown: like a crash, but clients are notified. */
  stopImmediately(): Promise<void>;
  /** Starts it again, unless it runs; resolves when it answers. */
  start(): Promise<void>;
  /**
   * SIGKILL to one process that serves the pipeline, whichever `draw` says; the server then restarts all of them. False where
   * there is none.
   */
  killBackend(draw: number): Promise<boolean>;
  /** SIGSTOP or SIGCONT to the server and all that it started. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** From now on: how many lines of the server's log match. */
  watchLog(): Promise<(pattern: RegExp) => Promise<number>>;
  stop(): Promise<void>;
}

export interface ServerPlace {
  /** A copied cluster. */
  readonly dir: string;
  readonly disk: Disk | null;
}

/** Starts a server over a copied cluster. */
export async function startDatabaseServer({ dir, disk }: ServerPlace): Promise<DatabaseServer> {
  const port = await choosePort();
  const launch = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({ dataDir: dir, port, strictPort: true, settings: CLUSTER_SETTINGS });
  let server = await launch();
  const link = await startLink(port);
  const directUrl = server.url(DATABASE_NAME);
  const admin = connectAdmin(directUrl);
  return {
    url: directUrl.replace(`:${port}/`, `:${link.port}/`),
    link,
    directUrl,
    admin,
    disk,
    kill: async () => {
      link.shut();
      process.kill(server.pid, 'SIGKILL');
      await server.kill();
    },
    stopImmediately: async () => {
      link.shut();
      await server.kill();
    },
    start: async () => {
      if (!(await isRunning(server))) {
        await server.kill();
        // The processes of a killed server go a moment after it, and hold its memory until then.
        server = await waitFor(launch, { timeoutMs: 60_000, description: 'Postgres to start again' });
      }
      await link.open();
    },
    killBackend: async (draw) => {
      const [row] = await admin<{ pid: number }[]>`
        SELECT pid FROM pg_stat_activity WHERE application_name LIKE 'tidemark%' ORDER BY ${drawnSession(admin, draw)} LIMIT 1`;
      return row !== undefined && trySignal(row.pid, 'SIGKILL');
    },
    signalAll: async (signal) => {
      for (const pid of [server.pid, ...(await childrenOf(server.pid))]) trySignal(pid, signal);
    },
    watchLog: () => watchLog(join(dir, 'server.log')),
    stop: async () => {
      await admin.end({ timeout: 5 });
      await link.stop();
      await server.stop();
    },
  };
}

/** An order of the rows of `pg_stat_activity`: by chance, and the same for the same draw and sessions. */
export function drawnSession(admin: Sql, draw: number) {
  return admin`hashint8extended(row_number() OVER (ORDER BY application_name, backend_start, pid), ${draw}::bigint)`;
}

function connectAdmin(url: string): Sql {
  return postgres(url, {
    max: 4,
    // The driver leaves the promise of that query unhandled: a connection lost meanwhile would end this process.
    fetch_types: false,
    onnotice: () => undefined,
    connect_timeout: 5,
    backoff: () => 0.05,
    // A server that was made read-only must still take the order to end that.
    connection: { application_name: 'simulation', default_transaction_read_only: false },
  });
}

function isRunning(server: EmbeddedPostgres): Promise<boolean> {
  return Promise.race([server.exited.then(() => false), new Promise<boolean>((go) => setImmediate(go, true))]);
}

async function watchLog(file: string): Promise<(pattern: RegExp) => Promise<number>> {
  const read = async (): Promise<Buffer> => readFile(file).catch(() => Buffer.alloc(0));
  const from = (await read()).length;
  return async (pattern) => {
    const log = await read();
    // A log that was set aside when it had grown long begins anew.
    const text = log.subarray(log.length < from ? 0 : from).toString('utf8');
    return text.split('\n').filter((line) => pattern.test(line)).length;
  };
}

async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const info = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      return Number(info.slice(info.lastIndexOf(')') + 2).split(' ')[1]);
    }),
  );
  return pids.filter((_, index) => parents[index] === parent);
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch {
    // It ended between the check and the signal.
    return false;
  }
}
