import type { Bucket } from '@tidemark/model';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anyBucket, buildBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { CopiedCells } from '../copy/bytes.ts';
import type { CopiedRows } from '../copy/copy-rows.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { BUCKET_AGGREGATES, type BucketAggregate } from '../tables/index.ts';
import { copyBuckets, copyObservations, type HistoryPosition, LEADING } from './copy-history.ts';
import { NUMBER_OF } from './bucket-selection.ts';
import { writeBuckets } from './write-buckets.ts';

const LABELS = ['a', 'b', 'c'];
const DECIMALS = 6;
const HOURS = [0, 1, 2, 3, 4];
const LOOKS = [0, 5, 10, 15, 60];
const at = (hour: number) => bankAt(hour * 3_600).observedAt;
const range = { from: at(0), to: at(10_000) };
const reserves = [...LABELS, 'other'].map(addressOf).toSorted();

/** Without a row, before, between and after the others. */
const EMPTY = Array.from({ length: 30 }, (_, place) => addressOf(`empty ${place}`));

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: [...LABELS, 'any'] });
  await upsertReserves(database.sql, [buildReserveInput('other', 0), buildReserveInput('not asked for', 0)]);
  await ensurePartitions(database.sql, { now: at(0), monthsAhead: 1 });
  const buckets = [...LABELS, 'other', 'not asked for'].flatMap((label) =>
    HOURS.map((hour) => buildBucket(label, hour)),
  );
  await writeBuckets(database.sql, 'hourly', 'kamino', buckets);
  for (const seconds of LOOKS) {
    const states = LABELS.map((label) => buildState(label, seconds, `at ${seconds}`));
    await writePollBatch(database.sql, buildBatch(seconds, states));
  }
});
afterAll(() => database.drop());

type Asked = { -readonly [Name in keyof Parameters<typeof copyBuckets>[1]]?: Parameters<typeof copyBuckets>[1][Name] };

async function pagesOf(asked: Asked, isObservations = false): Promise<CopiedRows[]> {
  const options = { protocol: 'kamino', reserves, cells: ['timestamp'], pageSize: 1_000, ...range, ...asked };
  const pages = isObservations
    ? copyObservations(database.sql, options)
    : copyBuckets(database.sql, { grain: 'hourly', aggregate: 'close', ...options });
  const read: CopiedRows[] = [];
  for await (const page of pages) read.push(page);
  return read;
}

/** Place of each row. */
function placesOf(pages: readonly CopiedRows[], cellCount = 1): HistoryPosition[] {
  return pages.flatMap((page) => {
    const cells = new CopiedCells(page, LEADING.count + cellCount);
    const places: HistoryPosition[] = [];
    while (cells.next()) {
      const time = new Date(cells.integer(LEADING.atMs) ?? -1);
      places.push({ reserve: cells.text(LEADING.reserve), at: time, slot: cells.text(LEADING.slot) });
    }
    expect(places).toHaveLength(page.count);
    return places;
  });
}
const named = ({ reserve, at: time }: { readonly reserve: string; readonly at: Date }) =>
  `${reserve} ${time.getTime()}`;
const allOf = (times: readonly Date[], of = reserves) =>
  of.flatMap((reserve) => times.map((time) => named({ reserve, at: time })));
const hourTimes = HOURS.map(at);
const observationTimes = LOOKS.map((seconds) => bankAt(seconds).observedAt);
const looked = LABELS.map(addressOf).toSorted();

describe('rows of a history', () => {
  it.each([1, 2, 3, 5, 7, 20, 1_000])('come once, by reserve and time, in pages of %i', async (pageSize) => {
    // Read ahead or not, and as many as are expected or more.
    for (const expected of [0, 1, 4, 1_000]) {
      expect(placesOf(await pagesOf({ pageSize, expected })).map(named)).toEqual(allOf(hourTimes));
      for (const mostOfEach of [HOURS.length, 7, 30]) {
        const whole = { pageSize, expected, mostOfEach, reserves: [...EMPTY, ...reserves].toReversed() };
        expect(placesOf(await pagesOf(whole)).map(named)).toEqual(allOf(hourTimes));
      }
      expect(placesOf(await pagesOf({ pageSize, expected }, true)).map(named)).toEqual(allOf(observationTimes, looked));
    }
    for (const reserve of reserves) {
      const one = { pageSize, reserves: [reserve] };
      expect(placesOf(await pagesOf(one)).map(named)).toEqual(allOf(hourTimes, [reserve]));
    }
  });

  it('go on after any place, wherever it lies', async () => {
    for (const isObservations of [false, true]) {
      const all = placesOf(await pagesOf({}, isObservations));
      for (const [index, after] of all.entries()) {
        const rest = placesOf(await pagesOf({ after, pageSize: 3 }, isObservations));
        expect(rest).toEqual(all.slice(index + 1));
      }
    }
  });

  it('begin with the first moment of the range, end before its last, and are of what was asked for', async () => {
    const within = { from: at(1), to: at(3), pageSize: 2 };
    expect(placesOf(await pagesOf(within)).map(named)).toEqual(allOf([at(1), at(2)]));
    expect(
      placesOf(await pagesOf({ ...within, after: { reserve: reserves[0] ?? '', at: at(-5), slot: null } })).map(named),
    ).toEqual(allOf([at(1), at(2)]));
    expect(await pagesOf({ protocol: 'save' })).toEqual([]);
    expect(await pagesOf({ protocol: 'save', reserves: reserves.slice(0, 1) })).toEqual([]);
    expect(await pagesOf({ reserves: [] })).toEqual([]);
    expect(await pagesOf({ reserves: [`' OR true --`] })).toEqual([]);
  });

  it('end with the signal, and keep no connection between two pages', async () => {
    const one = database.connect({ maxConnections: 1 }).sql;
    const ended = new AbortController();
    const options = { protocol: 'kamino', reserves, cells: [], pageSize: 4, ...range, signal: ended.signal };
    const pages = copyObservations(one, options);
    await pages.next();
    expect([...(await one`SELECT 1 AS one`)]).toEqual([{ one: 1 }]);
    ended.abort(new Error('hung up'));
    await expect(pages.next()).rejects.toThrow('hung up');
  });
});

