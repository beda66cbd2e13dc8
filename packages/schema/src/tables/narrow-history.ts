import {
  bigint,
  boolean,
  date,
  doublePrecision,
  integer,
  numeric,
  primaryKey,
  smallint,
  text,
} from 'drizzle-orm/pg-core';
import { stateNumberColumns } from '../generated/state-numbers.ts';
import { bytea, instant, jsonObject, lend, u64, u128, u128Sum, u256 } from './column-types.ts';
import type { SlotDurationSource, SnapshotReason } from './reserve-states.ts';

/** What rows of `observations` repeat; `scale` is what a whole is in the fixed-point numbers of the protocol. */
export const observationTerms = lend.table('observation_terms', {
  id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
  decoderVersion: integer('decoder_version').notNull(),
  priceUsable: boolean('price_usable').notNull(),
  scale: numeric('scale', { mode: 'bigint' }).notNull(),
  lendingMarket: text('lending_market').notNull(),
  reason: text('reason').$type<SnapshotReason>().notNull(),
  slotDurationSource: text('slot_duration_source').$type<SlotDurationSource>().notNull(),
  interestRateBasis: text('interest_rate_basis').notNull(),
  compounding: text('compounding').notNull(),
});

/** What all observations of a batch have in common, numbered within a moment. Partitioned by month, as the next two are. */
export const observationBatches = lend.table(
  'observation_batches',
  {
    observedAt: instant('observed_at').notNull(),
    recordedAt: instant('recorded_at').notNull(),
    slotDurationMsF: doublePrecision('slot_duration_ms_f').notNull(),
    batchNo: smallint('batch_no').notNull(),
    pollBatchId: text('poll_batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.observedAt, table.batchNo] })],
);

/**
 * What an account held, from an observation on. The properties have the names of those of a snapshot; integers of fixed-point
 * numbers are in parts of the protocol's scale.
 */
export const observationStates = lend.table(
  'observation_states',
  {
    slot: bigint('slot', { mode: 'bigint' }).notNull(),
    observedAt: instant('observed_at').notNull(),
    lastUpdateSlot: bigint('last_update_slot', { mode: 'bigint' }).notNull(),
    lastUpdateAt: instant('last_update_at'),
    priceUpdatedAt: instant('price_updated_at'),
    depositCapIntervalStartAt: instant('deposit_cap_interval_start_at'),
    debtCapIntervalStartAt: instant('debt_cap_interval_start_at'),
    reserveId: integer('reserve_id').notNull(),
    priceStatus: smallint('price_status'),
    lastUpdateStale: boolean('last_update_stale').notNull(),
    availableAmountRaw: u64('available_amount_raw').notNull(),
    borrowed: u128('borrowed').notNull(),
    borrowIndex: u256('borrow_index').notNull(),
    accumulatedProtocolFeesSf: u128('accumulated_protocol_fees').notNull(),
    accumulatedReferrerFeesSf: u128('accumulated_referrer_fees'),
    pendingReferrerFeesSf: u128('pending_referrer_fees'),
    absoluteReferralRateSf: u128('absolute_referral_rate'),
    price: u128('price').notNull(),
    collateralSupplyRaw: u64('collateral_supply_raw').notNull(),
    rewardsAvailableRaw: u64('rewards_available_raw'),
    queuedCollateralRaw: u64('queued_collateral_raw'),
    borrowedOutsideElevationGroupRaw: u64('borrowed_outside_elevation_group_raw'),
    depositCapCurrentRaw: u64('deposit_cap_current_raw'),
    debtCapCurrentRaw: u64('debt_cap_current_raw'),
    accountSha256: bytea('account_sha256').notNull(),
    own: jsonObject('own'),
  },
  (table) => [primaryKey({ columns: [table.reserveId, table.observedAt, table.slot] })],
);

const change = (name: string, precision: number) => numeric(name, { precision, scale: 0, mode: 'bigint' });

/**
 * What was published of an observation. Its state was observed so long before it, on the same UTC day; null: it begins with it. A
 * change is what accrual has added to the state's value, null where nothing. `lend.narrow_snapshots` puts rows together again.
 */
export const observations = lend.table(
  'observations',
  {
    slot: bigint('slot', { mode: 'bigint' }).notNull(),
    observedAt: instant('observed_at').notNull(),
    ...stateNumberColumns(),
    reserveId: integer('reserve_id').notNull(),
    termsId: integer('terms_id').notNull(),
    stateMsBefore: integer('state_ms_before'),
    stateSlotsBefore: integer('state_slots_before'),
    batchNo: smallint('batch_no').notNull(),
    availableChange: change('available_change', 21),
    borrowedChange: change('borrowed_change', 40),
    borrowIndexChange: change('borrow_index_change', 79),
    protocolFeesChange: change('protocol_fees_change', 40),
    accruedPendingReferrerFees: u128('accrued_pending_referrer_fees'),
    /** Null where it is what remains of available and borrowed without the fees. */
    accruedSupplied: u128Sum('accrued_supplied'),
    /** Null where it is borrowed over supplied, rounded down. */
    accruedUtilization: u128('accrued_utilization'),
    borrowRate: u128('borrow_rate').notNull(),
  },
  (table) => [primaryKey({ columns: [table.reserveId, table.observedAt, table.slot] })],
);

/**
 * Months of the narrow tables: how many observations they hold, and the sum of the hashes of their rows. While a month is being
 * sealed, `sealingAfter` is the newest reserve whose rows are copied; a sealed one lies in the order of (reserve, time).
 */
export const historyMonths = lend.table('history_months', {
  month: date('month', { mode: 'string' }).primaryKey(),
  observations: bigint('observations', { mode: 'bigint' }).notNull().default(0n),
  checksum: numeric('checksum', { mode: 'bigint' }).notNull().default(0n),
  movedAt: instant('moved_at').notNull().defaultNow(),
  sealingAfter: integer('sealing_after'),
  sealedAt: instant('sealed_at'),
  firstObservedAt: instant('first_observed_at'),
  lastObservedAt: instant('last_observed_at'),
  archivedAt: instant('archived_at'),
  archivedObservations: bigint('archived_observations', { mode: 'bigint' }).notNull().default(0n),
  archivedFile: text('archived_file'),
});

export type HistoryMonthRow = typeof historyMonths.$inferSelect;

/** Since when this database has narrow rows. One row. */
export const historyStart = lend.table('history_start', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  narrowSince: instant('narrow_since').notNull().defaultNow(),
});
