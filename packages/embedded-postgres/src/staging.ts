import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from '@tidemark/runtime';
import { EmbeddedPostgresError } from './server-account.ts';
import { waitForPreviousServer } from './previous-server.ts';
import type { PostgresBinaries } from './binaries.ts';

/**
 * Where root keeps what the server's user must reach when the data folder is out of its reach: a place that survives a
 * restart of the machine. The second is for systems whose /var/lib is read-only.
 */
export const STAGING_BASES: readonly string[] = ['/var/lib/tidemark', '/var/tmp/tidemark-root'];

/** A folder that belongs to root and that no other user can write to, made if absent. */
export async function ensureStagingBase(bases: readonly string[]): Promise<string> {
  for (const base of bases) {
    try {
      await mkdir(base);
      await chmod(base, 0o755);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') continue;
    }
    const info = await lstat(base).catch(() => null);
    if (info?.isDirectory() === true && info.uid === 0 && (info.mode & 0o022) === 0) return base;
  }
  throw new EmbeddedPostgresError(
    'START_FAILED',
    `The data folder cannot be reached by the user that Postgres runs as, and none of ${bases.join(', ')} can be used ` +
      'instead. Put the project in a folder that others may enter, or run as a normal user.',
  );
}

/** Copies the programs, their libraries and `share` below the base, once per version, and returns the copy. */
export async function stageBinaries(binaries: PostgresBinaries, base: string): Promise<PostgresBinaries> {
  const root = join(base, `postgres-${binaries.packageVersion}-${process.arch}`);
  if ((await lstat(root).catch(() => null)) === null) {
    const draft = `${root}.${randomUUID()}`;
    await mkdir(draft, { mode: 0o755 });
    for (const part of ['bin', 'lib', 'share']) {
      await cp(join(binaries.root, part), join(draft, part), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !basename(source).endsWith('.a') && basename(source) !== 'pkgconfig',
      });
    }
    await openForReading(draft);
    // Another start may have finished the same copy meanwhile; then that one is as good.
    await rename(draft, root).catch(() => rm(draft, { recursive: true, force: true }));
  }
  return { ...binaries, root };
}

/** The source may have been installed under a umask that shuts others out. */
async function openForReading(dir: string): Promise<void> {
  await chmod(dir, 0o755);
  for (const entry of await readdir(dir, { withFileTypes: true })) {
    const path = join(dir, entry.name);
    if (entry.isDirectory()) await openForReading(path);
    else if (entry.isFile()) await chmod(path, ((await lstat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
}

/**
 * The folder below the base that stands for a data folder out of reach. A mark in the data folder ties the two together; without it
 * the data folder was deleted to start afresh, and the cluster that lies in the staged one goes.
 */
export async function stageDataDir(home: string, base: string): Promise<string> {
  const hash = createHash('sha256')
    .update(await realpath(home))
    .digest('hex');
  const dir = join(base, 'data', hash.slice(0, 16));
  await mkdir(dir, { recursive: true });
  for (const path of [join(base, 'data'), dir]) await chmod(path, 0o711);
  const mark = join(home, 'staged.json');
  if ((await lstat(mark).catch(() => null)) === null) {
    const clusterDir = join(dir, 'cluster');
    await waitForPreviousServer(clusterDir);
    await rm(clusterDir, { recursive: true, force: true });
    await writeFile(mark, JSON.stringify({ dir }), { mode: 0o600 });
    await writeFile(join(dir, 'staged.json'), JSON.stringify({ home }), { mode: 0o600 });
  }
  return dir;
}
