import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { asAccount, findFreePort, findServerAccount, startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import postgres from 'postgres';
import { waitFor } from '../wait-for.ts';
import { makeThrowawayDir } from './throwaway-dir.ts';

const execFileAsync = promisify(execFile);

/** A server of a test's own, for tests that change what all databases of a server share. */
export interface OwnPostgres {
  /** Connection URL of the superuser. */
  readonly url: (database?: string) => string;
  readonly stop: () => Promise<void>;
}

/** Where Debian puts the programs of a version. */
const debianBin = (major: number): string => `/usr/lib/postgresql/${major}/bin`;

/** Versions that can be started here: the embedded one, and Debian's 15 where it is installed; says in one line where not. */
export function ownPostgresVersions(): readonly ('embedded' | 15)[] {
  if (existsSync(join(debianBin(15), 'initdb'))) return ['embedded', 15];
  process.stdout.write('Postgres 15 is not installed: tests against it are skipped\n');
  return ['embedded'];
}

/** Starts a server in a temporary folder, without fsync. `settings` are those of `postgresql.conf`. */
export async function startOwnPostgres(
  version: 'embedded' | 15,
  settings: Readonly<Record<string, string>> = {},
): Promise<OwnPostgres> {
  const dir = await makeThrowawayDir('tidemark-own-');
  if (version === 'embedded') {
    const server = await startEmbeddedPostgres({ dataDir: dir, port: 0, durable: false, settings });
    return { url: server.url, stop: server.stop };
  }
  const account = await findServerAccount(join(dir, 'cluster'));
  if (account !== null) await chown(dir, account.uid, account.gid);
  const options = { cwd: '/', ...asAccount(account) };
  const passwordFile = join(dir, 'password');
  await writeFile(passwordFile, 'own\n');
  const cluster = join(dir, 'cluster');
  const initdb = ['-D', cluster, '-U', 'postgres', `--pwfile=${passwordFile}`, '-A', 'scram-sha-256', '-E', 'UTF8'];
  await execFileAsync(join(debianBin(version), 'initdb'), [...initdb, '--locale=C', '--no-sync'], options);
  const port = await findFreePort(0);
  const fixed = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', fsync: 'off' };
  const args = Object.entries({ ...fixed, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(join(debianBin(version), 'postgres'), ['-D', cluster, ...args], { ...options, stdio: 'ignore' });
  const url = (database = 'postgres'): string => `postgres://postgres:own@127.0.0.1:${port}/${database}`;
  await waitFor(() => answers(url(), server), { description: `Postgres ${version} to answer`, timeoutMs: 60_000 });
  return {
    url,
    stop: async () => {
      if (server.exitCode === null) {
        server.kill('SIGINT');
        await once(server, 'exit');
      }
      await rm(dir, { recursive: true, force: true });
    },
  };
}

async function answers(url: string, server: ChildProcess): Promise<boolean> {
  if (server.exitCode !== null) throw new Error(`Postgres ended with ${server.exitCode} while it started`);
  const sql = postgres(url, { max: 1, connect_timeout: 5, onnotice: () => undefined });
  try {
    return (await sql`SELECT 1`.catch(() => [])).length === 1;
  } finally {
    await sql.end({ timeout: 1 });
  }
}
