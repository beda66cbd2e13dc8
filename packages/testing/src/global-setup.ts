import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { dropRunDatabases } from './postgres/test-server.ts';
import { sharedDir } from './repository.ts';

/**
 * One embedded Postgres for the whole vitest run. A server named by `TIDEMARK_TEST_POSTGRES_URL` is used instead, and
 * left as it was found.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (sharedDir() === null) process.stdout.write('../shared is absent: tests of recorded accounts are skipped\n');
  process.env['TIDEMARK_TEST_RUN_ID'] = randomBytes(4).toString('hex');
  if (process.env['TIDEMARK_TEST_POSTGRES_URL']) return () => dropRunDatabases();
  const child = spawnServer();
  process.env['TIDEMARK_TEST_POSTGRES_URL'] = await readUrl(child);
  return async () => {
    delete process.env['TIDEMARK_TEST_POSTGRES_URL'];
    if (child.exitCode !== null) return;
    child.stdin?.end();
    await once(child, 'exit');
  };
}

/**
 * A process of its own, for two reasons: vitest loads this file without the `@tidemark/source` condition, so it cannot
 * import our packages from their sources; and a vitest that is killed closes stdin, which stops the server.
 */
function spawnServer(): ChildProcess {
  const program = fileURLToPath(new URL('./postgres/serve-test-postgres.ts', import.meta.url));
  const args = ['--conditions=@tidemark/source', '--import', 'tsx', program];
  return spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    detached: true,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('The test Postgres has no output');
  // The stream ends without a line when the program fails; it has said why on stderr.
  for await (const line of createInterface({ input: child.stdout })) return line;
  throw new Error('The embedded Postgres for the tests could not be started, see above');
}
