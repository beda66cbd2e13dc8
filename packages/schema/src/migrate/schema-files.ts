import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { SchemaError } from '../schema-error.ts';

/** A file of SQL. */
export interface SqlFile {
  /** File name, e.g. `0001_fees.sql`. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the text, hexadecimal. */
  readonly sha256: string;
}

/** All of the schema but the views of `lend_v1`, which are made out of the table of fields; each list in the order of the names. */
export interface SchemaFiles {
  /** `sql/tables/`: types and tables of a new database. */
  readonly tables: readonly SqlFile[];
  /** `sql/repeatable/`: functions, triggers and private views, made again where one of the files has changed. */
  readonly repeatable: readonly SqlFile[];
  /** `sql/always/`: roles, and what else depends on the server; looked at by every migration. */
  readonly always: readonly SqlFile[];
  /** `migrations/0001_….sql` and later: from the tables of the first release to those of now. */
  readonly migrations: readonly SqlFile[];
  /** `migrations/0000_schema.sql`: the whole schema of the first release. Null before there is one. */
  readonly released: SqlFile | null;
}

/** This package, found by its name: this code is also part of programs of other packages. */
export const SCHEMA_DIR = dirname(createRequire(import.meta.url).resolve('@tidemark/schema/package.json'));

/** Reads the files below a folder. */
export async function readSchemaFiles(dir: string = SCHEMA_DIR): Promise<SchemaFiles> {
  const [tables, repeatable, always, numbered] = await Promise.all([
    readFolder(join(dir, 'sql/tables')),
    readFolder(join(dir, 'sql/repeatable')),
    readFolder(join(dir, 'sql/always')),
    readFolder(join(dir, 'migrations')),
  ]);
  const [released = null] = numbered.filter(({ name }) => name === '0000_schema.sql');
  return { tables, repeatable, always, migrations: numbered.filter((file) => file !== released), released };
}

async function readFolder(dir: string): Promise<SqlFile[]> {
  const names = (await readdir(dir)).filter((name) => name.endsWith('.sql')).toSorted();
  return Promise.all(
    names.map(async (name) => {
      // A checkout with CRLF line ends is the same file.
      const sql = (await readFile(join(dir, name), 'utf8')).replaceAll('\r\n', '\n');
      return { name, sql, sha256: hashOf([sql]) };
    }),
  );
}

/** One hash for files that are applied together. */
export function hashOfAll(files: readonly SqlFile[]): string {
  return hashOf(files.map(({ sql }) => sql));
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(texts.join('')).digest('hex');
}

/**
 * Which migrations are still to be applied. Refuses a file that was changed after it was applied (`MIGRATION_CHANGED`), and a
 * new file that sorts before an applied one (`MIGRATION_OUT_OF_ORDER`). Ledger rows without a file are left alone: they come
 * from a newer release, whose database an older one may meet while it is rolled back.
 */
export function pendingMigrations(migrations: readonly SqlFile[], ledger: ReadonlyMap<string, string>): SqlFile[] {
  const pending: SqlFile[] = [];
  for (const file of migrations) {
    const sha256 = ledger.get(file.name);
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
