import { randomBytes } from 'node:crypto';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { createApiKey } from '../keys/create-api-key.ts';
import { readSchemaFiles } from '../migrate/schema-files.ts';
import { migrate } from '../migrate/migrate.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';

// Roles belong to the cluster, which other tests use at the same time.
const suffix = randomBytes(4).toString('hex');
const GROUPS = ['reader', 'api', 'indexer'] as const;
type Group = (typeof GROUPS)[number];
const DENIED = { code: '42501' };
const OF_THE_OWNER = ['commit_order', 'schema_migrations'];
/** What an indexer cannot change: it adds attempts, and triggers add configurations. */
const ADDED_TO = ['failed_attempts', 'configurations', 'corrections'];
const TABLES_OF_KEYS = ['api_keys', 'api_key_usage', 'api_key_usage_writers'];

let database: OpenTestDatabase;
let tables: string[];
beforeAll(async () => {
  database = await openTestDatabase();
  // Rights to a database are not copied from its template.
  await migrate({ url: database.url });
  for (const group of GROUPS) {
    await database.sql.unsafe(`CREATE ROLE ${group}_${suffix} LOGIN PASSWORD 'x' IN ROLE tidemark_${group}`);
  }
  await writePollBatch(database.sql, buildBatch(0, [buildState('a', 0, 'x')], { reserves: [buildReserveInput('a')] }));
  await createApiKey(database.sql, { username: 'alice' });
  const rows = await database.sql<{ name: string }[]>`
    SELECT relname AS name FROM pg_class WHERE relnamespace = 'lend'::regnamespace AND relkind IN ('r', 'p')`;
  tables = rows.map(({ name }) => name);
});
afterAll(async () => {
  for (const group of GROUPS) await database.sql.unsafe(`DROP ROLE IF EXISTS ${group}_${suffix}`);
  await database.drop();
});

const urlAs = (url: string, user: string): string => {
  const changed = new URL(url);
  changed.username = user;
  changed.password = 'x';
  return changed.href;
};

async function withLogin(group: Group, work: (sql: postgres.Sql) => Promise<unknown>): Promise<void> {
  // Rights alone: a migration of another test's database gives the login the settings of its group, reading only among them.
  const connection = { default_transaction_read_only: false };
  const sql = postgres(urlAs(database.url, `${group}_${suffix}`), { max: 1, connection });
  try {
    await work(sql);
  } finally {
    await sql.end();
  }
}

/** Every way to write a table without knowing its columns. */
function writesOf(table: string): string[] {
  return [
    `INSERT INTO lend.${table} DEFAULT VALUES`,
    `COPY lend.${table} TO PROGRAM 'true'`,
    `DELETE FROM lend.${table}`,
    `TRUNCATE lend.${table} CASCADE`,
    `DO $$ BEGIN LOCK TABLE lend.${table} IN ACCESS EXCLUSIVE MODE; END $$`,
    `ALTER TABLE lend.${table} ADD COLUMN mine integer`,
    `CREATE INDEX ON lend.${table} ((1))`,
    `DROP TABLE lend.${table} CASCADE`,
  ];
}

const CREATIONS = [
  'CREATE TABLE lend.mine ()',
  'CREATE TABLE lend_v1.mine ()',
  'CREATE TABLE public.mine ()',
  'CREATE SCHEMA mine',
  "CREATE FUNCTION lend.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
  'CREATE ROLE mine',
];

describe('a member of tidemark_reader', () => {
  it('reads every view, and neither reads nor writes anything else', async () => {
    await withLogin('reader', async (sql) => {
      const views = await sql<{ name: string }[]>`SELECT viewname AS name FROM pg_views WHERE schemaname = 'lend_v1'`;
      expect(views.length).toBeGreaterThanOrEqual(12);
      for (const { name } of views) await sql.unsafe(`SELECT * FROM lend_v1.${name}`);
      expect(await sql`SELECT token_symbol FROM lend_v1.reserve_latest`).toEqual([{ token_symbol: 'a' }]);
      expect(await sql`SELECT lending_market_name FROM lend_v1.reserves`).toEqual([{ lending_market_name: '' }]);

      for (const table of tables) await expect(sql.unsafe(`SELECT FROM lend.${table}`)).rejects.toMatchObject(DENIED);
      // A view of several tables takes no rows from anybody; what is asked here is the right.
      const written = await sql`SELECT relname FROM pg_class WHERE relnamespace = 'lend_v1'::regnamespace
        AND relkind = 'v' AND has_table_privilege(oid, 'INSERT, UPDATE, DELETE, TRUNCATE')`;
      expect(written).toEqual([]);
      for (const creation of CREATIONS) await expect(sql.unsafe(creation)).rejects.toMatchObject(DENIED);
      await expect(sql`CREATE TEMPORARY TABLE mine ()`).rejects.toMatchObject(DENIED);
      await expect(sql`SELECT lend.attach_snapshot_partition('2001-01-01')`).rejects.toMatchObject(DENIED);
    });
  });

  it('belongs to a role that cannot log in, and that has no settings which others could be given', async () => {
    const roles = await database.sql`
      SELECT rolname FROM pg_roles WHERE rolname IN ('tidemark_reader', 'tidemark_api', 'tidemark_indexer')
        AND (rolcanlogin OR rolconfig IS NOT NULL)`;
    expect(roles).toEqual([]);
  });
});

