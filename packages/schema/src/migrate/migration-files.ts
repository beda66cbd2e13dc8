import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SchemaError } from '../schema-error.ts';

/** One numbered, immutable file of `migrations/`. */
export interface MigrationFile {
  /** File name, e.g. `0001_tables.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
}

/** `migrations/` of this package, found by its name: this code is also part of programs of other packages. */
export const MIGRATIONS_DIR = join(
  dirname(createRequire(import.meta.url).resolve('@tidemark/schema/package.json')),
  'migrations',
);

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

/** A line of the baseline that names a numbered file whose work it does. */
export const BASELINE_COVERS = '-- stands for ';

/** What new databases begin with instead of the first numbered files. */
export interface Baseline extends MigrationFile {
  readonly covers: readonly MigrationFile[];
}

/** The baseline of a folder that holds each of the numbered files for which it stands, before all others. */
export async function findBaseline(files: readonly MigrationFile[], dir: string): Promise<Baseline | null> {
  const baseline = await readMigration(dir, 'baseline.sql').catch(() => null);
  if (baseline === null) return null;
  const lines = baseline.sql.split('\n').filter((line) => line.startsWith(BASELINE_COVERS));
  const covers = files.slice(0, lines.length);
  const isWhole = covers.length > 0 && lines.every((line, at) => line === `${BASELINE_COVERS}${covers[at]?.name}`);
  return isWhole ? { ...baseline, covers } : null;
}

async function readMigration(dir: string, name: string): Promise<MigrationFile> {
  // A checkout with CRLF line ends is the same migration.
  const sql = (await readFile(`${dir}/${name}`, 'utf8')).replaceAll('\r\n', '\n');
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

/**
 * Which files are still to be applied. Refuses a file that was changed after it was applied (`MIGRATION_CHANGED`), and a
 * new file that sorts before an applied one (`MIGRATION_OUT_OF_ORDER`). Ledger rows without a file are left alone: they come
 * from a newer release, whose database an older one may meet while it is rolled back.
 */
export function pendingMigrations(
  files: readonly MigrationFile[],
  ledger: readonly { readonly name: string; readonly sha256: string }[],
): MigrationFile[] {
  const applied = new Map(ledger.map((row) => [row.name, row.sha256]));
  const pending: MigrationFile[] = [];
  for (const file of files) {
    const sha256 = applied.get(file.name);
    if (sha256 === undefined) {
      pending.push(file);
      continue;
    }
    if (sha256 !== file.sha256) {
      throw new SchemaError(
        'MIGRATION_CHANGED',
        `migration ${file.name} was changed after it had been applied; restore the file and add a new one instead`,
        { context: { migration: file.name, applied: sha256, file: file.sha256 } },
      );
    }
    const skipped = pending[0];
    if (skipped !== undefined) {
      throw new SchemaError(
        'MIGRATION_OUT_OF_ORDER',
        `migration ${skipped.name} comes before ${file.name}, which is already applied; give it a later number`,
        { context: { migration: skipped.name, after: file.name } },
      );
    }
  }
  return pending;
}
