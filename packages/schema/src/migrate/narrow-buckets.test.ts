import type { Bucket } from '@tidemark/model';
import { createTestDatabase } from '@tidemark/testing';
import fc from 'fast-check';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { anyBucket, buildMissingBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt, buildReserveInput } from '../../test/support/build-rows.ts';
import { openTestDatabase } from '../../test/support/open-test-database.ts';
import { createDatabase, type Database, type Queryable, type Sql } from '../create-database.ts';
import { BUCKET_SECONDS, BUCKET_TABLES, type BucketGrain } from '../history/bucket-selection.ts';
import { writeBuckets } from '../history/write-buckets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { listMigrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

// A database of the version before narrow buckets, filled with rows that hold whatever fits their columns.
const FIRST = '0132_narrow_buckets.sql';
const LABELS = ['a', 'b', 'c'];
const GRAINS: readonly BucketGrain[] = ['quarter_hourly', 'hourly', 'daily'];

let url: string;
let database: Database;
let sql: Sql;
let drop: () => Promise<void>;
let rows: ReadonlyMap<BucketGrain, readonly string[]>;
beforeEach(async () => {
  rows = await buildRows();
  ({ url, drop } = await createTestDatabase());
  database = createDatabase({ url, maxConnections: 2, applicationName: 'test' });
  ({ sql } = database);
  await sql`CREATE SCHEMA lend`;
  await sql`CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz DEFAULT now())`;
  for (const file of (await listMigrationFiles()).filter(({ name }) => name < FIRST)) await apply(file);
  await upsertReserves(
    sql,
    LABELS.map((label) => buildReserveInput(label, 0)),
  );
  for (const [grain, list] of rows) await insert(grain, list);
});
afterEach(async () => {
  await database.close();
  await drop();
});

async function apply(file: { readonly name: string; readonly sql: string; readonly sha256: string }): Promise<void> {
  await sql.unsafe(file.sql).simple();
  await sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
}

/** Whole rows as JSON: what the views of a database of today say of these buckets. */
async function buildRows(): Promise<Map<BucketGrain, readonly string[]>> {
  const today = await openTestDatabase({ reserves: LABELS });
  try {
    const found = new Map<BucketGrain, readonly string[]>();
    for (const [place, grain] of GRAINS.entries()) {
      const ms = BUCKET_SECONDS[grain] * 1000;
      const anyOf = fc.sample(anyBucket, { numRuns: 60, seed: 11 + place });
      const buckets = [...anyOf, ...LABELS.map((label) => buildMissingBucket(label, 0))].map(
        (bucket, index): Bucket => {
          const start = new Date(bankAt(0).observedAt.getTime() + Math.floor(index / LABELS.length) * ms);
          const reserve = addressOf(LABELS[index % LABELS.length] ?? '');
          return { ...bucket, reserve, start, end: new Date(start.getTime() + ms) };
        },
      );
      await writeBuckets(today.sql, grain, 'kamino', buckets);
      found.set(grain, await readWith(today.sql, grain));
    }
    return found;
  } finally {
    await today.drop();
  }
}

/** Without the number of the reserve and the priced seconds, which the tables did not have. */
async function readWith(connection: Queryable, grain: BucketGrain): Promise<string[]> {
  const found = await connection.unsafe<{ row: string }[]>(
    `SELECT (to_jsonb(b) - 'reserve_id' - 'priced_seconds' - 'change_id' - 'computed_at')::text AS row FROM ${BUCKET_TABLES[grain]} AS b ORDER BY reserve, bucket_start`,
  );
  return found.map(({ row }) => row);
}

async function insert(grain: BucketGrain, list: readonly string[]): Promise<void> {
  const table = BUCKET_TABLES[grain];
  await sql.unsafe(
    `INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table},
       (SELECT json_agg(r::jsonb || jsonb_build_object('computed_at', now(), 'change_id', 0)) FROM unnest($1::text[]) AS r))`,
    [[...list]],
  );
}

const readAll = () => Promise.all(GRAINS.map((grain) => readWith(sql, grain)));
const listTables = async () =>
  (
    await sql<{ name: string }[]>`SELECT relname AS name FROM pg_class
    WHERE relnamespace = 'lend'::regnamespace AND relkind = 'r' AND (relname LIKE '%\\_before' OR relname = 'bucket_copies')`
  ).map(({ name }) => name);