describe('a member of tidemark_api', () => {
  it('reads every table, and writes nothing but the use of keys', async () => {
    await withLogin('api', async (sql) => {
      const written = new Set(['api_key_usage', 'api_key_usage_writers']);
      for (const table of tables.filter((name) => !OF_THE_OWNER.includes(name) && !/_y\d{4}m/.test(name))) {
        await sql.unsafe(`SELECT FROM lend.${table}`);
      }
      for (const table of tables.filter((name) => !written.has(name))) {
        for (const write of writesOf(table)) await expect(sql.unsafe(write)).rejects.toMatchObject(DENIED);
      }
      for (const table of ['reserves', 'reserve_latest', 'chain', 'rollup_state', 'poll_batches']) {
        const update = `UPDATE lend.${table} SET ${table === 'chain' ? 'genesis_hash' : 'protocol'} = 'x'`;
        const column = table === 'reserve_latest' ? update.replace('protocol', 'reserve') : update;
        await expect(sql.unsafe(column)).rejects.toMatchObject(DENIED);
      }
      await expect(sql`UPDATE lend.api_keys SET revoked_at = NULL`).rejects.toMatchObject(DENIED);
      await expect(sql`UPDATE lend.api_keys SET requests_per_minute = 1000000`).rejects.toMatchObject(DENIED);
      await sql`UPDATE lend.api_keys SET last_used_at = now()`;
    });
  });

  it('makes nothing: no table, schema, function, role or partition', async () => {
    await withLogin('api', async (sql) => {
      for (const creation of [...CREATIONS, 'CREATE TEMPORARY TABLE mine ()']) {
        await expect(sql.unsafe(creation)).rejects.toMatchObject(DENIED);
      }
      await expect(sql`SELECT lend.attach_snapshot_partition('2001-01-01')`).rejects.toMatchObject(DENIED);
    });
  });
});

describe('a member of tidemark_indexer', () => {
  it('writes the chain data, and cannot as much as count the keys or the migrations', async () => {
    await withLogin('indexer', async (sql) => {
      for (const table of [...TABLES_OF_KEYS, ...OF_THE_OWNER]) {
        for (const statement of [`SELECT FROM lend.${table}`, ...writesOf(table)]) {
          await expect(sql.unsafe(statement)).rejects.toMatchObject(DENIED);
        }
      }
      const chainTables = tables.filter((name) => ![...TABLES_OF_KEYS, ...OF_THE_OWNER].includes(name));
      for (const table of chainTables.filter((name) => !ADDED_TO.includes(name) && !/_y\d{4}m/.test(name))) {
        await sql.unsafe(`DELETE FROM lend.${table} WHERE false`);
      }
    });
  });

  it('adds failed attempts and changes none of them, and reads configurations alone', async () => {
    await withLogin('indexer', async (sql) => {
      await sql`
        INSERT INTO lend.failed_attempts
          (batch_id, protocol, kind, batch_index, commitment, requested, started_at, duration_ms, error_code, gap_after_ms)
        VALUES ('of a role', 'roles', 'poll', 0, 'confirmed', 0, now() - interval '1 year', 1, 'X', 30000)`;
      for (const statement of [
        "UPDATE lend.failed_attempts SET error_code = 'Y'",
        'DELETE FROM lend.failed_attempts',
      ]) {
        await expect(sql.unsafe(statement)).rejects.toMatchObject(DENIED);
      }
      await expect(sql`TRUNCATE lend.failed_attempts`).rejects.toMatchObject(DENIED);
      for (const statement of ["UPDATE lend.corrections SET old_value = '0'", 'DELETE FROM lend.corrections']) {
        await expect(sql.unsafe(statement)).rejects.toMatchObject(DENIED);
      }
      // Triggers write these, whoever writes reserves and markets.
      for (const statement of writesOf('configurations')) {
        await expect(sql.unsafe(statement)).rejects.toMatchObject(DENIED);
      }
      await sql`SELECT FROM lend.configurations`;
      // There was no observation after it yet: the gap that it is evidence of may be still to come.
      expect(await sql`SELECT lend.purge_failed_attempts('roles', now(), 10) AS deleted`).toEqual([{ deleted: '0' }]);
    });
  });

  it('makes nothing but partitions, and those are not its own', async () => {
    await withLogin('indexer', async (sql) => {
      for (const creation of CREATIONS) await expect(sql.unsafe(creation)).rejects.toMatchObject(DENIED);
      await expect(sql`SELECT lend.attach_snapshot_partition('2001-01-02')`).rejects.toMatchObject({ code: '22023' });
      expect(await sql`SELECT lend.attach_snapshot_partition('2001-01-01') AS moved`).toEqual([{ moved: '0' }]);
      await expect(sql`DROP TABLE lend.reserve_snapshots_y2001m01`).rejects.toMatchObject(DENIED);
      await expect(sql`ALTER TABLE lend.reserve_snapshots DROP COLUMN slot`).rejects.toMatchObject(DENIED);
    });
  });
});

