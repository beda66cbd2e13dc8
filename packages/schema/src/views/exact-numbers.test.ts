import type { Bucket } from '@tidemark/model';
import { protocolOf, PROTOCOLS } from '@tidemark/protocols';
import { exactToAmount, exactToDouble, exactToUsd, toDecimal } from '@tidemark/core';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anyBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt, buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writeBuckets } from '../history/write-buckets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import type { ReserveState } from '../tables/index.ts';

// The views multiply in Postgres, the API divides in TypeScript: what they write must be the same, digit for digit.

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const sample = <Value>(values: fc.Arbitrary<Value>, numRuns = 40) => fc.sample(values, { numRuns, seed: 20_261_124 });
const upTo = (bits: number) =>
  fc.oneof(
    fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }),
    fc.nat(60).map((zeros) => 1n << BigInt(zeros)),
    fc.constant(0n),
  );

const u128 = upTo(128);
const anyState = fc.record({
  borrowed: u128,
  borrowIndex: upTo(256),
  accumulatedProtocolFeesSf: u128,
  accumulatedReferrerFeesSf: u128,
  pendingReferrerFeesSf: u128,
  absoluteReferralRateSf: u128,
  price: u128,
  accruedBorrowed: u128,
  accruedSupplied: u128,
  accruedUtilization: u128,
  accruedBorrowIndex: upTo(256),
  accruedProtocolFees: u128,
  accruedPendingReferrerFees: u128,
  borrowRate: u128,
}) satisfies fc.Arbitrary<Partial<ReserveState>>;
const DECIMALS = 6;
const FEES = `protocol_fees_f, protocol_fees_usd_f, referrer_fees_f, referrer_fees_usd_f, pending_referrer_fees_f,
  pending_referrer_fees_usd_f`;
const EXACT = `borrowed_amount_raw, cumulative_borrow_rate_raw, accumulated_protocol_fees_raw, accumulated_referrer_fees_raw,
  pending_referrer_fees_raw, absolute_referral_rate_raw, price_raw, accrued_borrowed_amount_raw, accrued_total_supply_raw,
  accrued_utilization_raw, accrued_cumulative_borrow_rate_raw, accrued_protocol_fees_raw, accrued_pending_referrer_fees_raw,
  borrow_rate_raw`;

it.each(PROTOCOLS.map(({ name }) => name))(
  'views write the exact numbers of a state of %s as the API does',
  async (protocol) => {
    const { scale } = protocolOf(protocol);
    const states = sample(anyState);
    const label = (place: number) => `${protocol} ${place}`;
    await upsertReserves(
      database.sql,
      states.map((_, place) => buildReserveInput(label(place), 0, 'x', { protocol })),
    );
    const rows = states.map((state, place) => buildState(label(place), 5, 'x', state));
    await writePollBatch(database.sql, buildBatch(5, rows, { protocol, id: `${protocol}:5` }));
    for (const view of ['reserve_latest', 'reserve_snapshots']) {
      const found = await database.sql.unsafe<Record<string, string>[]>(
        `SELECT ${EXACT} FROM lend_v1.${view} WHERE reserve = ANY($1) ORDER BY array_position($1, reserve)`,
        [states.map((_, place) => addressOf(label(place)))],
      );
      expect(found.map((row) => Object.values(row))).toEqual(
        states.map((state) => Object.values(state).map((parts) => toDecimal(parts, scale))),
      );
      const doubles = await database.sql.unsafe<Record<string, number>[]>(
        `SELECT ${FEES} FROM lend_v1.${view} WHERE reserve = ANY($1) ORDER BY array_position($1, reserve)`,
        [states.map((_, place) => addressOf(label(place)))],
      );
      const feesOf = (parts: bigint, price: bigint) => [
        exactToAmount(parts, scale, DECIMALS),
        price === 0n ? null : exactToUsd(parts, price, scale, DECIMALS),
      ];
      expect(doubles.map((row) => Object.values(row))).toEqual(
        states.map(({ accruedProtocolFees, accumulatedReferrerFeesSf, accruedPendingReferrerFees, price }) =>
          [accruedProtocolFees, accumulatedReferrerFeesSf, accruedPendingReferrerFees].flatMap((parts) =>
            feesOf(parts, price),
          ),
        ),
      );
    }
  },
);

it('views write fees of new loans as decimals, and none where flash loans are disabled', async () => {
  const fees = sample(upTo(64), 20).map((originationFee) => ({
    originationFee,
    flashLoanFee: originationFee / 3n,
  }));
  const all = [...fees, { originationFee: 7n, flashLoanFee: 2n ** 64n - 1n }];
  const { scale } = protocolOf('kamino');
  await upsertReserves(
    database.sql,
    all.map((own, place) => buildReserveInput(`fees ${place}`, 0, 'x', own)),
  );
  const found = await database.sql`
    SELECT origination_fee_raw, flash_loan_fee_raw, origination_fee_f, flash_loan_fee_f FROM lend_v1.reserves WHERE token_symbol LIKE 'fees %'
    ORDER BY substr(token_symbol, 6)::int`;
  expect(found.map((row) => Object.values(row))).toEqual([
    ...fees.map(({ originationFee, flashLoanFee }) => [
      ...[originationFee, flashLoanFee].map((parts) => toDecimal(parts, scale)),
      ...[originationFee, flashLoanFee].map((parts) => exactToDouble(parts, scale)),
    ]),
    [toDecimal(7n, scale), null, exactToDouble(7n, scale), null],
  ]);
});

