import { waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildBatch, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { ensurePartitions, listMonths, monthOf } from './ensure-partitions.ts';

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ reserves: ['a'] });
});
afterEach(() => database.drop());

/** Rows per partition, empty ones too. */
async function countByPartition(): Promise<Record<string, number>> {
  const partitions = await database.sql<{ name: string }[]>`
    SELECT c.relname AS name FROM pg_inherits JOIN pg_class AS c ON c.oid = inhrelid
    WHERE inhparent = 'lend.reserve_snapshots'::regclass ORDER BY c.relname`;
  const counts: Record<string, number> = {};
  for (const { name } of partitions) {
    const [row] = await database.sql.unsafe<{ count: number }[]>(`SELECT count(*)::int AS count FROM lend.${name}`);
    counts[name.replace('reserve_snapshots_', '')] = row?.count ?? -1;
  }
  return counts;
}

/** Writes a snapshot observed at a moment. */
async function writeAt(moment: string): Promise<void> {
  const observedAt = new Date(moment);
  const slot = BigInt(observedAt.getTime()) / 500n;
  const state = buildState('a', 0, moment, { observedAt, slot, lastUpdateSlot: slot });
  await writePollBatch(database.sql, buildBatch(0, [state], { id: moment, observedAt, slot }));
}

const OCTOBER = { now: new Date('2026-10-15T12:00:00Z'), monthsAhead: 2 };

describe('ensurePartitions', () => {
  it('makes the month of now and those ahead, across the end of a year, and then nothing more', async () => {
    const first = await ensurePartitions(database.sql, { now: new Date('2026-11-30T23:59:59.999Z'), monthsAhead: 2 });
    expect(first).toEqual({
      created: ['reserve_snapshots_y2026m11', 'reserve_snapshots_y2026m12', 'reserve_snapshots_y2027m01'],
      movedRows: 0,
    });
    const second = await ensurePartitions(database.sql, { now: new Date('2026-12-01T00:00:00Z'), monthsAhead: 2 });
    expect(second.created).toEqual(['reserve_snapshots_y2027m02']);
    expect(await ensurePartitions(database.sql, { now: new Date('2026-12-31T23:59:59Z'), monthsAhead: 2 })).toEqual({
      created: [],
      movedRows: 0,
    });
  });

  it('puts the boundary between months at midnight UTC, whatever the session thinks', async () => {
    await database.sql`ALTER DATABASE ${database.sql(new URL(database.url).pathname.slice(1))} SET TimeZone = 'Asia/Tokyo'`;
    await ensurePartitions(database.connect().sql, OCTOBER);
    await writeAt('2026-10-31T23:59:59.999Z');
    await writeAt('2026-11-01T00:00:00.000Z');
    expect(await countByPartition()).toEqual({ default: 0, y2026m10: 1, y2026m11: 1, y2026m12: 0 });
  });

  it('moves rows out of the default partition, of past months too, and loses none', async () => {
    for (const moment of [
      '2024-02-29T23:59:59Z',
      '2026-10-01T00:00:00Z',
      '2026-10-31T23:59:59Z',
      '2026-12-24T18:00:00Z',
    ]) {
      await writeAt(moment);
    }
    await writeAt('2031-01-01T00:00:00Z');
    const before = await database.sql`SELECT * FROM lend_v1.reserve_snapshots ORDER BY slot`;
    expect(await ensurePartitions(database.sql, OCTOBER)).toEqual({
      created: ['y2026m10', 'y2026m11', 'y2026m12', 'y2024m02'].map((name) => `reserve_snapshots_${name}`),
      movedRows: 4,
    });
    expect(await countByPartition()).toEqual({ default: 1, y2024m02: 1, y2026m10: 2, y2026m11: 0, y2026m12: 1 });
    expect(await database.sql`SELECT * FROM lend_v1.reserve_snapshots ORDER BY slot`).toEqual(before);
  });

  it('hides no row from a reader that comes while rows are moved', async () => {
    for (const day of [1, 2, 3]) await writeAt(`2026-10-0${day}T00:00:00Z`);
    const [mover, reader] = [database.connect(), database.connect()];
    const reading = await mover.sql.begin(async (tx) => {
      await tx`SELECT lend.attach_snapshot_partition('2026-10-01'::date)`;
      const rows = reader.sql`SELECT slot FROM lend.reserve_snapshots`.execute();
      await waitFor(
        async () =>
          (
            await database.sql`
              SELECT FROM pg_stat_activity
              WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'SELECT slot FROM%'`
          ).length > 0,
        { description: 'the reader to wait' },
      );
      return { rows };
    });
    expect(await reading.rows).toHaveLength(3);
  });

  it('gives every partition the key, the index and the checks of the parent', async () => {
    await ensurePartitions(database.sql, OCTOBER);
    const rows = await database.sql<{ name: string; checks: number; indexes: number }[]>`
      SELECT relname AS name, (SELECT count(*)::int FROM pg_constraint WHERE conrelid = c.oid AND contype = 'c') AS checks,
        (SELECT count(*)::int FROM pg_index AS i JOIN pg_inherits AS h ON h.inhrelid = i.indexrelid
         WHERE i.indrelid = c.oid) AS indexes
      FROM pg_class AS c
      WHERE relname IN ('reserve_snapshots_default', 'reserve_snapshots_y2026m10') ORDER BY relname`;
    const [defaultPartition, october] = rows;
    expect(defaultPartition?.checks).toBeGreaterThan(5);
    expect(october).toEqual({ ...defaultPartition, name: 'reserve_snapshots_y2026m10', indexes: 2 });
    await writeAt('2026-10-02T00:00:00Z');
    const again = database.sql`
      INSERT INTO lend.reserve_snapshots SELECT * FROM lend.reserve_snapshots_y2026m10`;
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  it('is done once by several processes at once, beside a writer, with rows in the default partition', async () => {
    const moments = Array.from({ length: 60 }, (_, index) => new Date(Date.UTC(2026, 9, 1 + index)).toISOString());
    for (const moment of moments.slice(0, 30)) await writeAt(moment);
    const pools = [database.connect(), database.connect(), database.connect()];
    const [results] = await Promise.all([
      Promise.all(pools.map(({ sql }) => ensurePartitions(sql, OCTOBER))),
      (async () => {
        for (const moment of moments.slice(30)) await writeAt(moment);
      })(),
    ]);
    expect(results.flatMap((result) => result.created).toSorted()).toEqual(
      ['y2026m10', 'y2026m11', 'y2026m12'].map((name) => `reserve_snapshots_${name}`),
    );
    expect(await countByPartition()).toEqual({ default: 0, y2026m10: 31, y2026m11: 29, y2026m12: 0 });
  });
});

describe('monthOf and listMonths', () => {
  it('name months by UTC and run on over the end of a year', () => {
    const months = listMonths(monthOf(new Date('2026-11-30T23:00:00-05:00')), 3);
    expect(months.map((month) => month.table)).toEqual([
      'reserve_snapshots_y2026m12',
      'reserve_snapshots_y2027m01',
      'reserve_snapshots_y2027m02',
    ]);
    expect(months[0]).toMatchObject({ from: new Date('2026-12-01T00:00:00Z'), to: new Date('2027-01-01T00:00:00Z') });
  });
});
