import { createHash, randomBytes } from 'node:crypto';
import type { Sql } from 'postgres';
import { waitFor } from '../wait-for.ts';
import { testRunId, urlForDatabase, withAdmin } from './test-server.ts';

export interface TestDatabase {
  /** Connection URL of a database that only the caller knows. */
  readonly url: string;
  readonly name: string;
  /** Ends what is still connected and removes the database. Safe to call twice. */
  readonly drop: () => Promise<void>;
}

export interface TestDatabaseTemplate {
  /** Names the template within a run: the same name must mean the same content. */
  readonly name: string;
  /** Fills the template, for instance by running the migrations. Must close its connections. */
  readonly prepare: (url: string) => Promise<unknown>;
}

/** How long a database that still has sessions is waited for. */
const LEAVE_TIMEOUT_MS = 1_000;

/**
 * A new database in the run's Postgres: empty, or a copy of a template that is prepared once per run, whichever test
 * file or process asks first. Files are copied whole, which takes a fifth of the processor time that writing each page to the
 * log takes: hundreds of databases are made in a run.
 */
export async function createTestDatabase(options: { template?: TestDatabaseTemplate } = {}): Promise<TestDatabase> {
  const name = databaseName('db', randomBytes(6).toString('hex'));
  await withAdmin(async (sql) => {
    if (options.template === undefined) {
      await sql`create database ${sql(name)} strategy file_copy`;
      return;
    }
    const template = await ensureTemplate(sql, options.template);
    await sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`;
  });
  return {
    url: urlForDatabase(name),
    name,
    drop: () => withAdmin((sql) => dropDatabase(sql, name)),
  };
}

/** Sessions that are on their way out are left to go: ended by force, they would still report an error to the test. */
async function dropDatabase(sql: Sql, name: string): Promise<void> {
  const isUnused = async (): Promise<boolean> =>
    (await sql`select 1 from pg_stat_activity where datname = ${name} limit 1`).length === 0;
  await waitFor(isUnused, { timeoutMs: LEAVE_TIMEOUT_MS }).catch(() => undefined);
  await sql`drop database if exists ${sql(name)} with (force)`;
}

/** A template gets its name when it is complete, so a failed `prepare` leaves none to be copied. */
async function ensureTemplate(sql: Sql, template: TestDatabaseTemplate): Promise<string> {
  const name = databaseName('template', createHash('sha256').update(template.name).digest('hex').slice(0, 12));
  if (await exists(sql, name)) return name;
  await sql`select pg_advisory_lock(hashtextextended(${name}, 0))`;
  try {
    if (await exists(sql, name)) return name;
    const draft = `${name}_draft`;
    await sql`drop database if exists ${sql(draft)} with (force)`;
    await sql`create database ${sql(draft)}`;
    await template.prepare(urlForDatabase(draft));
    await sql`alter database ${sql(draft)} with allow_connections false`;
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = ${draft}`;
    await sql`alter database ${sql(draft)} rename to ${sql(name)}`;
    return name;
  } finally {
    await sql`select pg_advisory_unlock(hashtextextended(${name}, 0))`;
  }
}

async function exists(sql: Sql, name: string): Promise<boolean> {
  return (await sql`select 1 from pg_database where datname = ${name}`).length > 0;
}

function databaseName(kind: 'db' | 'template', suffix: string): string {
  return `tidemark_test_${testRunId()}_${kind}_${suffix}`;
}