const SPLIT = ['supply_side', 'protocol', 'referrer_max', 'host'];

it('views write the exact numbers of a bucket as the API does, and their parts add up', async () => {
  const { scale } = protocolOf('kamino');
  const buckets = sample(anyBucket).map((bucket, place): Bucket => ({ ...bucket, ...hourOf(place) }));
  await upsertReserves(database.sql, [buildReserveInput('any')]);
  await writeBuckets(database.sql, 'hourly', 'kamino', buckets);
  const edges = ['open', 'close'].flatMap((edge) =>
    ['borrowed_amount', 'total_supply', 'cumulative_borrow_rate', 'price'].map((name) => `${edge}_${name}_raw`),
  );
  const found = await database.sql.unsafe<Record<string, string | boolean | null>[]>(
    `SELECT ${edges.join(', ')}, interest_raw, interest_usd_raw,
      ${SPLIT.map((part) => `interest_${part}_raw`).join(' + ')} = interest_raw AS adds_up,
      ${SPLIT.map((part) => `interest_${part}_usd_raw`).join(' + ')} = interest_usd_raw AS usd_adds_up
     FROM lend_v1.reserve_hourly WHERE reserve = $1 ORDER BY bucket_start`,
    [addressOf('any')],
  );
  const text = (parts: bigint | undefined) => (parts === undefined ? null : toDecimal(parts, scale));
  expect(found.map((row) => Object.values(row))).toEqual(
    buckets.map(({ open, close, interest, interestUsd }) => [
      ...[open, close].flatMap((edge) => [edge?.borrowed, edge?.supplied, edge?.borrowIndex, edge?.price].map(text)),
      text(interest?.interest),
      text(interestUsd?.interest),
      interest === null ? null : true,
      interestUsd === null ? null : true,
    ]),
  );
});

function hourOf(hour: number): Pick<Bucket, 'start' | 'end'> {
  return { start: bankAt(hour * 3_600).observedAt, end: bankAt((hour + 1) * 3_600).observedAt };
}

it('views write interest as the nearest doubles of what is exact, as the API does, and the day whatever the time zone', async () => {
  const { scale } = protocolOf('kamino');
  const day = (place: number) => Date.UTC(2026, 0, 1 + place);
  const buckets = sample(anyBucket).map(
    (bucket, place): Bucket => ({
      ...bucket,
      start: new Date(day(place)),
      end: new Date(day(place + 1)),
    }),
  );
  await upsertReserves(database.sql, [buildReserveInput('days')]);
  await writeBuckets(
    database.sql,
    'daily',
    'kamino',
    buckets.map((bucket) => ({ ...bucket, reserve: addressOf('days') })),
  );
  const names = ['interest', ...SPLIT.map((part) => `interest_${part}`)];
  const found = await database.sql.begin(async (tx) => {
    await tx`SET LOCAL TimeZone = 'America/New_York'`;
    return tx.unsafe<Record<string, string | number | null>[]>(
      `SELECT day_utc::text, ${names.map((name) => `${name}_f, ${name}_usd_f`).join(', ')}, coverage_f
       FROM lend_v1.reserve_daily WHERE reserve = $1 ORDER BY bucket_start`,
      [addressOf('days')],
    );
  });
  const partsOf = (split: Bucket['interest']) => [
    split?.interest,
    split?.supplySide,
    split?.protocol,
    split?.others['referrerMax'],
    split?.others['host'],
  ];
  expect(found.map((row) => Object.values(row))).toEqual(
    buckets.map((bucket, place) => [
      new Date(day(place)).toISOString().slice(0, 10),
      ...partsOf(bucket.interest).flatMap((parts, i) => {
        const usd = partsOf(bucket.interestUsd)[i];
        return [
          parts === undefined ? null : exactToAmount(parts, scale, DECIMALS),
          usd === undefined ? null : exactToDouble(usd, scale),
        ];
      }),
      bucket.elapsedSeconds === 0 ? null : bucket.observedSeconds / bucket.elapsedSeconds,
    ]),
  );
});

it.each([
  ['reserve_snapshots', 'supply_apy_f', 'observed_at', 0],
  // For the number that a stored row has in place of the address.
  ['reserve_hourly', 'supply_apy_twavg_f, interest_usd_f', 'bucket_start', 1],
])('queries of %s for doubles of no amount do not read the reserves once more', async (view, columns, time, times) => {
  const plan = await database.sql.unsafe<{ 'QUERY PLAN': string }[]>(
    `EXPLAIN SELECT ${columns} FROM lend_v1.${view} WHERE reserve = 'x' AND ${time} > now()`,
  );
  expect(plan.filter((line) => line['QUERY PLAN'].includes(' on reserves'))).toHaveLength(times);
});
