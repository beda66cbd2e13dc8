import { randomBytes } from 'node:crypto';
import postgres from 'postgres';
import { createDatabase, type Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { migrate } from './migrate.ts';
import { compareFacts, readSchemaFacts } from './schema-facts.ts';

const INSUFFICIENT_PRIVILEGE = '42501';

/**
 * How a database differs from one that this version makes, a line each: `missing: index lend.…`, `extra: table lend.…`, `different: …`. Changes
 * nothing in it. Makes a database beside it on the same server, because catalogs of two versions of Postgres write the same view in two ways, and
 * drops it: needs a login that may create databases (`CHECK_NOT_ALLOWED`). Partitions of months are not compared.
 */
export async function checkSchema(url: string): Promise<string[]> {
  const database = createDatabase({ url, maxConnections: 1, limits: { statementTimeoutMs: 60_000 } });
  const { sql } = database;
  const name = `tidemark_check_${randomBytes(6).toString('hex')}`;
  try {
    const found = await readSchemaFacts(sql);
    await createEmpty(sql, name);
    try {
      const beside = new URL(url);
      beside.pathname = `/${name}`;
      return compareFacts(await readFresh(beside.href), found);
    } finally {
      await sql`DROP DATABASE ${sql(name)} WITH (FORCE)`;
    }
  } finally {
    await database.close();
  }
}

async function createEmpty(sql: Sql, name: string): Promise<void> {
  try {
    await sql`CREATE DATABASE ${sql(name)}`;
  } catch (error) {
    if (!(error instanceof postgres.PostgresError) || error.code !== INSUFFICIENT_PRIVILEGE) throw error;
    throw new SchemaError(
      'CHECK_NOT_ALLOWED',
      'this login may not create the database to compare with (as a superuser: ALTER ROLE … CREATEDB)',
      { cause: error },
    );
  }
}

async function readFresh(url: string): ReturnType<typeof readSchemaFacts> {
  await migrate({ url });
  const database = createDatabase({ url, maxConnections: 1, limits: { statementTimeoutMs: 60_000 } });
  try {
    return await readSchemaFacts(database.sql);
  } finally {
    await database.close();
  }
}
