import { type Bucket, ROLLUP_VERSION } from '@tidemark/model';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyBucket, buildBucket, buildEdge, buildMissingBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt, buildReserveInput } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { BUCKET_NUMBERS } from '../generated/state-numbers.ts';
import { BUCKET_AGGREGATES, bucketNumberColumn } from '../tables/index.ts';
import { toBucket } from './bucket-row.ts';
import { type StoredBucket, streamBuckets, type StreamBucketsOptions } from './stream-buckets.ts';
import { writeBuckets } from './write-buckets.ts';

const LABELS = ['a', 'b', 'c'];
const at = (hour: number) => bankAt(hour * 3_600).observedAt;
const ALL = { grain: 'hourly', protocol: 'kamino', from: at(0), to: at(10_000) } as const;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: [...LABELS, 'any', 'same', 'edge', 'bulk'] });
  await upsertReserves(database.sql, [
    buildReserveInput('other', 0, 'initial', { lendingMarket: addressOf('other market'), status: 'obsolete' }),
  ]);
  const hours = [0, 1, 2, 3, 4];
  await writeBuckets(
    database.sql,
    'hourly',
    'kamino',
    [...LABELS, 'other'].flatMap((label) => hours.map((hour) => buildBucket(label, hour))),
  );
});
afterAll(() => database.drop());

async function pagesOf(options: Partial<StreamBucketsOptions>): Promise<StoredBucket[][]> {
  const pages: StoredBucket[][] = [];
  for await (const page of streamBuckets(database.sql, { ...ALL, ...options })) pages.push([...page]);
  return pages;
}
const rowsOf = async (label: string) => (await pagesOf({ reserves: [addressOf(label)] })).flat();
const hourOf = (row: StoredBucket) => (row.bucketStart.getTime() - at(0).getTime()) / 3_600_000;
const places = (pages: readonly (readonly StoredBucket[])[]) =>
  pages.flat().map((row) => `${row.reserve} ${hourOf(row)}`);
const expected = (labels: readonly string[], hours: readonly number[]) =>
  labels
    .map(addressOf)
    .toSorted()
    .flatMap((reserve) => hours.map((hour) => `${reserve} ${hour}`));

