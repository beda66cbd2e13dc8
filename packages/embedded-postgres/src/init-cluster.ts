import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, lstat, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { PostgresBinaries } from './binaries.ts';
import { asAccount, codeFromOutput, EmbeddedPostgresError, type ServerAccount } from './server-account.ts';

const execFileAsync = promisify(execFile);

export interface ClusterRequest {
  readonly clusterDir: string;
  /** Kept readable for the caller only. */
  readonly passwordFile: string;
  readonly binaries: PostgresBinaries;
  readonly account: ServerAccount | null;
  readonly serverMajor: number;
  readonly durable: boolean;
}

/**
 * Makes sure that the cluster exists and fits the server, and returns the superuser's password. A cluster appears under
 * its name only when complete, so a run killed during `initdb` leaves nothing that looks like one.
 */
export async function ensureCluster(request: ClusterRequest): Promise<string> {
  const dataVersion = await readFile(join(request.clusterDir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (dataVersion === null) return await createCluster(request);
  if (Number(dataVersion.trim()) !== request.serverMajor) {
    throw new EmbeddedPostgresError(
      'VERSION_MISMATCH',
      `${request.clusterDir} was made by Postgres ${dataVersion.trim()}, the embedded server is Postgres ` +
        `${request.serverMajor}. Dump it with the old version and load it into the new one, or remove the folder to start afresh.`,
    );
  }
  const password = await readFile(request.passwordFile, 'utf8').catch(() => null);
  if (password !== null) return password.trim();
  const message = `${request.passwordFile} is gone, and with it the password of the cluster. Put it back, or remove the folder to start afresh.`;
  throw new EmbeddedPostgresError('START_FAILED', message);
}

async function createCluster(request: ClusterRequest): Promise<string> {
  const draft = `${request.clusterDir}.partial`;
  const draftPasswordFile = `${request.clusterDir}.password`;
  await rm(draft, { recursive: true, force: true });
  await rm(request.clusterDir, { recursive: true, force: true });
  const password = await savePassword(request.passwordFile);
  try {
    await rm(draftPasswordFile, { force: true });
    await writeFile(draftPasswordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    await mkdir(draft, { mode: 0o700 });
    if (request.account !== null) {
      for (const path of [draft, draftPasswordFile]) await chown(path, request.account.uid, request.account.gid);
    }
    await runInitdb(request, draft, draftPasswordFile);
    await rename(draft, request.clusterDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  } finally {
    await rm(draftPasswordFile, { force: true });
  }
  return password;
}

async function runInitdb(request: ClusterRequest, pgdata: string, passwordFile: string): Promise<void> {
  const args = [
    `--pgdata=${pgdata}`,
    `--pwfile=${passwordFile}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // Postgres's own collation: the same order of texts on every machine, whatever locales it has.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
    '--no-instructions',
    ...(request.durable ? [] : ['--no-sync']),
  ];
  try {
    await execFileAsync(join(request.binaries.root, 'bin', 'initdb'), args, {
      cwd: '/',
      env: serverEnvironment(),
      ...asAccount(request.account),
    });
  } catch (error) {
    // The message of a failed command holds its stderr.
    const output = error instanceof Error ? error.message : String(error);
    const options = { serverLog: lastLines(output), cause: error };
    throw new EmbeddedPostgresError(
      codeFromOutput(output, 'INIT_FAILED'),
      'initdb could not create the cluster.',
      options,
    );
  }
}

async function savePassword(file: string): Promise<string> {
  const password = randomBytes(24).toString('hex');
  if ((await lstat(file).catch(() => null)) !== null) await rm(file);
  await writeFile(file, `${password}\n`, { mode: 0o600, flag: 'wx' });
  return password;
}

/** The server inherits nothing: PGDATA, PGPORT, locale or library settings of the caller must not change it. */
export function serverEnvironment(): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}

/** The end of a long output, enough to see the cause. */
export function lastLines(text: string, count = 12): string {
  return text.split('\n').slice(-count).join('\n');
}
