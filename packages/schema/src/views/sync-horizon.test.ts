import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Queryable } from '../create-database.ts';
import { writeBuckets } from '../history/write-buckets.ts';
import { migrate } from '../migrate/migrate.ts';

/** The first quarter of an hour. */
const buildQuarter = (label: string, hour: number) =>
  buildBucket(label, hour, { end: bankAt(hour * 3_600 + 900).observedAt });

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ reserves: ['SOL', 'USDC'] });
  await writeBuckets(database.sql, 'quarter_hourly', 'kamino', [buildQuarter('SOL', 0), buildQuarter('USDC', 0)]);
});
afterEach(() => database.drop());

/** Ten seconds: other tests have transactions that run for some. */
const MOST_READS = 500;

interface Row {
  readonly key: string;
  readonly observations: number;
}

/** Keeps a copy of the quarters as docs/use/sync.md says. */
function startCopy(sql: Queryable) {
  const rows = new Map<string, number>();
  let after = 0n;
  const copy = {
    rows,
    /** Waits for transactions of other databases of the server, which hold the horizon, too. */
    readAll: async () => {
      const [found] = await sql<{ largest: string }[]>`
        SELECT max(change_id) AS largest FROM lend.reserve_quarter_hourly`;
      let changed = 0;
      for (let tries = 0; tries < MOST_READS; tries += 1) {
        changed += await copy.read();
        if (after > BigInt(found?.largest ?? 0)) return changed;
        await setTimeout(20);
      }
      throw new Error(`the horizon stays at ${after}`);
    },
    read: async () => {
      const [found] = await sql<{ horizon: string }[]>`SELECT lend_v1.sync_horizon() AS horizon`;
      const horizon = BigInt(found?.horizon ?? 0);
      const changed = await sql<Row[]>`
        SELECT reserve || ' ' || bucket_start AS key, observations FROM lend_v1.reserve_quarter_hourly
        WHERE change_id >= ${String(after)}::bigint AND change_id < ${String(horizon)}::bigint`;
      for (const { key, observations } of changed) rows.set(key, observations);
      after = horizon;
      return changed.length;
    },
  };
  return copy;
}
const stored = async () => {
  const rows = await database.sql<Row[]>`
    SELECT reserve || ' ' || bucket_start AS key, observations FROM lend_v1.reserve_quarter_hourly`;
  return new Map(rows.map(({ key, observations }) => [key, observations]));
};
const touch = (sql: Queryable, label: string, observations: number) =>
  sql`UPDATE lend.reserve_quarters SET observations = ${observations} WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf(label)})`;

describe('a copy that reads up to the horizon', () => {
  it('gets every row once, and then what has changed', async () => {
    const copy = startCopy(database.sql);
    expect(await copy.readAll()).toBe(2);
    expect(await copy.read()).toBe(0);
    await touch(database.sql, 'SOL', 77);
    expect(await copy.readAll()).toBe(1);
    expect(copy.rows).toEqual(await stored());
    expect([...copy.rows.values()]).toContain(77);
  });

  it('misses nothing of a transaction that began earlier and commits later than another', async () => {
    const copy = startCopy(database.sql);
    await copy.readAll();
    const slow = await database.sql.reserve();
    try {
      await slow`BEGIN`;
      await slow`UPDATE lend.reserve_quarters SET observations = 5 WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('SOL')})`;
      await touch(database.sql, 'USDC', 6);
      expect(await copy.read()).toBe(0);
      await slow`COMMIT`;
    } finally {
      slow.release();
    }
    expect(await copy.readAll()).toBe(2);
    expect(copy.rows).toEqual(await stored());
  });

  it('is the table after many writers at once', async () => {
    const copy = startCopy(database.sql);
    const writers = [0, 1, 2].map(async (writer) => {
      const { sql } = database.connect();
      // A row for each transaction: one that is missed once is never read again.
      for (let round = 0; round < 40; round += 1) {
        await sql.begin(async (tx) => {
          await writeBuckets(tx, 'quarter_hourly', 'kamino', [buildQuarter('SOL', 1 + 3 * round + writer)]);
          await tx`SELECT pg_sleep(random() * 0.004)`;
        });
      }
    });
    const written = new AbortController();
    const reading = (async () => {
      while (!written.signal.aborted) await copy.read();
    })();
    await Promise.all(writers);
    written.abort();
    await reading;
    await copy.readAll();
    expect(copy.rows.size).toBe(2 + 3 * 40);
    expect(copy.rows).toEqual(await stored());
  });
});