describe('stored buckets', () => {
  it('come back as they were written, whatever is in them', async () => {
    await fc.assert(
      fc.asyncProperty(anyBucket, async (bucket) => {
        await database.sql`DELETE FROM lend.reserve_hours WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('any')})`;
        expect(await writeBuckets(database.sql, 'hourly', 'kamino', [bucket])).toMatchObject({ written: 1 });
        expect((await rowsOf('any')).map(toBucket)).toEqual([bucket]);
        expect(await writeBuckets(database.sql, 'hourly', 'kamino', [bucket])).toMatchObject({ written: 0 });
      }),
      { numRuns: 40 },
    );
  });

  it('that are missing have no numbers and come back too, with the interest that the index carried through', async () => {
    const missing = buildMissingBucket('edge', 7);
    const unknown = buildMissingBucket('edge', 8, { interest: null, interestUsd: null });
    await writeBuckets(database.sql, 'hourly', 'kamino', [missing, unknown]);
    expect((await rowsOf('edge')).map(toBucket)).toEqual([missing, unknown]);
  });

  it('are written again only where they differ', async () => {
    const hours = [buildBucket('same', 0), buildBucket('same', 1, { final: false })];
    const write = (buckets: typeof hours) => writeBuckets(database.sql, 'hourly', 'kamino', buckets);
    expect(await write(hours)).toMatchObject({ written: 2 });
    const [before] = await rowsOf('same');
    expect(await write(hours)).toMatchObject({ written: 0 });
    expect(await write([buildBucket('same', 0), buildBucket('same', 1)])).toMatchObject({ written: 1 });
    const [after, second] = await rowsOf('same');
    expect(after?.computedAt).toEqual(before?.computedAt);
    expect(second?.final).toBe(true);
    const late = buildBucket('same', 0, { close: buildEdge(3_600, { available: 1n }) });
    expect(await write([late])).toMatchObject({ written: 1 });
    expect((await rowsOf('same'))[0]?.closeAvailable).toBe(1n);
  });

  it('are written again in bulk where they differ, the first and the last of them too', async () => {
    const write = (buckets: readonly Bucket[]) => writeBuckets(database.sql, 'hourly', 'kamino', buckets);
    const hours = Array.from({ length: 600 }, (_, hour) => buildBucket('bulk', hour));
    expect(await write(hours)).toEqual({ written: 600, isStored: true });
    const differs = (hour: number) =>
      buildBucket('bulk', hour, { close: buildEdge(3_600 * (hour + 1), { available: 7n }) });
    const changed = hours.map((bucket, hour) => (hour === 0 || hour === 300 || hour === 599 ? differs(hour) : bucket));
    expect(await write(changed)).toEqual({ written: 3, isStored: true });
    const stored = (await rowsOf('bulk')).filter(({ closeAvailable }) => closeAvailable === 7n);
    expect(stored.map(hourOf)).toEqual([0, 300, 599]);
    expect(await write(changed)).toEqual({ written: 0, isStored: true });
  });

  it('that are final are not replaced by what a run that began earlier took for open', async () => {
    await writeBuckets(database.sql, 'hourly', 'kamino', [buildBucket('edge', 1)]);
    const stale = buildBucket('edge', 1, { final: false, observations: 1 });
    expect(await writeBuckets(database.sql, 'hourly', 'kamino', [stale])).toMatchObject({ written: 0 });
  });

  it('that are final are not replaced by an earlier version; what is open it may finish', async () => {
    const write = (overrides: Parameters<typeof buildBucket>[2]) =>
      writeBuckets(database.sql, 'hourly', 'kamino', [buildBucket('edge', 2, overrides)]);
    const setVersion = (version: number) => database.sql`
      UPDATE lend.reserve_hours SET rollup_version = ${version}
      WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('edge')}) AND bucket_start = ${at(2)}`;
    const stored = async () => {
      const [row] = await database.sql<{ version: number; final: boolean; observations: number }[]>`
        SELECT rollup_version AS version, final, observations FROM lend.reserve_hourly
        WHERE reserve = ${addressOf('edge')} AND bucket_start = ${at(2)}`;
      return { ...row };
    };
    await write({ observations: 10, final: false });
    await setVersion(ROLLUP_VERSION + 1);
    expect(await write({ observations: 11 })).toMatchObject({ written: 1 });
    expect(await stored()).toEqual({ version: ROLLUP_VERSION, final: true, observations: 11 });
    await setVersion(ROLLUP_VERSION + 1);
    expect(await write({ observations: 12 })).toMatchObject({ written: 0 });
    expect(await stored()).toEqual({ version: ROLLUP_VERSION + 1, final: true, observations: 11 });
    await setVersion(ROLLUP_VERSION - 1);
    expect(await write({ observations: 12, final: false })).toMatchObject({ written: 1 });
    expect(await stored()).toEqual({ version: ROLLUP_VERSION, final: false, observations: 12 });
  });

  it('are made by two writers at once in any order without a deadlock', async () => {
    const buckets = Array.from({ length: 450 }, (_, hour) => buildBucket('edge', 2_000 + hour));
    const writers = [database.connect().sql, database.connect().sql];
    const results = await Promise.all(
      writers.map((sql, index) => writeBuckets(sql, 'hourly', 'kamino', index === 0 ? buckets : buckets.toReversed())),
    );
    expect(results.reduce((sum, { written }) => sum + written, 0)).toBe(450);
  });

  it('of days lie beside those of hours', async () => {
    const day = buildBucket('edge', 0, { end: at(24) });
    expect(await writeBuckets(database.sql, 'daily', 'kamino', [day])).toMatchObject({ written: 1 });
    expect((await pagesOf({ grain: 'daily' })).flat().map(toBucket)).toEqual([day]);
  });
});

