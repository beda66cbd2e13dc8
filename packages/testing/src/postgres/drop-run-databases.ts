import { testRunId, withAdmin } from './test-server.ts';

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
