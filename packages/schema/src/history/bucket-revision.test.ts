import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { Queryable } from '../create-database.ts';
import { listDayRevisions, readHistoryRevision } from './bucket-revision.ts';
import { BUCKET_SECONDS, type BucketGrain, STORED_BUCKETS } from './bucket-selection.ts';
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
  const table = () => database.sql.unsafe(STORED_BUCKETS[grain]);
  const write = (label: string, hour: number, observations = 720) =>
    writeBuckets(database.sql, grain, 'kamino', [
      buildBucket(label, hour, { observations, end: bankAt(hour * 3_600 + BUCKET_SECONDS[grain]).observedAt }),
    ]);

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

it('tells reserves and days that have exchanged their numbers apart, from the first hour of the first day on', async () => {
  const { sql } = database;
  await sql`DELETE FROM lend.bucket_revisions`;
  const states = [
    { 'a 0': 11, 'b 0': 12, 'a 24': 13 },
    { 'a 0': 12, 'b 0': 11, 'a 24': 13 },
    { 'a 0': 13, 'b 0': 12, 'a 24': 11 },
    { 'a 0': 11, 'b 0': 12 },
  ];
  const seen = new Set<string | null | undefined>();
  for (const state of states) {
    await sql`DELETE FROM lend.bucket_revisions`;
    for (const [place, revision] of Object.entries(state)) {
      const [label = '', hour] = place.split(' ');
      await sql`INSERT INTO lend.bucket_revisions VALUES (${addressOf(label)}, ${at(Number(hour))}, ${revision})`;
    }
    seen.add((await revisionsOf({ reserves: RESERVES, from: at(5), to: at(25) }))[1]);
  }
  expect(seen.size).toBe(states.length);
  const ofDays = await listDayRevisions(sql, { reserves: RESERVES, from: at(5), to: at(6) });
  expect(ofDays.map(({ day }) => day)).toEqual([at(0)]);
});