it('every table that is copied so numbers its rows itself, whoever writes them, and has the index', async () => {
  const rows = await database.sql<{ name: string; numbered: boolean; indexed: boolean }[]>`
    SELECT c.relname AS name,
      EXISTS (SELECT FROM pg_trigger AS t WHERE t.tgrelid = c.oid AND t.tgname = 'number_change' AND t.tgenabled = 'O') AS numbered,
      EXISTS (SELECT FROM pg_index AS i JOIN pg_class AS x ON x.oid = i.indexrelid JOIN pg_am AS m ON m.oid = x.relam
        WHERE i.indrelid = c.oid AND i.indkey::text = a.attnum::text AND m.amname = 'brin') AS indexed
    FROM pg_attribute AS a JOIN pg_class AS c ON c.oid = a.attrelid
    WHERE a.attname = 'change_id' AND c.relkind = 'r' AND c.relnamespace = 'lend'::regnamespace ORDER BY 1`;
  expect(rows.map(({ name }) => name)).toEqual([
    'bucket_totals',
    'config_changes',
    'configurations',
    'corrections',
    'lending_markets',
    'liquidity_coverage_buckets',
    'liquidity_coverage_latest',
    'liquidity_depth_buckets',
    'liquidity_tokens',
    'price_buckets',
    'price_divergence_buckets',
    'price_latest',
    'reserve_days',
    'reserve_hours',
    'reserve_quarters',
    'reserves',
  ]);
  expect(rows.filter(({ numbered, indexed }) => !numbered || !indexed)).toEqual([]);
});

it('after a restore into a cluster that counts from the beginning numbers go on above those that were restored', async () => {
  const restored = 10n ** 12n;
  await database.sql.begin(async (tx) => {
    await tx`ALTER TABLE lend.reserves DISABLE TRIGGER number_change`;
    await tx`UPDATE lend.reserves SET change_id = ${String(restored - 5n)}`;
    await tx`ALTER TABLE lend.reserves ENABLE TRIGGER number_change`;
    await tx`ALTER TABLE lend.reserve_quarters DISABLE TRIGGER number_change`;
    await tx`UPDATE lend.reserve_quarters SET change_id = ${String(restored)}`;
    await tx`ALTER TABLE lend.reserve_quarters ENABLE TRIGGER number_change`;
  });
  const copy = startCopy(database.sql);
  expect(await copy.read()).toBe(0);
  await migrate({ url: database.url });
  expect(await copy.readAll()).toBe(2);
  await touch(database.sql, 'SOL', 9);
  expect(await copy.readAll()).toBe(1);
  const [found] = await database.sql<
    { largest: string }[]
  >`SELECT max(change_id) AS largest FROM lend.reserve_quarter_hourly`;
  expect(BigInt(found?.largest ?? 0)).toBeGreaterThan(restored);
  const before = await database.sql`SELECT pg_get_functiondef('lend.change_id_of(xid8)'::regprocedure) AS text`;
  await migrate({ url: database.url });
  expect(await database.sql`SELECT pg_get_functiondef('lend.change_id_of(xid8)'::regprocedure) AS text`).toEqual(
    before,
  );
});

it('a reader cannot hold the horizon', async () => {
  await database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    await tx`SELECT lend_v1.sync_horizon()`;
    await expect(tx.savepoint((point) => point`SELECT pg_current_xact_id()`)).rejects.toMatchObject({ code: '42501' });
    await expect(tx.savepoint((point) => point`SELECT txid_current()`)).rejects.toMatchObject({ code: '42501' });
  });
});
