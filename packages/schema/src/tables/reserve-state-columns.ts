import { bigint, boolean, doublePrecision, integer, smallint, text } from 'drizzle-orm/pg-core';
import { stateNumberColumns } from '../generated/state-numbers.ts';
import { bytea, instant, jsonObject, u64, u128, u128Sum, u256 } from './column-types.ts';

/** Where the slot duration used for annualising came from. */
export type SlotDurationSource = 'performance_samples' | 'clock_pairs' | 'configured';
/** What a reserve's interest accrues by: slots (`legacy`) or seconds (`true_apr`). */
export type InterestRateBasis = 'legacy' | 'true_apr';

/**
 * Columns that `reserve_snapshots` and `reserve_latest` share: the state of one reserve at one bank.
 * A function, because a drizzle column builder belongs to one table.
 */
export const reserveStateColumns = () => ({
  reserve: text('reserve').notNull(),
  lendingMarket: text('lending_market').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
  lastUpdateSlot: bigint('last_update_slot', { mode: 'bigint' }).notNull(),
  lastUpdateAt: instant('last_update_at'),
  lastUpdateStale: boolean('last_update_stale').notNull(),

  // As the account holds them.
  availableAmountRaw: u64('available_amount_raw').notNull(),
  borrowedAmountSf: u128('borrowed_amount_sf').notNull(),
  cumulativeBorrowRateBsf: u256('cumulative_borrow_rate_bsf').notNull(),
  accumulatedProtocolFeesSf: u128('accumulated_protocol_fees_sf').notNull(),
  accumulatedReferrerFeesSf: u128('accumulated_referrer_fees_sf').notNull(),
  pendingReferrerFeesSf: u128('pending_referrer_fees_sf').notNull(),
  absoluteReferralRateSf: u128('absolute_referral_rate_sf').notNull(),
  marketPriceSf: u128('market_price_sf').notNull(),
  marketPriceUpdatedAt: instant('market_price_updated_at'),
  /** Null where the protocol keeps no verdict on its price. */
  priceStatus: smallint('price_status'),
  collateralSupplyRaw: u64('collateral_supply_raw').notNull(),
  rewardsAvailableRaw: u64('rewards_available_raw').notNull(),
  queuedCollateralRaw: u64('queued_collateral_raw').notNull(),
  borrowedOutsideElevationGroupRaw: u64('borrowed_outside_elevation_group_raw').notNull(),
  depositCapCurrentRaw: u64('deposit_cap_current_raw').notNull(),
  debtCapCurrentRaw: u64('debt_cap_current_raw').notNull(),
  depositCapIntervalStartAt: instant('deposit_cap_interval_start_at'),
  debtCapIntervalStartAt: instant('debt_cap_interval_start_at'),
  /** Fields of one protocol that have no column. */
  own: jsonObject('own'),

  // Accrued to `slot` with the program's arithmetic.
  accruedAvailableAmountRaw: u64('accrued_available_amount_raw').notNull(),
  accruedBorrowedAmountSf: u128('accrued_borrowed_amount_sf').notNull(),
  accruedTotalSupplySf: u128Sum('accrued_total_supply_sf').notNull(),
  accruedUtilizationSf: u128('accrued_utilization_sf').notNull(),
  accruedCumulativeBorrowRateBsf: u256('accrued_cumulative_borrow_rate_bsf').notNull(),
  accruedProtocolFeesSf: u128('accrued_protocol_fees_sf').notNull(),
  accruedPendingReferrerFeesSf: u128('accrued_pending_referrer_fees_sf').notNull(),
  borrowRateSf: u128('borrow_rate_sf').notNull(),

  // Nearest doubles of the exact values. The USD ones are null where the account holds no price.
  ...stateNumberColumns(),
  priceUsable: boolean('price_usable').notNull(),

  // Where the numbers come from.
  slotDurationMsF: doublePrecision('slot_duration_ms_f').notNull(),
  slotDurationSource: text('slot_duration_source').$type<SlotDurationSource>().notNull(),
  interestRateBasis: text('interest_rate_basis').$type<InterestRateBasis>().notNull(),
  /** Version of the program's arithmetic. */
  compounding: text('compounding').notNull(),
  accountSha256: bytea('account_sha256').notNull(),
  decoderVersion: integer('decoder_version').notNull(),
  pollBatchId: text('poll_batch_id').notNull(),
});
