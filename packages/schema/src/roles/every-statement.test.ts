import { type OwnPostgres, ownPostgresVersions, startOwnPostgres } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../create-database.ts';
import { createApiKey } from '../keys/create-api-key.ts';
import { migrate } from '../migrate/migrate.ts';
import { ROLE_GROUPS, type RoleGroup } from './ensure-logins.ts';

// Every kind of statement on every table, view and sequence, as the roles themselves. Nothing is listed that could be
// forgotten when a table is added: the tables and their columns come from the catalog.
const KEYS = ['api_keys', 'api_key_usage', 'api_key_usage_writers'];
const OF_THE_OWNER = ['commit_order', 'schema_migrations'];
const PERMISSION_DENIED = '42501';

interface Column {
  readonly name: string;
  /** Takes no value but its default. */
  readonly isMade: boolean;
}
interface Relation {
  readonly schema: string;
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly isPartition: boolean;
  readonly columns: readonly Column[];
}

describe.each(ownPostgresVersions())('on Postgres %s', (version) => {
  let server: OwnPostgres;
  let database: Database;
  let relations: Relation[];
  let sequences: string[];

  beforeAll(async () => {
    server = await startOwnPostgres(version);
    await migrate({ url: server.url() });
    database = createDatabase({ url: server.url(), maxConnections: 2 });
    const { sql } = database;
    for (const group of ROLE_GROUPS) {
      await sql.unsafe(`CREATE ROLE every_${group} LOGIN PASSWORD 'x' IN ROLE tidemark_${group}`);
    }
    // As an administrator does it: the migration puts such logins in order.
    await migrate({ url: server.url() });
    await createApiKey(sql, { username: 'alice' });
    relations = await sql<Relation[]>`
    SELECT n.nspname AS schema, c.relname AS name, CASE WHEN c.relkind = 'v' THEN 'view' ELSE 'table' END AS kind,
      c.relispartition AS "isPartition",
      (SELECT json_agg(json_build_object('name', a.attname, 'isMade', a.attidentity <> '' OR a.attgenerated <> ''))
        FROM pg_attribute AS a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) AS columns
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('lend', 'lend_v1') AND c.relkind IN ('r', 'p', 'v') ORDER BY 1, 2`;
    const found = await sql<{ name: string }[]>`
    SELECT c.oid::regclass::text AS name FROM pg_class AS c WHERE relkind = 'S' AND relnamespace = 'lend'::regnamespace`;
    sequences = found.map(({ name }) => name);
  });
  afterAll(async () => {
    await database.close();
    await server.stop();
  });

  const tablesOf = (schema: string, kind: Relation['kind']) =>
    relations.filter((relation) => relation.schema === schema && relation.kind === kind);

  /** Changes of rows, by what they are; each column has an UPDATE of its own, since a right can be one to a column. */
  function changesOf({ schema, name, columns }: Relation): string[] {
    const table = `${schema}.${name}`;
    const setters = columns.map(
      (column) => `${quoted(column.name)} = ${column.isMade ? 'DEFAULT' : quoted(column.name)}`,
    );
    const [first] = columns;
    const names = columns.flatMap((column) => (column.isMade ? [] : [quoted(column.name)])).join(', ');
    return [
      `INSERT INTO ${table} DEFAULT VALUES`,
      `INSERT INTO ${table} (${names}) SELECT ${names} FROM ${table} WHERE false`,
      ...setters.map((setter) => `UPDATE ${table} SET ${setter}`),
      `WITH changed AS (UPDATE ${table} SET ${setters[0]} RETURNING 1) SELECT FROM changed`,
      `DELETE FROM ${table}`,
      `MERGE INTO ${table} AS t USING (SELECT 1) AS s ON false WHEN NOT MATCHED THEN INSERT DEFAULT VALUES`,
      `MERGE INTO ${table} AS t USING (SELECT 1) AS s ON t.${quoted(first?.name ?? '')} IS NULL WHEN MATCHED THEN DELETE`,
      `TRUNCATE ${table} CASCADE`,
      `COPY ${table} FROM STDIN`,
    ];
  }

  /** Changes of the table itself, and locks that would keep others from it. */
  function alterationsOf({ schema, name, columns }: Relation): string[] {
    const table = `${schema}.${name}`;
    const column = quoted(columns[0]?.name ?? '');
    return [
      `DO $$ BEGIN LOCK TABLE ${table} IN ROW EXCLUSIVE MODE; END $$`,
      `DO $$ BEGIN LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE; END $$`,
      `ALTER TABLE ${table} ADD COLUMN mine integer`,
      `ALTER TABLE ${table} DROP COLUMN ${column}`,
      `ALTER TABLE ${table} OWNER TO CURRENT_USER`,
      `ALTER TABLE ${table} DISABLE TRIGGER ALL`,
      `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
      `ALTER TABLE ${table} SET (autovacuum_enabled = false)`,
      `ALTER TABLE ${table} SET SCHEMA public`,
      `CREATE INDEX ON ${table} (${column})`,
      `CREATE STATISTICS lend.mine ON (${column} IS NULL) FROM ${table}`,
      `CREATE RULE mine AS ON INSERT TO ${table} DO INSTEAD NOTHING`,
      `CREATE POLICY mine ON ${table} USING (true)`,
      `CREATE TRIGGER mine BEFORE INSERT ON ${table} EXECUTE FUNCTION suppress_redundant_updates_trigger()`,
      `REINDEX TABLE ${table}`,
      `COMMENT ON TABLE ${table} IS 'mine'`,
      `COMMENT ON COLUMN ${table}.${column} IS 'mine'`,
      `DROP TABLE ${table} CASCADE`,
    ];
  }

  /** Ways to learn something of a table. */
  function readsOf({ schema, name, columns }: Relation): string[] {
    const table = `${schema}.${name}`;
    return [
      ...columns.map((column) => `SELECT ${quoted(column.name)} FROM ${table}`),
      `TABLE ${table}`,
      `SELECT FROM ${table}`,
      `SELECT count(*) FROM ONLY ${table}`,
      `SELECT to_json(t) FROM ${table} AS t`,
      `SELECT 1 WHERE EXISTS (SELECT FROM ${table})`,
      `SELECT FROM ${table} FOR SHARE`,
      `EXPLAIN (ANALYZE) SELECT FROM ${table}`,
      `DECLARE mine CURSOR WITH HOLD FOR SELECT FROM ${table}`,
      `COPY ${table} TO STDOUT`,
      `COPY (SELECT FROM ${table}) TO STDOUT`,
      `DO $$ BEGIN PERFORM FROM ${table}; END $$`,
      `UPDATE lend.poll_batches AS p SET protocol = p.protocol FROM ${table} AS t`,
      `DELETE FROM lend.poll_batches AS p USING ${table} AS t WHERE false`,
      `INSERT INTO lend.reserve_sets SELECT sha256('x'), ARRAY[t::text] FROM ${table} AS t`,
      `MERGE INTO lend.poll_batches AS p USING ${table} AS t ON false WHEN MATCHED THEN DELETE`,
    ];
  }

  const quoted = (name: string): string => `"${name}"`;
  /** What nobody could change in a view: it is over several tables, no table, or a column is made by an expression. That is said before rights are looked at. */
  const NO_TABLE = ['55000', '42809', '428C9', '0A000'];

  /**
   * Those of the statements that the role was not refused, with what came instead. A statement that passes has changed the
   * database; then the test fails, and the database is gone with it.
   */
  async function notRefused(
    group: RoleGroup,
    statements: readonly string[],
    refusals: readonly string[] = [PERMISSION_DENIED],
  ): Promise<string[]> {
    const url = new URL(server.url());
    [url.username, url.password] = [`every_${group}`, 'x'];
    const sql = postgres(url.href, { max: 1, onnotice: () => undefined });
    const passed: string[] = [];
    try {
      // A reader may end its own restriction to reading; that must not be all that holds it.
      await sql`SET default_transaction_read_only = off`;
      for (const statement of statements) {
        const outcome = await sql.unsafe(statement).then(
          () => 'done',
          (error: unknown) => error,
        );
        if (outcome instanceof postgres.PostgresError && refusals.includes(outcome.code)) continue;
        passed.push(`${statement}: ${String(outcome)}`);
      }
    } finally {
      await sql.end();
    }
    return passed;
  }

  describe('tidemark_api', () => {
    it('is refused every change of every table but of the use of keys', async () => {
      const others = tablesOf('lend', 'table').filter(({ name }) => !KEYS.includes(name));
      expect(others.length).toBeGreaterThan(15);
      expect(await notRefused('api', others.flatMap(changesOf))).toEqual([]);
      const changes = tablesOf('lend_v1', 'view').flatMap(changesOf);
      expect(await notRefused('api', changes, [PERMISSION_DENIED, ...NO_TABLE])).toEqual([]);
    });

    it('may set the last use of a key, and is refused everything else that could be done to one', async () => {
      const changes = tablesOf('lend', 'table')
        .filter(({ name }) => name === 'api_keys')
        .flatMap(changesOf);
      expect(await notRefused('api', changes)).toEqual([
        'UPDATE lend.api_keys SET "last_used_at" = "last_used_at": done',
      ]);
    });

    it('is refused every change of a table itself, of sequences, and every lock that keeps others away', async () => {
      const tables = tablesOf('lend', 'table');
      const statements = tables.flatMap(alterationsOf).filter((statement) => !mayLock(statement));
      expect(await notRefused('api', statements)).toEqual([]);
      expect(sequences.length).toBeGreaterThan(0);
      expect(await notRefused('api', sequences.flatMap(usesOfSequence))).toEqual([]);
    });
  });

  /** Who may write a table may lock it: that is the use of keys and nothing else. */
  function mayLock(statement: string): boolean {
    return statement.includes('LOCK TABLE') && KEYS.some((name) => statement.includes(` lend.${name} `));
  }

  function usesOfSequence(name: string): string[] {
    return [`SELECT nextval('${name}')`, `SELECT setval('${name}', 1)`, `ALTER SEQUENCE ${name} RESTART`];
  }

  describe('tidemark_indexer', () => {
    it('is refused every way to read or change a key or its use', async () => {
      const tables = relations.filter(({ name }) => KEYS.includes(name));
      expect(tables).toHaveLength(KEYS.length);
      for (const waysOf of [readsOf, changesOf, alterationsOf]) {
        expect(await notRefused('indexer', tables.flatMap(waysOf))).toEqual([]);
      }
    });

    it('is refused every change of a table itself, and everything with the list of migrations and the order of commits', async () => {
      const tables = tablesOf('lend', 'table');
      const statements = tables.flatMap(alterationsOf).filter((statement) => !statement.includes('LOCK TABLE'));
      expect(await notRefused('indexer', statements)).toEqual([]);
      const owners = tables.filter(({ name }) => OF_THE_OWNER.includes(name));
      expect(owners).toHaveLength(OF_THE_OWNER.length);
      for (const waysOf of [readsOf, changesOf, alterationsOf]) {
        expect(await notRefused('indexer', owners.flatMap(waysOf))).toEqual([]);
      }
    });
  });

  describe('tidemark_reader', () => {
    it('is refused every way to read or change what is no public view, and every change of the views', async () => {
      const tables = tablesOf('lend', 'table');
      for (const waysOf of [readsOf, changesOf, alterationsOf]) {
        expect(await notRefused('reader', tables.flatMap(waysOf))).toEqual([]);
      }
      const changes = tablesOf('lend_v1', 'view').flatMap(changesOf);
      expect(await notRefused('reader', changes, [PERMISSION_DENIED, ...NO_TABLE])).toEqual([]);
    });
  });

  /** Who is a member of a group can become it on Postgres 15, and has no more rights then. */
  const mayBecome = (group: RoleGroup, other: RoleGroup): boolean =>
    version === 15 && (other === group || (group === 'maintenance' && other === 'indexer'));

  describe('each of the roles', () => {
    it.each(ROLE_GROUPS)('is refused what reaches beyond its tables: tidemark_%s', async (group) => {
      const others = ROLE_GROUPS.filter((other) => other !== group && !mayBecome(group, other)).map(
        (other) => `SET ROLE tidemark_${other}`,
      );
      const statements = [
        ...others,
        // On Postgres 15 a member may become its group: attacks.test.ts says that this changes nothing for others.
        ...(mayBecome(group, group) ? [] : [`SET ROLE tidemark_${group}`]),
        ...ROLE_GROUPS.flatMap((each) => [
          `ALTER ROLE tidemark_${each} SET statement_timeout = '1ms'`,
          `ALTER ROLE tidemark_${each} RESET ALL`,
          `ALTER ROLE tidemark_${each} PASSWORD 'x'`,
          `GRANT tidemark_${each} TO every_${group} WITH ADMIN OPTION`,
        ]),
        `ALTER DATABASE postgres SET statement_timeout = '1ms'`,
        `ALTER ROLE ALL SET statement_timeout = '1ms'`,
        `ALTER SYSTEM SET statement_timeout = '1ms'`,
        'SET ROLE pg_read_all_data',
        `SET SESSION AUTHORIZATION ${quoted(new URL(server.url()).username)}`,
        'CREATE ROLE mine',
        'ALTER ROLE tidemark_reader SUPERUSER',
        `GRANT tidemark_api TO every_${group}`,
        'CREATE SCHEMA mine',
        'CREATE TABLE public.mine ()',
        'CREATE TABLE lend.mine ()',
        'CREATE TEMPORARY TABLE mine ()',
        "CREATE FUNCTION lend.mine() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
        'CREATE EXTENSION dblink',
        'CREATE PUBLICATION mine',
        'CREATE EVENT TRIGGER mine ON ddl_command_end EXECUTE FUNCTION suppress_redundant_updates_trigger()',
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "COPY (SELECT 1) TO '/tmp/mine'",
        "SELECT pg_read_file('postgresql.conf')",
        "SELECT pg_ls_dir('.')",
        "SELECT lo_import('/etc/passwd')",
        'SELECT pg_reload_conf()',
        'SELECT pg_switch_wal()',
        'SELECT * FROM pg_authid',
        'SELECT * FROM pg_hba_file_rules',
        // What is put into large objects belongs to nobody's table, and is never cleaned up.
        'SELECT lo_create(0)',
        'SELECT lo_creat(-1)',
        "SELECT lo_from_bytea(0, '\\x00')",
      ];
      expect(await notRefused(group, statements)).toEqual([]);
    });

    it('has no attribute, no other role, and no function that runs as its owner but those of the indexer', async () => {
      const { sql } = database;
      const roles = await sql`
      SELECT rolname FROM pg_roles WHERE rolname = ANY(${ROLE_GROUPS.map((group) => `tidemark_${group}`)})
        AND (rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls OR rolcanlogin)`;
      expect(roles).toEqual([]);
      const groups = await sql`
      SELECT m.rolname FROM pg_auth_members AS a JOIN pg_roles AS m ON m.oid = a.member
      WHERE m.rolname = ANY(${ROLE_GROUPS.map((group) => `tidemark_${group}`)})`;
      // Rollups may do what an indexer may.
      expect(groups).toEqual([{ rolname: 'tidemark_maintenance' }]);
      const functions = await sql<{ role: string; names: string[] }[]>`
      SELECT r.rolname AS role,
          json_agg(p.oid::regproc::text ORDER BY p.oid::regproc::text COLLATE "C") AS names
      FROM pg_proc AS p CROSS JOIN pg_roles AS r
      WHERE p.prosecdef AND p.pronamespace NOT IN ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        AND r.rolname = ANY(${ROLE_GROUPS.map((group) => `tidemark_${group}`)})
        AND has_function_privilege(r.oid, p.oid, 'EXECUTE')
      GROUP BY 1`;
      const ofIndexers = [
        'lend.add_earlier_configurations',
        'lend.attach_narrow_partitions',
        'lend.attach_price_partition',
        'lend.attach_snapshot_partition',
        'lend.contain_readers',
        'lend.drop_empty_snapshot_partition',
        'lend.drop_price_partitions',
        'lend.purge_failed_attempts',
        'lend.seal_history_step',
      ];
      const wanted = {
        tidemark_indexer: ofIndexers,
        tidemark_maintenance: [...ofIndexers, 'lend.drop_archived_month'].toSorted(),
      };
      expect(Object.fromEntries(functions.map(({ role, names }) => [role, names]))).toEqual(wanted);
    });
  });
});
