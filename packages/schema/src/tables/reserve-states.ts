import { bigint, boolean, doublePrecision, integer, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { stateNumberColumns } from '../generated/state-numbers.ts';
import { bytea, instant, jsonObject, lend, u64, u128, u128Sum, u256 } from './column-types.ts';

/** Where the slot duration used for annualising came from. */
export type SlotDurationSource = 'performance_samples' | 'clock_pairs' | 'configured';

/**
 * Columns that `reserve_snapshots` and `reserve_latest` share: the state of one reserve at one bank. Null where the protocol has no such
 * thing.
 * A function, because a drizzle column builder belongs to one table.
 */
const reserveStateColumns = () => ({
  reserve: text('reserve').notNull(),
  lendingMarket: text('lending_market').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
  lastUpdateSlot: bigint('last_update_slot', { mode: 'bigint' }).notNull(),
  lastUpdateAt: instant('last_update_at'),
  lastUpdateStale: boolean('last_update_stale').notNull(),

  // As the account holds them.
  availableAmountRaw: u64('available_amount_raw').notNull(),
  borrowed: u128('borrowed_amount_sf').notNull(),
  borrowIndex: u256('cumulative_borrow_rate_bsf').notNull(),
  accumulatedProtocolFeesSf: u128('accumulated_protocol_fees_sf').notNull(),
  accumulatedReferrerFeesSf: u128('accumulated_referrer_fees_sf'),
  pendingReferrerFeesSf: u128('pending_referrer_fees_sf'),
  absoluteReferralRateSf: u128('absolute_referral_rate_sf'),
  price: u128('market_price_sf').notNull(),
  priceUpdatedAt: instant('market_price_updated_at'),
  /** Null where the protocol keeps no verdict on its price. */
  priceStatus: smallint('price_status'),
  collateralSupplyRaw: u64('collateral_supply_raw').notNull(),
  rewardsAvailableRaw: u64('rewards_available_raw'),
  queuedCollateralRaw: u64('queued_collateral_raw'),
  borrowedOutsideElevationGroupRaw: u64('borrowed_outside_elevation_group_raw'),
  depositCapCurrentRaw: u64('deposit_cap_current_raw'),
  debtCapCurrentRaw: u64('debt_cap_current_raw'),
  depositCapIntervalStartAt: instant('deposit_cap_interval_start_at'),
  debtCapIntervalStartAt: instant('debt_cap_interval_start_at'),
  /** Fields of one protocol that have no column. */
  own: jsonObject('own'),

  // Accrued to `slot` with the program's arithmetic.
  accruedAvailableAmountRaw: u64('accrued_available_amount_raw').notNull(),
  accruedBorrowed: u128('accrued_borrowed_amount_sf').notNull(),
  accruedSupplied: u128Sum('accrued_total_supply_sf').notNull(),
  accruedUtilization: u128('accrued_utilization_sf').notNull(),
  accruedBorrowIndex: u256('accrued_cumulative_borrow_rate_bsf').notNull(),
  accruedProtocolFees: u128('accrued_protocol_fees_sf').notNull(),
  accruedPendingReferrerFees: u128('accrued_pending_referrer_fees_sf'),
  borrowRate: u128('borrow_rate_sf').notNull(),

  // Nearest doubles of the exact values. The USD ones are null where the account holds no price.
  ...stateNumberColumns(),
  priceUsable: boolean('price_usable').notNull(),

  // Where the numbers come from.
  slotDurationMsF: doublePrecision('slot_duration_ms_f').notNull(),
  slotDurationSource: text('slot_duration_source').$type<SlotDurationSource>().notNull(),
  /** What interest accrues by, as the protocol calls it. */
  interestRateBasis: text('interest_rate_basis').notNull(),
  /** Version of the program's arithmetic. */
  compounding: text('compounding').notNull(),
  accountSha256: bytea('account_sha256').notNull(),
  decoderVersion: integer('decoder_version').notNull(),
  pollBatchId: text('poll_batch_id').notNull(),
});

/** Why a snapshot was kept, judged against the snapshot before it. */
export type SnapshotReason = 'first' | 'changed' | 'heartbeat';

/** History: partitioned by month of `observed_at` (UTC), append-only. */
export const reserveSnapshots = lend.table(
  'reserve_snapshots',
  {
    ...reserveStateColumns(),
    reason: text('reason').$type<SnapshotReason>().notNull(),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.observedAt, table.slot] })],
);

export type ReserveSnapshotRow = typeof reserveSnapshots.$inferSelect;

/** One row per reserve, at the newest slot it was seen; and which snapshot of it is the newest one kept. */
export const reserveLatest = lend.table(
  'reserve_latest',
  {
    ...reserveStateColumns(),
    snapshotSlot: bigint('snapshot_slot', { mode: 'bigint' }),
    snapshotObservedAt: instant('snapshot_observed_at'),
    snapshotAccountSha256: bytea('snapshot_account_sha256'),
    recordedAt: instant('recorded_at').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.reserve] })],
);

export type ReserveLatestRow = typeof reserveLatest.$inferSelect;

/** State of one reserve as the poll derives it: what a snapshot and the latest row have in common. */
export type ReserveState = Omit<
  ReserveLatestRow,
  'snapshotSlot' | 'snapshotObservedAt' | 'snapshotAccountSha256' | 'recordedAt' | 'pollBatchId'
>;
