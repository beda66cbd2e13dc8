import type { BucketQuality, StateProof } from '@tidemark/model';
import { bigint, boolean, doublePrecision, integer, numeric, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { BUCKET_NUMBERS, type BucketNumber } from '../generated/state-numbers.ts';
import { changeId, instant, lend, u64, u128, u128Sum, u256 } from './column-types.ts';

/** Ways to put the values of a number over a bucket into one. */
export const BUCKET_AGGREGATES = ['open', 'min', 'max', 'twavg', 'close'] as const;
export type BucketAggregate = (typeof BUCKET_AGGREGATES)[number];

/** Column of a summarised number: `borrow_apy_twavg_f`. */
export type BucketNumberColumn = `${BucketNumber}_${BucketAggregate}_f`;

export function bucketNumberColumn(number: BucketNumber, aggregate: BucketAggregate): BucketNumberColumn {
  return `${number}_${aggregate}_f`;
}

/** Columns of the parts of interest that go neither to suppliers nor to the protocol, by the names that protocols give their receivers. */
export const INTEREST_RECEIVERS = { referrerMax: 'referrer_max', host: 'host' } as const;

/** Parts of a dollar: `numeric(80,0)`. */
const usdSf = (name: string) => numeric(name, { precision: 80, scale: 0, mode: 'bigint' });

/** The 65 summaries; their properties are called as their columns are. */
function numberColumns() {
  const names = BUCKET_NUMBERS.flatMap((number) =>
    BUCKET_AGGREGATES.map((aggregate) => bucketNumberColumn(number, aggregate)),
  );
  type Columns = Record<BucketNumberColumn, ReturnType<typeof doublePrecision<BucketNumberColumn>>>;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one column per name
  return Object.fromEntries(names.map((name) => [name, doublePrecision(name)])) as Columns;
}

/** Columns of stored rows and of the views alike. A function, because a drizzle column builder belongs to one table. */
const sharedColumns = () => ({
  bucketStart: instant('bucket_start').notNull(),
  openSlot: bigint('open_slot', { mode: 'bigint' }),
  closeSlot: bigint('close_slot', { mode: 'bigint' }),
  openAt: instant('open_at'),
  closeAt: instant('close_at'),
  openObservedAt: instant('open_observed_at'),
  closeObservedAt: instant('close_observed_at'),
  ...numberColumns(),
  borrowApyRealisedF: doublePrecision('borrow_apy_realised_f'),
  supplyApyRealisedF: doublePrecision('supply_apy_realised_f'),
  observations: integer('observations'),
  snapshots: integer('snapshots').notNull(),
  computedAt: instant('computed_at').notNull().defaultNow(),
  final: boolean('final').notNull(),
  quality: text('quality').$type<BucketQuality>().notNull(),
  gapReason: text('gap_reason'),
  /** Of the account at the close. Null in rows of rollup versions 1 and 2. */
  interestRateBasis: text('interest_rate_basis'),

  // The exact side of both edges; null where the bucket is missing.
  openAvailable: u64('open_available_amount_raw'),
  openBorrowed: u128('open_borrowed_amount_sf'),
  openSupplied: u128Sum('open_total_supply_sf'),
  openBorrowIndex: u256('open_cumulative_borrow_rate_bsf'),
  openReceiptSupply: u64('open_collateral_supply_raw'),
  openPrice: u128('open_market_price_sf'),
  openPriceStatus: smallint('open_price_status'),
  openPriceUpdatedAt: instant('open_price_updated_at'),
  closeAvailable: u64('close_available_amount_raw'),
  closeBorrowed: u128('close_borrowed_amount_sf'),
  closeSupplied: u128Sum('close_total_supply_sf'),
  closeBorrowIndex: u256('close_cumulative_borrow_rate_bsf'),
  closeReceiptSupply: u64('close_collateral_supply_raw'),
  closePrice: u128('close_market_price_sf'),
  closePriceStatus: smallint('close_price_status'),
  closePriceUpdatedAt: instant('close_price_updated_at'),

  // Null where it is not known.
  interestSupplySide: u128Sum('interest_supply_side_sf'),
  interestProtocol: u128Sum('interest_protocol_sf'),
  interestReferrerMax: u128Sum('interest_referrer_max_sf'),
  interestHost: u128Sum('interest_host_sf'),
  interestSupplySideUsd: usdSf('interest_supply_side_usd_sf'),
  interestProtocolUsd: usdSf('interest_protocol_usd_sf'),
  interestReferrerMaxUsd: usdSf('interest_referrer_max_usd_sf'),
  interestHostUsd: usdSf('interest_host_usd_sf'),
  changeId: changeId(),
  reserveId: integer('reserve_id').notNull(),
});

/** Columns of the views: whole buckets, put together from the rows of the tables below. */
const bucketColumns = () => ({
  ...sharedColumns(),
  bucketEnd: instant('bucket_end').notNull(),
  observedSeconds: integer('observed_seconds').notNull(),
  elapsedSeconds: integer('elapsed_seconds').notNull(),
  rollupVersion: integer('rollup_version').notNull(),
  protocol: text('protocol').notNull(),
  reserve: text('reserve').notNull(),
  lendingMarket: text('lending_market').notNull(),
  openProof: text('open_proof').$type<StateProof>(),
  closeProof: text('close_proof').$type<StateProof>(),
  // Null where it is not known, as its parts are.
  interest: u128Sum('interest_sf'),
  interestUsd: usdSf('interest_usd_sf'),
  pricedSeconds: integer('priced_seconds').notNull(),
});

/** What happened to each reserve in each hour (UTC). */
export const reserveHourly = lend.table('reserve_hourly', bucketColumns());

/** The same per quarter of an hour. */
export const reserveQuarterHourly = lend.table('reserve_quarter_hourly', bucketColumns());

/** The same per day (UTC). */
export const reserveDaily = lend.table('reserve_daily', bucketColumns());

export type ReserveBucketRow = typeof reserveHourly.$inferSelect;

/**
 * A bucket as it is stored: without what the rest of the row, or the reserve, says. Migrations 0132 and 0180 have what a null stands for in
 * each column.
 */
const storedColumns = () => ({
  ...sharedColumns(),
  observedSeconds: integer('observed_seconds'),
  elapsedSeconds: integer('elapsed_seconds'),
  rollupVersion: smallint('rollup_version').notNull(),
  openProof: smallint('open_proof'),
  closeProof: smallint('close_proof'),
  pricedSeconds: integer('priced_seconds'),
});

export const reserveHours = lend.table('reserve_hours', storedColumns(), (table) => [
  primaryKey({ columns: [table.reserveId, table.bucketStart] }),
]);
export const reserveQuarters = lend.table('reserve_quarters', storedColumns(), (table) => [
  primaryKey({ columns: [table.reserveId, table.bucketStart] }),
]);
export const reserveDays = lend.table('reserve_days', storedColumns(), (table) => [
  primaryKey({ columns: [table.reserveId, table.bucketStart] }),
]);