describe('many buckets at once', () => {
  const MANY = 1_100;
  const labelOf = (place: number) => `many ${place % 3}`;
  const hourOfPlace = (place: number) => 20_000 + Math.floor(place / 3);
  const all = fc.sample(anyBucket, { numRuns: MANY, seed: 7 }).map((bucket, place) => ({
    ...bucket,
    reserve: addressOf(labelOf(place)),
    start: at(hourOfPlace(place)),
    end: at(hourOfPlace(place) + 1),
  }));
  const write = (buckets: typeof all, options = {}) => writeBuckets(database.sql, 'hourly', 'kamino', buckets, options);
  const stored = async () => {
    const reserves = [0, 1, 2].map((place) => addressOf(labelOf(place)));
    return (await pagesOf({ reserves, to: at(40_000) })).flat();
  };
  const byKey = (a: Bucket, b: Bucket) =>
    a.reserve === b.reserve ? a.start.getTime() - b.start.getTime() : a.reserve < b.reserve ? -1 : 1;

  beforeAll(() =>
    upsertReserves(
      database.sql,
      [0, 1, 2].map((place) => buildReserveInput(`many ${place}`, 0)),
    ),
  );

  it('are stored as each of them alone would be, and again only where they differ', async () => {
    const other = (bucket: (typeof all)[number]) => ({
      ...bucket,
      final: true,
      elapsedSeconds: bucket.elapsedSeconds + 1,
    });
    const before = all.map((bucket, place) => (place % 10 === 0 ? { ...other(bucket), final: false } : bucket));
    expect(await write(before.slice(0, 1_050))).toEqual({ written: 1_050, isStored: true });
    expect(await write(all)).toMatchObject({ written: 50 + 105 });
    expect((await stored()).map(toBucket)).toEqual(all.toSorted(byKey));
    expect(await write(all.toReversed())).toEqual({ written: 0, isStored: true });
  });

  it('are not known to be stored where another version made one of them final', async () => {
    await database.sql`UPDATE lend.reserve_hours SET rollup_version = ${ROLLUP_VERSION + 1}, final = true
      WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('many 0')}) AND bucket_start = ${at(20_000)}`;
    expect(await write(all)).toEqual({ written: 0, isStored: false });
    await database.sql`UPDATE lend.reserve_hours SET rollup_version = ${ROLLUP_VERSION - 1}
      WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('many 0')}) AND bucket_start = ${at(20_000)}`;
    expect(await write(all, { keepsPublished: true })).toEqual({ written: 0, isStored: false });
    expect(await write(all)).toEqual({ written: 1, isStored: true });
  });

  it('are refused by the table as each alone would be', async () => {
    const wrong = all.map((bucket, place) => ({
      ...bucket,
      reserve: addressOf('edge'),
      start: at(30_000 + place),
      end: at(30_001 + place),
      ...(place === MANY - 1 ? { observedSeconds: 2, elapsedSeconds: 1 } : {}),
    }));
    await expect(write(wrong)).rejects.toMatchObject({ constraint_name: 'counts_are_counts' });
    const missing = wrong.map((bucket) => ({ ...bucket, borrowApyRealisedF: Number.NaN }));
    await expect(write(missing)).rejects.toMatchObject({ code: 'INVALID_ROW' });
  });
});

