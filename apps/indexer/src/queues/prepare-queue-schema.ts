import { DEFAULT_SCHEMA } from 'bullmq';
import { createDatabase } from '@tidemark/schema';
import { createPostgresQueueBackend } from './postgres-backend.ts';

/** The group role of indexers, made by the migrations of the database. */
export const INDEXER_ROLE = 'tidemark_indexer';

/**
 * Makes BullMQ's tables or brings them up to date, as their owner, and lets the indexer's role use them. BullMQ itself makes
 * a sequence for each queue and a temporary table for each list of jobs, hence those two rights to create. May be repeated.
 */
export async function prepareQueueSchema(databaseUrl: string, role: string = INDEXER_ROLE): Promise<void> {
  const backend = createPostgresQueueBackend({ databaseUrl, maxConnections: 1, onError: () => undefined });
  try {
    await backend.prepare();
  } finally {
    await backend.close();
  }
  const database = createDatabase({ url: databaseUrl, maxConnections: 1, applicationName: 'tidemark-prepare-queue' });
  try {
    const { sql } = database;
    const [found] = await sql`SELECT FROM pg_roles WHERE rolname = ${role}`;
    if (found === undefined) return;
    const [schema, name] = [sql(DEFAULT_SCHEMA), sql(role)];
    await sql`GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${name}`;
    await sql`GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${schema} TO ${name}`;
    await sql`GRANT USAGE, SELECT, UPDATE ON ALL SEQUENCES IN SCHEMA ${schema} TO ${name}`;
    await sql`GRANT TEMPORARY ON DATABASE ${sql(new URL(databaseUrl).pathname.slice(1))} TO ${name}`;
  } finally {
    await database.close();
  }
}
