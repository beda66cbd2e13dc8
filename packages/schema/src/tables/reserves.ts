import { bigint, boolean, integer, smallint, text } from 'drizzle-orm/pg-core';
import { bytea, changeId, instant, jsonObject, lend, u64 } from './column-types.ts';

/** The account's own status byte, by name. */
export type ReserveStatus = 'active' | 'obsolete' | 'hidden';

/** Where the symbol of a reserve's token comes from. */
export type TokenSymbolOrigin = 'account' | 'list' | 'other_protocol' | 'metadata';

/**
 * Reserves ever seen: identity, current configuration, and when they were seen. A reserve that disappears is marked, not
 * deleted. `u64::MAX` in a limit means unlimited, in `flashLoanFee` disabled; the raw value is kept. Null where the protocol has
 * no such setting.
 */
export const reserves = lend.table('reserves', {
  address: text('address').primaryKey(),
  /** What rows of the history have instead of the address. */
  id: integer('id').notNull().generatedAlwaysAsIdentity(),
  protocol: text('protocol').notNull(),
  lendingMarket: text('lending_market').notNull(),
  tokenMint: text('token_mint').notNull(),
  tokenSymbol: text('token_symbol').notNull(),
  tokenSymbolOrigin: text('token_symbol_origin').$type<TokenSymbolOrigin>().notNull().default('account'),
  tokenDecimals: smallint('token_decimals').notNull(),
  tokenProgram: text('token_program').notNull(),
  collateralMint: text('collateral_mint').notNull(),
  collateralSupplyVault: text('collateral_supply_vault').notNull(),
  supplyVault: text('supply_vault').notNull(),
  feeVault: text('fee_vault').notNull(),
  /** What a reserve lends on through; null for one that lends itself. */
  underlyingProtocol: text('underlying_protocol'),
  underlyingReserve: text('underlying_reserve'),
  status: text('status').$type<ReserveStatus>().notNull(),
  interestRateBasis: text('interest_rate_basis').notNull(),
  emergencyMode: boolean('emergency_mode'),

  loanToValuePct: smallint('loan_to_value_pct').notNull(),
  liquidationThresholdPct: smallint('liquidation_threshold_pct').notNull(),
  borrowFactorPct: u64('borrow_factor_pct').notNull(),
  protocolTakeRatePct: smallint('protocol_take_rate_pct').notNull(),
  protocolLiquidationFeePct: smallint('protocol_liquidation_fee_pct'),
  minLiquidationBonusBps: integer('min_liquidation_bonus_bps').notNull(),
  maxLiquidationBonusBps: integer('max_liquidation_bonus_bps').notNull(),
  badDebtLiquidationBonusBps: integer('bad_debt_liquidation_bonus_bps'),
  hostFixedInterestRateBps: integer('host_fixed_interest_rate_bps'),
  originationFee: u64('origination_fee_sf').notNull(),
  flashLoanFee: u64('flash_loan_fee_sf').notNull(),
  depositLimitRaw: u64('deposit_limit_raw').notNull(),
  borrowLimitRaw: u64('borrow_limit_raw').notNull(),
  borrowLimitOutsideElevationGroupRaw: u64('borrow_limit_outside_elevation_group_raw'),
  utilizationLimitBlockBorrowingPct: smallint('utilization_limit_block_borrowing_pct'),
  depositCapCapacityRaw: u64('deposit_cap_capacity_raw'),
  depositCapIntervalSeconds: u64('deposit_cap_interval_seconds'),
  debtCapCapacityRaw: u64('debt_cap_capacity_raw'),
  debtCapIntervalSeconds: u64('debt_cap_interval_seconds'),
  maxPriceAgeSeconds: u64('max_price_age_seconds'),

  /** Settings of one protocol that have no column. */
  own: jsonObject('own'),
  /** Accounts that are read in the same call as the reserve. */
  companions: text('companions').array().notNull().default([]),
  config: jsonObject('config').notNull(),
  /** Settings outside of the program's own validation, by name. */
  configFlags: text('config_flags').array().notNull().default([]),
  configSha256: bytea('config_sha256').notNull(),
  configSlot: bigint('config_slot', { mode: 'bigint' }).notNull(),
  configObservedAt: instant('config_observed_at').notNull(),
  firstSeenSlot: bigint('first_seen_slot', { mode: 'bigint' }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenSlot: bigint('last_seen_slot', { mode: 'bigint' }).notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  missingSinceSlot: bigint('missing_since_slot', { mode: 'bigint' }),
  missingSinceAt: instant('missing_since_at'),
  changeId: changeId(),
});

export type ReserveRow = typeof reserves.$inferSelect;

/** Identity and configuration of a reserve as seen at one slot: `configSlot` and `configObservedAt` say when. */
export type ReserveInput = Omit<
  ReserveRow,
  | 'id'
  | 'changeId'
  | 'firstSeenSlot'
  | 'firstSeenAt'
  | 'lastSeenSlot'
  | 'lastSeenAt'
  | 'missingSinceSlot'
  | 'missingSinceAt'
>;
