import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { createDatabase, openDriver, type Queryable, type Sql } from '../create-database.ts';
import { type Blocker, describeBlockers, endingBlockers } from '../roles/blockers.ts';
import { SchemaError } from '../schema-error.ts';
import { hashOfAll, pendingMigrations, readSchemaFiles, type SchemaFiles, type SqlFile } from './schema-files.ts';

/** Any constant will do, as long as every migrator of this schema takes the same. */
const MIGRATION_LOCK_KEY = '7236271863912010041';

/** Services queue behind a migration that waits for a lock on a table: it lets go after this time and tries again. */
const DDL_LOCK_TIMEOUT_MS = 300;
const DDL_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Where `deadlock_timeout` is shorter than the above, a migration that services run into is ended by Postgres before. */
const DEADLOCK_DETECTED = '40P01';

const APPLICATION = 'tidemark-migrate';

/** Rows of the ledger beside those of migrations: how the tables were made, and which functions, triggers and private views there are. */
const TABLES = 'tables';
const REPEATABLE = 'repeatable';
/** Each database of a version before 0.1.0 has this row. */
const BEFORE_RELEASE = '0001_tables.sql';

export interface MigrateOptions {
  readonly url: string;
  /**
   * How long to wait for another migrator, and to try again for locks on tables. Default 60,000, and 600,000: a rollup can hold its
   * tables for minutes, and a try that waits keeps nobody for longer than a third of a second.
   */
  readonly lockTimeoutMs?: number;
  /** How long one statement of a migration may run. Default 600,000. */
  readonly statementTimeoutMs?: number;
  /** Folder that holds `sql/` and `migrations/`. Default: this package. */
  readonly dir?: string;
}

export interface MigrateResult {
  /** What this call applied, in order: `tables`, names of migrations, `repeatable`. Empty when the database was up to date. */
  readonly applied: string[];
  /** What protects readers and ingest and could not be set up, because this user may not; with what to do about it. */
  readonly warnings: string[];
}

/**
 * Brings the database to the newest schema. Safe to call at any time, by any number of processes at once: they wait for one
 * another. A new database is made of the tables as they are now; another one takes the migrations that it lacks. Functions, triggers and private
 * views are made again with them, and where their files have changed. All of that is one transaction, with the views of `lend_v1` and what roles may
 * do: readers wait for it and never find a view missing, and a failure leaves the database as it was. Throws `SchemaError` with a `MIGRATION_…` code, or
 * `DATABASE_TOO_OLD`.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const files = await readSchemaFiles(options.dir);
  const { lockTimeoutMs = 600_000 } = options;
  const statementTimeoutMs = options.statementTimeoutMs ?? 600_000;
  const warnings: string[] = [];
  const sql = openMigrationConnection(options.url, statementTimeoutMs, (notice) => {
    if (notice['severity'] === 'WARNING') warnings.push(notice['message'] ?? '');
  });
  const beside = createDatabase({ url: options.url, maxConnections: 1 });
  const migrator: Migrator = { sql, beside: beside.sql, lockTimeoutMs };
  try {
    // After the connection stands: a pooler refuses them at its start.
    await sql`
      SELECT set_config('lock_timeout', ${String(options.lockTimeoutMs ?? 60_000)}, false),
        set_config('statement_timeout', ${String(statementTimeoutMs)}, false),
        set_config('idle_in_transaction_session_timeout', '60000', false)`;
    await takeLock(sql);
    await createLedger(sql);
    const changes = planChanges(files, await readLedger(sql));
    // The table of fields, a third of what an indexer would load at its start, is asked for by migrators alone.
    const { applyUnits, applyViewComments, applyViews } = await import('../views/apply-views.ts');
    const steps: Step[] = [
      ...changes.steps,
      { name: 'of the units', run: applyUnits },
      ...changes.repeatable,
      { name: 'of the views', run: applyViews },
      ...files.always.map((file) => stepOf(file)),
    ];
    // Where nothing changes, none of it waits for another with locks that it holds.
    if (changes.applied.length > 0) await runSteps(migrator, steps);
    else for (const step of steps) await runSteps(migrator, [step]);
    await applyViewComments(sql);
    // A transaction that is tried again warns again.
    return { applied: changes.applied, warnings: [...new Set(warnings)] };
  } finally {
    // Closing the session releases the advisory lock, whatever happened before.
    await Promise.all([sql.end({ timeout: 5 }), beside.close()]);
  }
}

interface Changes {
  readonly steps: readonly Step[];
  readonly repeatable: readonly Step[];
  readonly applied: string[];
}

/** What the files have and the database has not, by its ledger. */
function planChanges(files: SchemaFiles, ledger: ReadonlyMap<string, string>): Changes {
  refuseUnreleased(files, ledger);
  const isNew = !ledger.has(TABLES);
  const tables = { name: TABLES, sha256: hashOfAll(files.tables) };
  const pending = isNew ? [] : pendingMigrations(files.migrations, ledger);
  const steps = isNew
    ? [...files.tables.map((file) => stepOf(file)), noteOf([tables, ...files.migrations])]
    : pending.flatMap((file) => [stepOf(file), noteOf([file])]);
  const repeatable = { name: REPEATABLE, sha256: hashOfAll(files.repeatable) };
  const isChanged = steps.length > 0 || ledger.get(REPEATABLE) !== repeatable.sha256;
  return {
    steps,
    repeatable: isChanged ? [...files.repeatable.map((file) => stepOf(file)), noteOf([repeatable])] : [],
    applied: [...(isNew ? [TABLES] : pending.map(({ name }) => name)), ...(isChanged ? [REPEATABLE] : [])],
  };
}

