import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { listRepeatableFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

// Roles belong to the cluster, which other tests use at the same time.
const suffix = randomBytes(4).toString('hex');
const READER = `reader_${suffix}`;
const OWNER = `owner_${suffix}`;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await database.sql.unsafe(`CREATE ROLE ${READER} LOGIN PASSWORD 'x' IN ROLE tidemark_reader`);
});
afterAll(async () => {
  await database.sql.unsafe(`DROP ROLE IF EXISTS ${READER}`);
  await database.drop();
});

const urlAs = (url: string, user: string): string => {
  const changed = new URL(url);
  changed.username = user;
  changed.password = 'x';
  return changed.href;
};

describe('a member of tidemark_reader', () => {
  it('reads every view, and neither reads nor writes anything else', async () => {
    await writePollBatch(
      database.sql,
      buildBatch(0, [buildState('a', 0, 'x')], { reserves: [buildReserveInput('a')] }),
    );
    const sql = postgres(urlAs(database.url, READER), { max: 1 });
    try {
      const views = await sql<{ name: string }[]>`SELECT viewname AS name FROM pg_views WHERE schemaname = 'lend_v1'`;
      expect(views).toHaveLength(8);
      for (const { name } of views) await sql.unsafe(`SELECT * FROM lend_v1.${name}`);
      expect(await sql`SELECT token_symbol FROM lend_v1.reserve_latest`).toEqual([{ token_symbol: 'a' }]);
      expect(await sql`SELECT lending_market_name FROM lend_v1.reserves`).toEqual([{ lending_market_name: '' }]);

      const denied = { code: '42501' };
      await expect(sql`SELECT * FROM lend.api_keys`).rejects.toMatchObject(denied);
      await expect(sql`SELECT * FROM lend.reserve_latest`).rejects.toMatchObject(denied);
      await expect(sql`DELETE FROM lend_v1.reserve_snapshots`).rejects.toMatchObject(denied);
      await expect(sql`UPDATE lend_v1.ingest_gaps SET detail = 'x'`).rejects.toMatchObject(denied);
      await expect(sql`CREATE TABLE lend_v1.mine ()`).rejects.toMatchObject(denied);
    } finally {
      await sql.end();
    }
  });

  it('belongs to a role that is set up to read only, and not for long', async () => {
    const [role] = await database.sql`
      SELECT rolcanlogin, rolconfig FROM pg_roles WHERE rolname = 'tidemark_reader'`;
    expect(role?.['rolcanlogin']).toBe(false);
    expect(role?.['rolconfig']).toEqual(
      expect.arrayContaining(['default_transaction_read_only=on', 'statement_timeout=60s']),
    );
  });
});

describe('the role', () => {
  it('is left out with a notice where the migrator may not manage roles', async () => {
    const { url, name, drop } = await createTestDatabase();
    const admin = database.sql;
    await admin.unsafe(`CREATE ROLE ${OWNER} LOGIN PASSWORD 'x'`);
    try {
      await admin.unsafe(`ALTER DATABASE ${name} OWNER TO ${OWNER}`);
      expect((await migrate({ url: urlAs(url, OWNER) })).applied.length).toBeGreaterThan(0);

      const notices: string[] = [];
      const sql = postgres(urlAs(url, OWNER), { max: 1, onnotice: ({ message }) => notices.push(message ?? '') });
      await sql.unsafe(await roleSql(`absent_${suffix}`));
      expect(notices).toEqual([expect.stringContaining(`role absent_${suffix} is not created or set up`)]);
      expect(await sql`SELECT FROM pg_roles WHERE rolname = ${`absent_${suffix}`}`).toHaveLength(0);
      await sql.end();
    } finally {
      await drop();
      await admin.unsafe(`DROP ROLE ${OWNER}`);
    }
  });

  it('is created once by migrators of several databases of a cluster at once', async () => {
    const role = `shared_${suffix}`;
    const text = await roleSql(role);
    const databases = await Promise.all(Array.from({ length: 4 }, () => openTestDatabase()));
    try {
      await Promise.all(databases.map(({ sql }) => sql.unsafe(text)));
      expect(await database.sql`SELECT FROM pg_roles WHERE rolname = ${role}`).toHaveLength(1);
    } finally {
      for (const { sql } of databases) await sql.unsafe(`DROP OWNED BY ${role}`);
      await database.sql.unsafe(`DROP ROLE ${role}`);
      for (const entry of databases) await entry.drop();
    }
  });
});

async function roleSql(role: string): Promise<string> {
  const [file] = await listRepeatableFiles();
  return file?.sql.replaceAll('tidemark_reader', role) ?? '';
}
