import { createHash, randomUUID } from 'node:crypto';
import { chmod, cp, lstat, mkdir, readdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '@tidemark/runtime';
import { EmbeddedPostgresError } from './errors.ts';
import { clearPreviousServer } from './previous-server.ts';
import type { PostgresBinaries } from './binaries.ts';

/**
 * Where root keeps what the server's user must reach when the data folder is out of its reach: a place that survives a
 * restart of the machine. The second is for systems whose /var/lib is read-only.
 */
export const STAGING_BASES: readonly string[] = ['/var/lib/tidemark', '/var/tmp/tidemark-root'];

/** A folder that belongs to root and that nobody else can write to, made if absent. */
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

const markSchema = z.object({ home: z.string() });

/**
 * Removes what was staged for temporary data folders that are gone. Others are left alone: a folder that cannot be seen
 * now may lie on a disk that is not mounted.
 */
export async function sweepStagedDirs(base: string): Promise<void> {
  for (const name of await readdir(join(base, 'data')).catch(() => [])) {
    const dir = join(base, 'data', name);
    const text = await readFile(join(dir, 'staged.json'), 'utf8').catch(() => null);
    if (text === null) continue;
    const { home } = markSchema.parse(JSON.parse(text));
    const temporary = home.startsWith(`${await realpath(tmpdir())}/`) || home.startsWith(`${tmpdir()}/`);
    if (!temporary || (await lstat(home).catch(() => null)) !== null) continue;
    await clearPreviousServer(join(dir, 'cluster'));
    await rm(dir, { recursive: true, force: true });
  }
}

/** A folder below the base that stands for a data folder out of reach. */
export interface StagedDataDir {
  readonly dir: string;
  /** The data folder does not know this place (it was deleted to start afresh): what lies there must go. */
  readonly stale: boolean;
  /** Ties the two folders together, once what was stale is gone. */
  bind(): Promise<void>;
}

/** Finds the staged place of a data folder. Both folders carry the same mark while they belong together. */
export async function stageDataDir(home: string, base: string): Promise<StagedDataDir> {
  const hash = createHash('sha256')
    .update(await realpath(home))
    .digest('hex');
  const dir = join(base, 'data', hash.slice(0, 16));
  await mkdir(dir, { recursive: true });
  for (const path of [join(base, 'data'), dir]) await chmod(path, 0o711);
  const files = [join(dir, 'staged.json'), join(home, 'staged.json')];
  const [dirMark, homeMark] = await Promise.all(files.map((file) => readFile(file, 'utf8').catch(() => null)));
  return {
    dir,
    stale: homeMark === null || homeMark !== dirMark,
    bind: async () => {
      const mark = JSON.stringify({ id: randomUUID(), home, dir });
      for (const file of files) await writeFile(file, mark, { mode: 0o600 });
    },
  };
}