it('every bucket is read afterwards as it was before, whatever is in it, with its number of the last change', async () => {
  const before = await readAll();
  expect(before.map((list) => list.length)).toEqual([63, 63, 63]);
  const changes = () =>
    sql`SELECT reserve, bucket_start, change_id, computed_at FROM lend.reserve_hourly ORDER BY 1, 2`;
  const changed = await changes();
  await migrate({ url });
  expect(await readAll()).toEqual(before);
  expect(await changes()).toEqual(changed);
  expect(await listTables()).toEqual([]);
});

it('what is changed, added or deleted after it was copied is as the old version left it', async () => {
  const narrow = (await listMigrationFiles()).find(({ name }) => name === FIRST);
  if (narrow === undefined) throw new Error(`no ${FIRST}`);
  await apply(narrow);
  // Broken off after some steps, with a later one that failed.
  for (let step = 0; step < 7; step += 1) await sql`SELECT lend.copy_buckets_step()`;
  await expect(
    sql.begin(async (tx) => {
      await tx`SELECT lend.copy_buckets_step()`;
      throw new Error('broken off');
    }),
  ).rejects.toThrow('broken off');
  const [copied] =
    await sql`SELECT (SELECT count(*)::int FROM lend.reserve_days) AS days, (SELECT count(*)::int FROM lend.reserve_quarters) AS quarters`;
  expect(copied).toEqual({ days: 63, quarters: 21 });
  for (const grain of GRAINS) {
    const table = sql.unsafe(BUCKET_TABLES[grain]);
    await sql`UPDATE ${table} SET observations = 4711, supply_apy_twavg_f = supply_apy_close_f WHERE quality <> 'missing' AND snapshots % 3 = 0`;
    await sql`DELETE FROM ${table} WHERE bucket_start = (SELECT max(bucket_start) FROM ${table})`;
  }
  const [newest] = (rows.get('daily') ?? []).slice(-1);
  await insert('daily', [newest ?? '']);
  const before = await readAll();
  expect(before.flat().filter((row) => row.includes('4711')).length).toBeGreaterThan(20);
  await migrate({ url });
  expect(await readAll()).toEqual(before);
});

it('what the old version writes while it is migrated is not lost', async () => {
  const written = new Map<string, number>();
  const writer = postgres(url, { max: 1, onnotice: () => undefined });
  const writing = (async () => {
    for (let round = 1; ; round += 1) {
      const label = LABELS[round % LABELS.length] ?? '';
      // Until it is a view.
      try {
        await writer`UPDATE lend.reserve_hourly SET snapshots = ${round} WHERE reserve = ${addressOf(label)}`;
      } catch (error) {
        return error;
      }
      written.set(addressOf(label), round);
    }
  })();
  await migrate({ url });
  expect(String(await writing)).toContain('cannot update view');
  await writer.end();
  const found = await sql<{ reserve: string; snapshots: number }[]>`
    SELECT DISTINCT reserve, snapshots FROM lend.reserve_hourly ORDER BY reserve`;
  expect(found.map(({ reserve, snapshots }) => [reserve, snapshots])).toEqual(
    [...written].toSorted(([a], [b]) => (a < b ? -1 : 1)),
  );
});

it('a copy that is not what it was made of ends the migration, and nothing is changed', async () => {
  const narrow = (await listMigrationFiles()).find(({ name }) => name === FIRST);
  if (narrow === undefined) throw new Error(`no ${FIRST}`);
  await apply(narrow);
  await sql.unsafe(
    `CREATE FUNCTION falsify() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.borrow_apr_close_f := 0.5; RETURN NEW; END $$`,
  );
  await sql`CREATE TRIGGER falsify BEFORE INSERT ON lend.reserve_days FOR EACH ROW WHEN (NEW.close_slot IS NOT NULL) EXECUTE FUNCTION falsify()`;
  const before = await readAll();
  await expect(migrate({ url })).rejects.toMatchObject({
    code: 'MIGRATION_FAILED',
    message: expect.stringContaining('lend.reserve_daily'),
  });
  expect(await readAll()).toEqual(before);
  expect(await sql`SELECT FROM lend.reserve_days`).toHaveLength(0);
});
