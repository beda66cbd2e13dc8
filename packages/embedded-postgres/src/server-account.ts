import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const execFileAsync = promisify(execFile);

/** The user that the server runs as; Postgres refuses to run as root. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/**
 * As root: the owner of the cluster if there is one already, `postgres` if the machine has that user, else `nobody`. Null
 * for a normal user, who runs the server himself; he is refused another one's cluster.
 */
export async function findServerAccount(clusterDir: string, myUid = process.getuid?.()): Promise<ServerAccount | null> {
  const owner = await stat(clusterDir).catch(() => null);
  if (myUid !== 0) {
    if (owner !== null && myUid !== undefined && owner.uid !== myUid) throw deniedError(clusterDir);
    return null;
  }
  if (owner !== null && owner.uid !== 0) return { name: `with id ${owner.uid}`, uid: owner.uid, gid: owner.gid };
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = await Promise.all([idOf('-u', name), idOf('-g', name)]);
    if (uid !== null && gid !== null && uid !== 0) return { name, uid, gid };
  }
  throw new EmbeddedPostgresError(
    'NO_UNPRIVILEGED_USER',
    'Postgres does not run as root, and this machine has neither a user `postgres` nor `nobody` to run it as. ' +
      'Run as a normal user, or set DATABASE_URL to a Postgres of your own.',
  );
}

/** The error for a folder that another user's run has made. */
export function deniedError(path: string, cause?: unknown): EmbeddedPostgresError {
  const message =
    `${path} belongs to another user; an earlier run as root or somebody else made it. Run as that user, remove the ` +
    'folder, or choose another one.';
  return new EmbeddedPostgresError('DATA_DIR_DENIED', message, { cause });
}

async function idOf(flag: '-u' | '-g', name: string): Promise<number | null> {
  const result = await execFileAsync('id', [flag, name]).catch(() => null);
  const id = Number(result?.stdout.trim() || Number.NaN);
  return Number.isSafeInteger(id) ? id : null;
}

/** Spawn options that make a child run as the account. */
export function asAccount(account: ServerAccount | null): { uid?: number; gid?: number } {
  return account === null ? {} : { uid: account.uid, gid: account.gid };
}

/** Whether the account can reach the folder, tried for real: modes, access lists and mounts all have a say. */
export async function canEnter(account: ServerAccount | null, dir: string): Promise<boolean> {
  const attempt = execFileAsync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', dir], { cwd: '/', ...asAccount(account) });
  return await attempt.then(
    () => true,
    () => false,
  );
}

/** Why the embedded Postgres could not be started or kept. */
export type EmbeddedPostgresErrorCode =
  | 'BINARIES_MISSING'
  | 'NO_UNPRIVILEGED_USER'
  | 'ALREADY_RUNNING'
  | 'DATA_DIR_DENIED'
  | 'PORT_TAKEN'
  | 'DISK_FULL'
  | 'VERSION_MISMATCH'
  | 'INIT_FAILED'
  | 'START_FAILED'
  | 'START_TIMEOUT';

/** An embedded Postgres that cannot run. The message says what to do; `serverLog` holds the server's last lines. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;
  readonly serverLog: string;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options: { serverLog?: string; cause?: unknown } = {}) {
    const log = options.serverLog?.trim() ?? '';
    super(log === '' ? message : `${message}\n${log}`, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.serverLog = log;
  }
}

/** Chooses the code that a piece of server output speaks of; `fallback` when it names none of the known troubles. */
export function codeFromOutput(output: string, fallback: EmbeddedPostgresErrorCode): EmbeddedPostgresErrorCode {
  if (/No space left on device|could not extend file|Disk quota exceeded/i.test(output)) return 'DISK_FULL';
  if (/could not bind IPv4 address|could not create any TCP\/IP sockets/i.test(output)) return 'PORT_TAKEN';
  if (/database files are incompatible with server/i.test(output)) return 'VERSION_MISMATCH';
  return fallback;
}
