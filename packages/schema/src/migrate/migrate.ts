import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { createDatabase, openDriver, type Queryable, type Sql } from '../create-database.ts';
import { type Blocker, describeBlockers, endingBlockers } from '../roles/blockers.ts';
import { SchemaError } from '../schema-error.ts';
import {
  findBaseline,
  listMigrationFiles,
  listRepeatableFiles,
  type MigrationFile,
  MIGRATIONS_DIR,
  pendingMigrations,
} from './migration-files.ts';

/** Any constant will do, as long as every migrator of this schema takes the same. */
const MIGRATION_LOCK_KEY = '7236271863912010041';

/** Services queue behind a migration that waits for a lock on a table: it lets go after this time and tries again. */
const DDL_LOCK_TIMEOUT_MS = 300;
const DDL_PAUSE_MS = 500;
const LOCK_NOT_AVAILABLE = '55P03';
/** Where `deadlock_timeout` is shorter than the above, a migration that services run into is ended by Postgres before. */
const DEADLOCK_DETECTED = '40P01';

const APPLICATION = 'tidemark-migrate';

const CHANGES_VIEWS = /^(DROP VIEW lend_v1\.|-- with the views\b)/m;
/** What a file has done before it, in transactions of its own: a function that returns null when nothing is left. */
const BEFORE_IT = /^-- before: (lend\.\w+\(\))$/m;

export interface MigrateOptions {
  readonly url: string;
  /**
   * How long to wait for another migrator, and to try again for locks on tables. Default 60,000, and 600,000: a rollup of the version
   * before can hold its tables for minutes, and a try that waits keeps nobody for longer than a third of a second.
   */
  readonly lockTimeoutMs?: number;
  /** How long one statement of a migration may run. Default 600,000. */
  readonly statementTimeoutMs?: number;
  /** Folder of the migration files. Default: the one of this package. */
  readonly dir?: string;
}

export interface MigrateResult {
  /** Names of the files applied by this call, in order. Empty when the database was up to date. */
  readonly applied: string[];
  /** What protects readers and ingest and could not be set up, because this user may not; with what to do about it. */
  readonly warnings: string[];
}

/**
 * Brings the database to the newest schema. Safe to call at any time, by any number of processes at once: they wait for one
 * another. Each file is applied in a transaction of its own together with its ledger row; a failure leaves the files before
 * it applied. From one that drops a view of `lend_v1`, or says that it changes with them, on it is one transaction to the end, in which the view is made again with its
 * grants: readers wait for it and never find it missing. That file may name a function, which is called before it until it returns null, each time in a
 * transaction of its own. A new database begins with `baseline.sql`, one file for all that came before it. Throws `SchemaError` with a `MIGRATION_…` code.
 */
export async function migrate(options: MigrateOptions): Promise<MigrateResult> {
  const dir = options.dir ?? MIGRATIONS_DIR;
  const [files, repeatables] = await Promise.all([listMigrationFiles(dir), listRepeatableFiles(dir)]);
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
    const ledger = await readLedger(sql);
    const pending = pendingMigrations(files, ledger);
    const baseline = ledger.length === 0 ? await findBaseline(files, dir) : null;
    if (baseline !== null) await runSteps(migrator, [stepOf(baseline, baseline.covers)]);
    const rest = pending.slice(baseline?.covers.length ?? 0);
    const cut = rest.findIndex((file) => CHANGES_VIEWS.test(file.sql));
    const together = cut < 0 ? [] : rest.slice(cut);
    for (const file of rest.slice(0, rest.length - together.length)) {
      await runSteps(migrator, [stepOf(file, [file])]);
    }
    // The table of fields, a third of what an indexer would load at its start, is asked for by migrators alone.
    const { applyUnits, applyViewComments, applyViews } = await import('../views/apply-views.ts');
    await applyUnits(sql);
    const views: Step = { name: 'of the views', run: applyViews };
    const last = repeatables.map(({ name, sql: text }): Step => ({ name, run: (tx) => runText(tx, text) }));
    const steps = [...together.map((file) => stepOf(file, [file])), views];
    // Where another file comes first, the function is made in the same transaction: the file does all of the work itself.
    const before = BEFORE_IT.exec(together[0]?.sql ?? '')?.[1];
    if (before !== undefined) await runUntilDone(migrator, before);
    if (together.length > 0) await runSteps(migrator, [...steps, ...last]);
    else for (const step of [...steps, ...last]) await runSteps(migrator, [step]);
    await applyViewComments(sql);
    // A transaction that is tried again warns again.
    return { applied: pending.map((file) => file.name), warnings: [...new Set(warnings)] };
  } finally {
    // Closing the session releases the advisory lock, whatever happened before.
    await Promise.all([sql.end({ timeout: 5 }), beside.close()]);
  }
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

function readLedger(sql: Sql): Promise<{ name: string; sha256: string }[]> {
  return sql<
    { name: string; sha256: string }[]
  >`SELECT name, sha256 FROM lend.schema_migrations ORDER BY name COLLATE "C"`;
}

/** Part of a migration, by the name that an error gives it. */
interface Step {
  readonly name: string;
  readonly run: (tx: Queryable) => Promise<unknown>;
}

/** Runs a file and notes in the ledger those whose work it has done. */
function stepOf({ name, sql: text }: MigrationFile, done: readonly MigrationFile[]): Step {
  return {
    name,
    run: async (tx) => {
      await runText(tx, text);
      for (const file of done) {
        await tx`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
      }
    },
  };
}

async function runText(tx: Queryable, text: string): Promise<void> {
  if (text !== '') await tx.unsafe(text).simple();
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

/** Calls a function of SQL until it returns null. */
async function runUntilDone(migrator: Migrator, call: string): Promise<void> {
  for (;;) {
    let left: unknown = null;
    const run = async (tx: Queryable): Promise<void> => {
      [{ left } = { left: null }] = await tx.unsafe<{ left: unknown }[]>(`SELECT ${call} AS left`);
    };
    await runSteps(migrator, [{ name: call, run }]);
    if (left === null) return;
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
