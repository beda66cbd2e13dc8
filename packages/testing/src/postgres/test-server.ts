import postgres from 'postgres';

/** URL of the Postgres server of this test run. Throws outside a run started by the repository's vitest config. */
export function testPostgresUrl(): string {
  const url = process.env['TIDEMARK_TEST_POSTGRES_URL'];
  if (url) return url;
  throw new Error(
    'TIDEMARK_TEST_POSTGRES_URL is not set: run tests with the vitest config at the top of the repository',
  );
}

/** Part of the name of every database that this run makes, so that the run can drop them and no other. */
export function testRunId(): string {
  return process.env['TIDEMARK_TEST_RUN_ID'] ?? 'norun';
}

/** The server's URL with another database in it. */
export function urlForDatabase(name: string): string {
  const url = new URL(testPostgresUrl());
  url.pathname = `/${name}`;
  return url.href;
}

/** Runs something over one short-lived connection to the server's own database. */
export async function withAdmin<Result>(work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(testPostgresUrl(), { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end({ timeout: 5 });
  }
}

/** Drops every database and template that this run made. */
export async function dropRunDatabases(): Promise<void> {
  await withAdmin(async (sql) => {
    const rows = await sql<{ datname: string }[]>`
      select datname from pg_database where datname like ${`tidemark\\_test\\_${testRunId()}\\_%`}`;
    for (const { datname } of rows) {
      await sql`alter database ${sql(datname)} is_template false`;
      await sql`drop database if exists ${sql(datname)} with (force)`;
    }
  });
}
