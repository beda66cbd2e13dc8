import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Queryable } from '../create-database.ts';
import { listDayRevisions, readHistoryRevision } from './bucket-revision.ts';
import { BUCKET_TABLES, type BucketGrain } from './bucket-selection.ts';
import { writeBuckets } from './write-buckets.ts';

const GRAINS: readonly BucketGrain[] = ['quarter_hourly', 'hourly', 'daily'];
const at = (hour: number) => bankAt(hour * 3_600).observedAt;
const RESERVES = ['a', 'b'].map(addressOf);
const days = (from: number, to: number) => ({ reserves: RESERVES, from: at(24 * from), to: at(24 * to) });

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['a', 'b'] });
});
afterAll(() => database.drop());

/** Day by day, and of all days in one digest. */
const revisionsOf = async (range = days(0, 3)) => [
  JSON.stringify(await listDayRevisions(database.sql, range)),
  (await readHistoryRevision(database.sql, { ...range, gaps: null })).buckets,
];
const revisionOf = async (range = days(0, 3)) => JSON.stringify(await revisionsOf(range));

/** Whether the revision of a range is another one afterwards, in both forms. */
async function changes(action: () => Promise<unknown>, range = days(0, 3)): Promise<boolean> {
  const before = await revisionsOf(range);
  await action();
  const after = await revisionsOf(range);
  const [isOther, ...rest] = after.map((revision, index) => revision !== before[index]);
  expect(rest).toEqual([isOther]);
  return isOther === true;
}

describe.each(GRAINS)('the revision of buckets that are %s', (grain) => {
  const table = () => database.sql.unsafe(BUCKET_TABLES[grain]);
  const write = (label: string, hour: number, observations = 720) =>
    writeBuckets(database.sql, grain, 'kamino', [buildBucket(label, hour, { observations })]);

  it('changes with a bucket that is new, corrected or deleted, whoever does it', async () => {
    const { sql } = database;
    expect(await changes(() => write('a', 5))).toBe(true);
    expect(await changes(() => write('a', 5, 719))).toBe(true);
    expect(await changes(() => sql`UPDATE ${table()} SET observations = 1 WHERE bucket_start = ${at(5)}`)).toBe(true);
    expect(await changes(() => sql`DELETE FROM ${table()} WHERE bucket_start = ${at(5)}`)).toBe(true);
  });

  it('stays while a rollup finds nothing new, and while other days and reserves change', async () => {
    await write('a', 6);
    expect(await changes(() => write('a', 6))).toBe(false);
    expect(await changes(() => write('b', 24), days(0, 1))).toBe(false);
    expect(await changes(() => write('b', 24), days(2, 3))).toBe(false);
    expect(await changes(() => write('b', 25), { ...days(0, 3), reserves: [addressOf('a')] })).toBe(false);
  });

  it('changes when the table is emptied, also of days that have not changed since the migration', async () => {
    await database.sql`DELETE FROM lend.bucket_revisions`;
    expect(await changes(() => database.sql`TRUNCATE ${table()}`, days(1, 2))).toBe(true);
  });
});

it('changes with a transaction that began earlier and commits later than the one that was seen last', async () => {
  const { sql } = database;
  const update = (tx: Queryable, label: string, hour: number) =>
    writeBuckets(tx, 'hourly', 'kamino', [buildBucket(label, hour, { observations: 3 })]);
  await writeBuckets(sql, 'hourly', 'kamino', [buildBucket('a', 0), buildBucket('b', 29)]);
  let begun = (): void => {};
  let mayCommit = (): void => {};
  const hasBegun = new Promise<void>((resolve) => (begun = resolve));
  const goOn = new Promise<void>((resolve) => (mayCommit = resolve));
  const early = database.connect().sql.begin(async (tx) => {
    await update(tx, 'a', 0);
    begun();
    await goOn;
  });
  await hasBegun;
  // On another day: totals of one day are marked by one writer at a time.
  await update(sql, 'b', 29);
  const seen = await revisionOf();
  mayCommit();
  await early;
  expect(await revisionOf()).not.toBe(seen);
});

it('is a digest for each day, from the first hour of the first day on', async () => {
  const { sql } = database;
  await sql`DELETE FROM lend.bucket_revisions`;
  await writeBuckets(sql, 'hourly', 'kamino', [buildBucket('a', 1, { observations: 11 })]);
  await writeBuckets(sql, 'hourly', 'kamino', [buildBucket('b', 2, { observations: 12 })]);
  const stored = await sql<
    { reserve: string; revision: string }[]
  >`SELECT reserve, revision::text FROM lend.bucket_revisions`;
  const text = stored.map(({ reserve, revision }) => `${reserve} ${revision}`).toSorted();
  expect(new Set(stored.map(({ revision }) => revision)).size).toBe(2);
  const expected = createHash('md5').update(text.join(',')).digest('hex');
  const found = await listDayRevisions(sql, { reserves: RESERVES, from: at(5), to: at(6) });
  expect(found).toEqual([{ day: at(0), revision: expected }]);
});