/** The decimal that a number of 2^60ths of 10^decimals stands for: a 2^60th is 5^60 of 10^-60. */
function decimalOf(parts: bigint, decimals = 0): string {
  const digits = 60 + decimals;
  const text = (parts * 5n ** 60n).toString().padStart(digits + 1, '0');
  return `${text.slice(0, -digits)}.${text.slice(-digits)}`.replace(/0+$/, '').replace(/\.$/, '');
}

const CELLS = ['timestamp', 'slot', 'closed_at', ...Object.values(NUMBER_OF).map((name) => `${name}_f`)];
const MORE_CELLS = [
  'borrow_apy_realised_f',
  'supply_apy_realised_f',
  'interest_f',
  'interest_usd_f',
  'observations',
  'snapshots',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'evidence_age_seconds',
  'edge_proof_str',
  'final_b',
  'accrued_available_amount_raw',
  'accrued_borrowed_amount_raw',
  'accrued_total_supply_raw',
  'accrued_cumulative_borrow_rate_raw',
  'collateral_supply_raw',
];

/** What each cell has to say, out of the bucket that was written. Doubles come from decimals by JavaScript's own reader of numbers. */
function expectedOf(bucket: Bucket, aggregate: BucketAggregate): Record<string, string | number | null> {
  const { close, numbers, interest, interestUsd } = bucket;
  const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);
  const fields = Object.entries(NUMBER_OF).map(([name, column]) => [
    `${column}_f`,
    Object.entries(numbers ?? {}).find(([key]) => key === name)?.[1][aggregate] ?? null,
  ]);
  return {
    ...Object.fromEntries(fields),
    timestamp: seconds(bucket.start),
    slot: close === null ? null : String(close.slot),
    closed_at: close === null ? null : seconds(close.at),
    borrow_apy_realised_f: bucket.borrowApyRealisedF,
    supply_apy_realised_f: bucket.supplyApyRealisedF,
    interest_f: interest === null ? null : Number(decimalOf(interest.interest, DECIMALS)),
    interest_usd_f: interestUsd === null ? null : Number(decimalOf(interestUsd.interest)),
    observations: bucket.observations,
    snapshots: bucket.snapshots,
    coverage_f: bucket.elapsedSeconds === 0 ? null : bucket.observedSeconds / bucket.elapsedSeconds,
    quality_str: bucket.quality,
    gap_reason_str: bucket.gapReason,
    evidence_age_seconds: close === null ? null : seconds(close.at) - seconds(close.observedAt),
    edge_proof_str: close?.proof ?? null,
    final_b: bucket.final ? 't' : 'f',
    accrued_available_amount_raw: close === null ? null : String(close.available),
    accrued_borrowed_amount_raw: close === null ? null : decimalOf(close.borrowed),
    accrued_total_supply_raw: close === null ? null : decimalOf(close.supplied),
    accrued_cumulative_borrow_rate_raw: close === null ? null : decimalOf(close.borrowIndex),
    collateral_supply_raw: close === null ? null : String(close.receiptSupply),
  };
}

/** Doubles as their bits, for zero has two. */
function bitsOf(value: string | number | null): string | bigint | null {
  if (typeof value !== 'number') return value;
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  return view.getBigUint64(0);
}

/** What a cell says, read as what is expected there. */
function valueOf(cells: CopiedCells, cell: number, expected: string | number | null | undefined) {
  if (cells.isNull(cell)) return null;
  return typeof expected === 'number' ? bitsOf(Number(cells.text(cell))) : cells.text(cell);
}

describe('cells of a bucket', () => {
  it('are what was written: doubles bit by bit, exact numbers digit by digit, null where nothing is known', async () => {
    const names = [...CELLS, ...MORE_CELLS];
    await fc.assert(
      fc.asyncProperty(anyBucket, fc.constantFrom(...BUCKET_AGGREGATES), async (bucket, aggregate) => {
        await database.sql`DELETE FROM lend.reserve_hours WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${addressOf('any')})`;
        await writeBuckets(database.sql, 'hourly', 'kamino', [bucket]);
        const everything = { from: new Date(0), to: new Date('2100-01-01') };
        const asked = { reserves: [addressOf('any')], aggregate, cells: names, ...everything };
        const many = { ...asked, reserves: [addressOf('any'), addressOf('nobody')] };
        for (const [page] of [await pagesOf(asked), await pagesOf(many)]) {
          if (page === undefined) throw new Error('no row');
          const cells = new CopiedCells(page, LEADING.count + names.length);
          cells.next();
          const expected = expectedOf(bucket, aggregate);
          const read = names.map((name, index) => [name, valueOf(cells, LEADING.count + index, expected[name])]);
          expect(read).toEqual(names.map((name) => [name, bitsOf(expected[name] ?? null)]));
        }
      }),
      { numRuns: 60 },
    );
  });
});
