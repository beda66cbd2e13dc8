import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type ManagedProcess, startManagedProcess } from './process/managed-process.ts';
import type { PostgresBinaries } from './binaries.ts';
import { asAccount, codeFromOutput, EmbeddedPostgresError, type ServerAccount } from './server-account.ts';
import { lastLines, serverEnvironment } from './init-cluster.ts';

const MAX_LOG_BYTES = 5_000_000;

export interface LaunchRequest {
  readonly clusterDir: string;
  readonly logFile: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount | null;
  readonly password: string;
  readonly port: number;
  readonly settings: Readonly<Record<string, string>>;
  readonly startTimeoutMs: number;
  readonly stopDeadlineMs: number;
  readonly removeDirIfAbandoned?: string;
}

/** Starts the server and returns when it has answered a query. On failure no server is left. */
export async function launchServer(request: LaunchRequest): Promise<ManagedProcess> {
  const logOffset = await rotateLog(request.logFile);
  const log = await open(request.logFile, 'a', 0o600);
  let server: ManagedProcess;
  try {
    server = await startManagedProcess({
      name: 'postgres',
      command: join(request.binaries.root, 'bin', 'postgres'),
      args: ['-D', request.clusterDir, ...settingArgs(request)],
      cwd: '/',
      env: serverEnvironment(),
      outputFd: log.fd,
      stopSignal: 'SIGINT',
      stopDeadlineMs: request.stopDeadlineMs,
      leaderOnly: true,
      ...(request.removeDirIfAbandoned === undefined ? {} : { removeDirIfAbandoned: request.removeDirIfAbandoned }),
      ...asAccount(request.account),
    });
  } finally {
    await log.close();
  }
  try {
    await waitUntilReady(request, server, logOffset);
    return server;
  } catch (error) {
    server.signal('SIGQUIT');
    await server.stop();
    throw error;
  }
}

function settingArgs(request: LaunchRequest): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(request.port),
    // TCP with a password is the only door; a socket's path can be too long or its folder open to others.
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    jit: 'off',
    ...request.settings,
  };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function waitUntilReady(request: LaunchRequest, server: ManagedProcess, logOffset: number): Promise<void> {
  const deadline = Date.now() + request.startTimeoutMs;
  while (Date.now() < deadline) {
    if (server.exit() !== null) break;
    if (await answers(request, server.pid)) return;
    await delay(20);
  }
  const log = await readLogFrom(request.logFile, logOffset);
  if (server.exit() === null) {
    const message = `Postgres was not ready after ${request.startTimeoutMs} ms (log: ${request.logFile}).`;
    throw new EmbeddedPostgresError('START_TIMEOUT', message, { serverLog: lastLines(log) });
  }
  const message = `Postgres ended while starting (log: ${request.logFile}).`;
  throw new EmbeddedPostgresError(codeFromOutput(log, 'START_FAILED'), message, { serverLog: lastLines(log.trim()) });
}

/** The pid file says `ready` in its eighth line; a query then proves that port and password work. */
async function answers(request: LaunchRequest, pid: number): Promise<boolean> {
  const lines = (await readFile(join(request.clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  if (Number(lines[0]) !== pid || lines[7]?.trim() !== 'ready') return false;
  const sql = postgres({
    host: '127.0.0.1',
    port: request.port,
    user: 'postgres',
    password: request.password,
    database: 'postgres',
    max: 1,
    connect_timeout: 5,
    onnotice: () => undefined,
  });
  try {
    await sql`select 1`;
    return true;
  } finally {
    await sql.end({ timeout: 1 });
  }
}

async function rotateLog(file: string): Promise<number> {
  const size = (await stat(file).catch(() => null))?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return size;
  await rename(file, `${file}.1`);
  return 0;
}

async function readLogFrom(file: string, offset: number): Promise<string> {
  const bytes = await readFile(file).catch(() => Buffer.alloc(0));
  return bytes.subarray(offset).toString('utf8');
}
