import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './errors.ts';

const execFileAsync = promisify(execFile);

/** The user that the server runs as; Postgres refuses to run as root. */
export interface ServerAccount {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** As root: `postgres` if the machine has that user, else `nobody`. Null for a normal user, who runs it himself. */
export async function findServerAccount(): Promise<ServerAccount | null> {
  if (process.getuid?.() !== 0) return null;
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
