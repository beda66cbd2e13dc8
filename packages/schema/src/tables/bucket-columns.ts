import type { BucketQuality, StateProof } from '@tidemark/model';
import { bigint, boolean, doublePrecision, integer, numeric, smallint, text } from 'drizzle-orm/pg-core';
import { BUCKET_NUMBERS } from '../generated/state-numbers.ts';
import { BUCKET_AGGREGATES, type BucketNumberColumn, bucketNumberColumn } from './bucket-names.ts';
import { instant, u64, u128, u128Sum, u256 } from './column-types.ts';
import type { InterestRateBasis } from './reserve-state-columns.ts';

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

/**
 * Columns that `reserve_hourly` and `reserve_daily` share. A function, because a drizzle column builder belongs to one table.
 */
export const bucketColumns = () => ({
  bucketStart: instant('bucket_start').notNull(),
  bucketEnd: instant('bucket_end').notNull(),
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
  observedSeconds: integer('observed_seconds').notNull(),
  elapsedSeconds: integer('elapsed_seconds').notNull(),
  computedAt: instant('computed_at').notNull().defaultNow(),
  rollupVersion: integer('rollup_version').notNull(),
  final: boolean('final').notNull(),
  protocol: text('protocol').notNull(),
  reserve: text('reserve').notNull(),
  lendingMarket: text('lending_market').notNull(),
  quality: text('quality').$type<BucketQuality>().notNull(),
  gapReason: text('gap_reason'),
  openProof: text('open_proof').$type<StateProof>(),
  closeProof: text('close_proof').$type<StateProof>(),
  /** Of the account at the close. Null in rows of rollup versions 1 and 2. */
  interestRateBasis: text('interest_rate_basis').$type<InterestRateBasis>(),

  // The exact side of both edges; null where the bucket is missing.
  openAvailableAmountRaw: u64('open_available_amount_raw'),
  openBorrowedAmountSf: u128('open_borrowed_amount_sf'),
  openTotalSupplySf: u128Sum('open_total_supply_sf'),
  openCumulativeBorrowRateBsf: u256('open_cumulative_borrow_rate_bsf'),
  openCollateralSupplyRaw: u64('open_collateral_supply_raw'),
  openMarketPriceSf: u128('open_market_price_sf'),
  openPriceStatus: smallint('open_price_status'),
  openPriceUpdatedAt: instant('open_price_updated_at'),
  closeAvailableAmountRaw: u64('close_available_amount_raw'),
  closeBorrowedAmountSf: u128('close_borrowed_amount_sf'),
  closeTotalSupplySf: u128Sum('close_total_supply_sf'),
  closeCumulativeBorrowRateBsf: u256('close_cumulative_borrow_rate_bsf'),
  closeCollateralSupplyRaw: u64('close_collateral_supply_raw'),
  closeMarketPriceSf: u128('close_market_price_sf'),
  closePriceStatus: smallint('close_price_status'),
  closePriceUpdatedAt: instant('close_price_updated_at'),

  // Null where it is not known.
  interestSf: u128Sum('interest_sf'),
  interestSupplySideSf: u128Sum('interest_supply_side_sf'),
  interestProtocolSf: u128Sum('interest_protocol_sf'),
  interestReferrerMaxSf: u128Sum('interest_referrer_max_sf'),
  interestHostSf: u128Sum('interest_host_sf'),
  interestUsdSf: usdSf('interest_usd_sf'),
  interestSupplySideUsdSf: usdSf('interest_supply_side_usd_sf'),
  interestProtocolUsdSf: usdSf('interest_protocol_usd_sf'),
  interestReferrerMaxUsdSf: usdSf('interest_referrer_max_usd_sf'),
  interestHostUsdSf: usdSf('interest_host_usd_sf'),
});