describe('the roles', () => {
  it('lose what was granted to them beside the migrations', async () => {
    await database.sql`GRANT INSERT ON lend.reserves TO tidemark_api`;
    await database.sql`GRANT SELECT ON lend.api_keys TO tidemark_indexer`;
    await migrate({ url: database.url });
    await withLogin('api', (sql) =>
      expect(sql`INSERT INTO lend.reserves DEFAULT VALUES`).rejects.toMatchObject(DENIED),
    );
    await withLogin('indexer', (sql) => expect(sql`SELECT FROM lend.api_keys`).rejects.toMatchObject(DENIED));
  });

  it('are left out with a notice where the migrator may not manage roles', async () => {
    const { url, name, drop } = await createTestDatabase();
    const admin = database.sql;
    const owner = `owner_${suffix}`;
    await admin.unsafe(`CREATE ROLE ${owner} LOGIN PASSWORD 'x'`);
    try {
      await admin.unsafe(`ALTER DATABASE ${name} OWNER TO ${owner}`);
      const { applied, warnings } = await migrate({ url: urlAs(url, owner) });
      expect(applied.length).toBeGreaterThan(0);
      expect(warnings).toContainEqual(expect.stringContaining('anybody may still take advisory locks'));

      const notices: string[] = [];
      const sql = postgres(urlAs(url, owner), { max: 1, onnotice: ({ message }) => notices.push(message ?? '') });
      await sql.unsafe(await rolesSql(`absent_${suffix}`));
      expect(notices).toEqual([
        ...['reader', 'export', 'api', 'indexer', 'maintenance'].map((group) =>
          expect.stringContaining(`role absent_${suffix}_${group} is not created or set up`),
        ),
        expect.stringContaining('anybody may still make large objects'),
        expect.stringContaining('anybody may still take advisory locks'),
      ]);
      expect(await sql`SELECT FROM pg_roles WHERE starts_with(rolname, ${`absent_${suffix}`})`).toHaveLength(0);
      await sql.end();
    } finally {
      await drop();
      await admin.unsafe(`DROP ROLE ${owner}`);
    }
  });

  it('are created once by migrators of several databases of a cluster at once', async () => {
    const prefix = `shared_${suffix}`;
    const text = await rolesSql(prefix);
    const databases = await Promise.all(Array.from({ length: 4 }, () => openTestDatabase()));
    const roles = GROUPS.map((group) => `${prefix}_${group}`);
    try {
      await Promise.all(databases.map(({ sql }) => sql.unsafe(text)));
      expect(await database.sql`SELECT FROM pg_roles WHERE rolname = ANY(${roles})`).toHaveLength(3);
    } finally {
      for (const { sql } of databases) await sql.unsafe(`DROP OWNED BY ${roles.join(', ')}`);
      for (const role of roles) await database.sql.unsafe(`DROP ROLE ${role}`);
      for (const entry of databases) await entry.drop();
    }
  });
});

async function rolesSql(prefix: string): Promise<string> {
  const { always } = await readSchemaFiles();
  return (
    always
      .find(({ name }) => name === 'roles.sql')
      ?.sql.replaceAll(/tidemark_(?=reader|export|api|indexer|maintenance)/g, `${prefix}_`) ?? ''
  );
}