/** Before the first release nothing leads on from the tables of one commit to those of another. */
function refuseUnreleased({ tables, released }: SchemaFiles, ledger: ReadonlyMap<string, string>): void {
  const made = ledger.get(TABLES);
  const isOther = released === null && made !== undefined && made !== hashOfAll(tables);
  if (!isOther && !ledger.has(BEFORE_RELEASE)) return;
  throw new SchemaError(
    'DATABASE_TOO_OLD',
    'a version before 0.1.0 made this database, and no migration leads on from it; use an empty one (npm start: delete the folder .data)',
  );
}

function openMigrationConnection(
  url: string,
  statementTimeoutMs: number,
  onNotice: (notice: postgres.Notice) => void,
): Sql {
  const settings: postgres.Options<{ bigint: postgres.PostgresType<bigint> }> = {
    response_timeout: statementTimeoutMs / 1000 + 10,
    max: 1,
    connect_timeout: 10,
    max_lifetime: null,
    types: { bigint: postgres.BigInt },
    onnotice: onNotice,
    connection: { application_name: APPLICATION, TimeZone: 'UTC' },
  };
  return openDriver(url, settings);
}

async function takeLock(sql: Sql): Promise<void> {
  try {
    await sql`SELECT pg_advisory_lock(${MIGRATION_LOCK_KEY}::bigint)`;
  } catch (error) {
    if (isLockTimeout(error)) {
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

async function readLedger(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql<{ name: string; sha256: string }[]>`SELECT name, sha256 FROM lend.schema_migrations`;
  return new Map(rows.map(({ name, sha256 }) => [name, sha256]));
}

/** Part of a migration, by the name that an error gives it. */
interface Step {
  readonly name: string;
  readonly run: (tx: Queryable) => Promise<unknown>;
}

function stepOf({ name, sql: text }: SqlFile): Step {
  return {
    name,
    run: async (tx) => {
      if (text !== '') await tx.unsafe(text).simple();
    },
  };
}

/** Writes into the ledger what the steps before have done. */
function noteOf(done: readonly { readonly name: string; readonly sha256: string }[]): Step {
  return {
    name: 'of the ledger',
    run: async (tx) => {
      for (const { name, sha256 } of done) {
        await tx`
          INSERT INTO lend.schema_migrations (name, sha256) VALUES (${name}, ${sha256})
          ON CONFLICT (name) DO UPDATE SET sha256 = excluded.sha256, applied_at = excluded.applied_at`;
      }
    },
  };
}

interface Migrator {
  readonly sql: Sql;
  /** To look who is in the way. */
  readonly beside: Sql;
  readonly lockTimeoutMs: number;
}

/**
 * In one transaction, which is tried again for `lockTimeoutMs` where somebody holds a lock that it needs or waits for one of its own.
 * From the second try on readers that hold the row of a role are ended.
 */
async function runSteps({ sql, beside, lockTimeoutMs }: Migrator, steps: readonly Step[]): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  const seen: Blocker[] = [];
  let name = '';
  const run = (): Promise<unknown> =>
    sql.begin(async (tx) => {
      await tx`SELECT set_config('lock_timeout', ${String(DDL_LOCK_TIMEOUT_MS)}, true)`;
      for (const step of steps) {
        ({ name } = step);
        await step.run(tx);
      }
    });
  for (let isFirst = true; ; isFirst = false) {
    try {
      await (isFirst ? run() : endingBlockers(beside, { application: APPLICATION, seen }, run));
      return;
    } catch (error) {
      const isRetryable = isLockTimeout(error) || hasCode(error, DEADLOCK_DETECTED);
      if (!isRetryable || performance.now() > deadline) throw failureOf(name, error, seen);
      await delay(DDL_PAUSE_MS);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_NOT_AVAILABLE);
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof postgres.PostgresError && error.code === code;
}

function failureOf(name: string, cause: unknown, seen: readonly Blocker[]): SchemaError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const blockers = isLockTimeout(cause) ? describeBlockers(seen) : '';
  return new SchemaError('MIGRATION_FAILED', `migration ${name} failed: ${reason}${blockers}`, {
    cause,
    context: { migration: name },
  });
}
