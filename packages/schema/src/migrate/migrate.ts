import postgres from 'postgres';
import { type BoundedConnection, boundedConnection } from '../bounded-connection.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { listMigrationFiles, listRepeatableFiles, MIGRATIONS_DIR, type MigrationFile } from './migration-files.ts';
import { pendingMigrations } from './pending-migrations.ts';

/** Any constant will do, as long as every migrator of this schema takes the same. */
const MIGRATION_LOCK_KEY = '7236271863912010041';

export interface MigrateOptions {
  readonly url: string;
  /** How long to wait for another migrator, and for locks on tables. Default 60,000. */
  readonly lockTimeoutMs?: number;
  /** How long one statement of a migration may run. Default 600,000. */
  readonly statementTimeoutMs?: number;
  /** Folder of the migration files. Default: the one of this package. */
  readonly dir?: string;
}

export interface MigrateResult {
  /** Names of the files applied by this call, in order. Empty when the database was up to date. */
  readonly applied: string[];
}

/**
 * Brings the database to the newest schema. Safe to call at any time, by any number of processes at once: they wait for one
 * another. Each file is applied in a transaction of its own together with its ledger row; a failure leaves the files before
 * it applied. Throws `SchemaError` with a `MIGRATION_…` code.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const dir = options.dir ?? MIGRATIONS_DIR;
  const [files, repeatables] = await Promise.all([listMigrationFiles(dir), listRepeatableFiles(dir)]);
  const sql = openMigrationConnection(options);
  try {
    await takeLock(sql);
    await createLedger(sql);
    const pending = pendingMigrations(files, await readLedger(sql));
    for (const file of pending) await applyMigration(sql, file);
    for (const file of repeatables) await runFile(sql, file, (tx) => tx.unsafe(file.sql).simple());
    // The whole contract, a third of what an indexer would load at its start, is asked for by migrators alone.
    const { applyViewComments } = await import('../comments/apply-view-comments.ts');
    await applyViewComments(sql);
    return { applied: pending.map((file) => file.name) };
  } finally {
    // Closing the session releases the advisory lock, whatever happened before.
    await sql.end({ timeout: 5 });
  }
}

function openMigrationConnection(options: MigrateOptions): Sql {
  const statementTimeoutMs = options.statementTimeoutMs ?? 600_000;
  const settings: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> & BoundedConnection = {
    ...boundedConnection(options.url, { responseTimeoutMs: statementTimeoutMs + 10_000, listenSilenceMs: 60_000 }),
    max: 1,
    connect_timeout: 10,
    max_lifetime: null,
    types: { bigint: postgres.BigInt },
    onnotice: () => {},
    connection: {
      application_name: 'tidemark-migrate',
      lock_timeout: options.lockTimeoutMs ?? 60_000,
      statement_timeout: statementTimeoutMs,
      idle_in_transaction_session_timeout: 60_000,
      TimeZone: 'UTC',
    },
  };
  return postgres(options.url, settings);
}

async function takeLock(sql: Sql): Promise<void> {
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK_KEY}::bigint)`;
  } catch (error) {
    if (error instanceof postgres.PostgresError && error.code === '55P03') {
      throw new SchemaError(
        'MIGRATION_LOCK_TIMEOUT',
        'another migration is still running; try again when it has ended',
        {
          cause: error,
          retryable: true,
        },
      );
    }
    throw error;
  }
}

async function createLedger(sql: Sql): Promise<void> {
  await sql`CREATE SCHEMA IF NOT EXISTS lend`;
  await sql`
    CREATE TABLE IF NOT EXISTS lend.schema_migrations (
      name text PRIMARY KEY,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`;
}

function readLedger(sql: Sql): Promise<{ name: string; sha256: string }[]> {
  return sql<
    { name: string; sha256: string }[]
  >`SELECT name, sha256 FROM lend.schema_migrations ORDER BY name COLLATE "C"`;
}

function applyMigration(sql: Sql, file: MigrationFile): Promise<void> {
  return runFile(sql, file, async (tx) => {
    await tx.unsafe(file.sql).simple();
    await tx`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
  });
}

async function runFile(sql: Sql, file: MigrationFile, run: (tx: Queryable) => Promise<unknown>): Promise<void> {
  try {
    await sql.begin(run);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SchemaError('MIGRATION_FAILED', `migration ${file.name} failed: ${reason}`, {
      cause: error,
      context: { migration: file.name },
    });
  }
}
