import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../test/support/run-cli.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { createDatabase } from '../create-database.ts';
import { checkSchema } from './check-schema.ts';
import { migrate } from './migrate.ts';

let url: string;
let name: string;
let sql: postgres.Sql;
let drop: () => Promise<void>;
beforeEach(async () => {
  ({ url, name, drop } = await createTestDatabase());
  sql = postgres(url, { max: 1, onnotice: () => undefined });
  await migrate({ url });
});
afterEach(async () => {
  await sql.end();
  await drop();
});

const listScratch = () => sql`SELECT datname FROM pg_database WHERE datname LIKE 'tidemark\\_check\\_%'`;

describe('a database is compared with its version', () => {
  it('and is like it, also with partitions of months, rows, and numbers that go on after a restore', async () => {
    const database = createDatabase({ url });
    await ensurePartitions(database.sql, { now: new Date('2031-05-02T00:00:00Z'), monthsAhead: 1 });
    await database.close();
    await sql`CREATE OR REPLACE FUNCTION lend.change_id_of(transaction_id xid8) RETURNS bigint
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 4711 + transaction_id::text::bigint`;
    expect(await runCli('migrate-cli.ts', ['--check'], { DATABASE_URL: url })).toEqual({
      code: 0,
      stdout: 'migrate: the schema is that of this version\n',
      stderr: '',
    });
    expect(await listScratch()).toEqual([]);
  });

  it('and what it lacks, has besides or has otherwise is a line each', async () => {
    await sql.unsafe(`
      DROP INDEX lend.reserves_lending_market_idx;
      ALTER TABLE lend.chain DROP CONSTRAINT chain_genesis_hash_check;
      ALTER TABLE lend.chain ALTER COLUMN cluster_label DROP NOT NULL;
      ALTER TABLE lend.chain ADD COLUMN note text;
      ALTER TABLE lend.reserves DISABLE TRIGGER number_change;
      CREATE TABLE lend.mine ();
      CREATE OR REPLACE FUNCTION lend.is_moved(of_reserve text, moment timestamptz, of_slot bigint) RETURNS boolean
        LANGUAGE sql STABLE RETURN false;
      DROP VIEW lend_v1.chain;
      GRANT DELETE ON lend.failed_attempts TO tidemark_indexer;
      COMMENT ON VIEW lend_v1.reserves IS 'mine';`);
    const { code, stdout, stderr } = await runCli('migrate-cli.ts', ['--check'], { DATABASE_URL: url });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.filter((line) => !/(?:lend_v1\.chain|lend\.mine)\b/.test(line))).toEqual([
      'different: column lend.chain.cluster_label: text instead of text NOT NULL',
      'different: comment on lend_v1.reserves',
      'different: function lend.is_moved(of_reserve text, moment timestamp with time zone, of_slot bigint)',
      'different: order of columns in lend.chain',
      'different: rights to lend.failed_attempts',
      'different: trigger number_change of lend.reserves',
      'extra: column lend.chain.note',
      'missing: constraint chain_genesis_hash_check of lend.chain',
      'missing: index lend.reserves_lending_market_idx',
    ]);
    expect(lines).toEqual(expect.arrayContaining(['extra: table lend.mine', 'missing: view lend_v1.chain']));
    expect({ code, stderr }).toEqual({ code: 1, stderr: `migrate: ${lines.length} differences from this version\n` });
    expect(await listScratch()).toEqual([]);
  });

  it('and a login that may create no database is told so', async () => {
    const login = `checks_${name.slice(-8)}`;
    await sql.unsafe(`CREATE ROLE ${login} LOGIN PASSWORD 'x'`);
    try {
      const asLogin = new URL(url);
      [asLogin.username, asLogin.password] = [login, 'x'];
      await expect(checkSchema(asLogin.href)).rejects.toMatchObject({ code: 'CHECK_NOT_ALLOWED' });
    } finally {
      await sql.unsafe(`DROP ROLE ${login}`);
    }
  });
});
