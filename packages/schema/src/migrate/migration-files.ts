import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** One numbered, immutable file of `migrations/`. */
export interface MigrationFile {
  /** File name, e.g. `0001_tables.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
}

/** `migrations/` of this package: the same two folders up from `src/migrate` and from `dist/migrate`. */
export const MIGRATIONS_DIR = fileURLToPath(new URL('../../migrations/', import.meta.url));

/** Reads the numbered files in the order of their names. */
export async function listMigrationFiles(dir: string = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const names = (await readdir(dir)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).toSorted();
  return Promise.all(names.map((name) => readMigration(dir, name)));
}

/** Reads the files that run after every migration, whether or not a numbered one was applied. */
export async function listRepeatableFiles(dir: string = MIGRATIONS_DIR): Promise<MigrationFile[]> {
  const folder = `${dir}/repeatable`;
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(dir: string, name: string): Promise<MigrationFile> {
  // A checkout with CRLF line ends is the same migration.
  const sql = (await readFile(`${dir}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}