describe('what must not be stored', () => {
  const write = (overrides: Parameters<typeof buildBucket>[2]) =>
    writeBuckets(database.sql, 'hourly', 'kamino', [buildBucket('edge', 9_000, overrides)]);

  it.each([
    ['a number that is not finite', { borrowApyRealisedF: Number.NaN }],
    ['an integer that does not fit', { open: buildEdge(0, { available: 2n ** 64n }) }],
    [
      'parts that do not add up',
      { interest: { interest: 9n, supplySide: 6n, protocol: 2n, others: { referrerMax: 1n, host: 1n } } },
    ],
    [
      'parts in USD that do not add up',
      { interestUsd: { interest: 11n, supplySide: 6n, protocol: 2n, others: { referrerMax: 1n } } },
    ],
    ['a bucket of another length', { end: at(9_002) }],
    ['interest below zero', { interest: { interest: -1n, supplySide: -1n, protocol: 0n, others: {} } }],
  ])('is refused before it is sent: %s', async (_, overrides) => {
    await expect(write(overrides)).rejects.toMatchObject({ code: 'INVALID_ROW' });
  });

  it('is refused before it is sent: a bucket of a reserve that is not stored', async () => {
    const unknown = buildBucket('nobody', 9_000);
    await expect(writeBuckets(database.sql, 'hourly', 'kamino', [unknown])).rejects.toMatchObject({
      code: 'UNKNOWN_RESERVE',
    });
  });

  it.each([
    ['numbers of a missing bucket', 'missing_has_no_numbers', { quality: 'missing' as const }],
    ['more observed than elapsed time', 'counts_are_counts', { observedSeconds: 3_600, elapsedSeconds: 3_599 }],
  ])('is refused by the table: %s', async (_, constraint, overrides) => {
    await expect(write(overrides)).rejects.toMatchObject({ constraint_name: expect.stringContaining(constraint) });
  });

  it('is refused by the table: half an edge, half a split, and a double that is none', async () => {
    const change = (column: string, value: string) =>
      database.sql.unsafe(
        `UPDATE lend.reserve_hours SET ${column} = ${value} WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = '${addressOf('a')}')`,
      );
    await expect(change('open_slot', 'NULL')).rejects.toThrow('edges_are_whole');
    await expect(change('borrow_apy_close_f', 'NULL')).rejects.toThrow('edges_are_whole');
    await expect(change('interest_protocol_sf', 'NULL')).rejects.toThrow('interest_balances');
    await expect(change('interest_supply_side_usd_sf', 'NULL')).rejects.toThrow('interest_balances');
    for (const value of ["'NaN'", "'Infinity'", "'-Infinity'"]) {
      for (const number of BUCKET_NUMBERS) {
        for (const aggregate of BUCKET_AGGREGATES) {
          // NaN is how a number is stored that is not known while that of the close is.
          const saysUnknown = aggregate === 'twavg' || (number.endsWith('usd') && aggregate !== 'close');
          if (value === "'NaN'" && saysUnknown) continue;
          await expect(change(bucketNumberColumn(number, aggregate), value)).rejects.toThrow(
            'value for domain lend.finite',
          );
        }
      }
      await expect(change('supply_apy_realised_f', value)).rejects.toThrow('value for domain lend.finite');
    }
  });
});

describe('streamBuckets', () => {
  const some = { to: at(5), reserves: [...LABELS, 'other'].map(addressOf) };

  it('gives every bucket of the range once, by reserve and start', async () => {
    for (const pageSize of [1, 3, 5, 20, 1_000]) {
      expect(places(await pagesOf({ ...some, pageSize }))).toEqual(expected([...LABELS, 'other'], [0, 1, 2, 3, 4]));
    }
    expect(places(await pagesOf({ ...some, from: at(1), to: at(3), pageSize: 2 }))).toEqual(
      expected([...LABELS, 'other'], [1, 2]),
    );
  });

  it('gives no more than it was asked for, and goes on after any place', async () => {
    const all = (await pagesOf(some)).flat();
    for (let limit = 0; limit <= all.length + 1; limit += 1) {
      const first = (await pagesOf({ ...some, limit, pageSize: 4 })).flat();
      expect(places([first])).toEqual(places([all.slice(0, limit)]));
      const after = first.at(-1);
      const rest = (await pagesOf(after === undefined ? some : { ...some, after, pageSize: 3 })).flat();
      expect(places([rest])).toEqual(places([all.slice(first.length)]));
    }
  });

  it('keeps to reserves, market, token, status and protocol', async () => {
    const other = expected(['other'], [0, 1, 2, 3, 4]);
    expect(places(await pagesOf({ lendingMarket: addressOf('other market') }))).toEqual(other);
    expect(places(await pagesOf({ tokenMint: addressOf('other mint') }))).toEqual(other);
    expect(places(await pagesOf({ status: 'obsolete' }))).toEqual(other);
    expect(await pagesOf({ status: 'obsolete', tokenMint: addressOf('a mint') })).toEqual([]);
    expect(await pagesOf({ protocol: 'another' })).toEqual([]);
  });
});
