// Written by `npm run generate` from the table of fields in packages/model. Do not edit.
import type { ConfigChange, QuarantinedReserve, RatePoint, RatePosition, ReserveConfig, ReserveSnapshot } from '@tidemark/contract';
import { unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';

/** JSON cannot carry other numbers: they would turn into a silent null. */
function finite(value: number, reserve: string): number {
  if (Number.isFinite(value)) return value;
  throw new RangeError(`Reserve ${reserve} holds a number that is not finite`);
}

/** What `toReserveSnapshot` is made from. */
export interface ReserveSnapshotSource {
  readonly observedAt: Date;
  readonly lendingMarket: ReserveSnapshot['lending_market'];
  readonly reserve: ReserveSnapshot['reserve'];
  readonly lendingMarketName: ReserveSnapshot['lending_market_name'];
  readonly tokenSymbol: ReserveSnapshot['token_symbol'];
  readonly availableAmountF: number;
  readonly availableAmountUsdF: number | null;
  readonly suppliedAmountF: number;
  readonly suppliedAmountUsdF: number | null;
  readonly utilizationF: number;
  readonly borrowApyF: number;
  readonly supplyApyF: number;
}

export function toReserveSnapshot(row: ReserveSnapshotSource): ReserveSnapshot {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    lending_market: row.lendingMarket,
    reserve: row.reserve,
    lending_market_name: row.lendingMarketName,
    token_symbol: row.tokenSymbol,
    available_amount_f: finite(row.availableAmountF, row.reserve),
    available_amount_usd_f: row.availableAmountUsdF === null ? null : finite(row.availableAmountUsdF, row.reserve),
    supplied_amount_f: finite(row.suppliedAmountF, row.reserve),
    supplied_amount_usd_f: row.suppliedAmountUsdF === null ? null : finite(row.suppliedAmountUsdF, row.reserve),
    utilization_f: Math.min(1, Math.max(0, finite(row.utilizationF, row.reserve))),
    borrow_apy_f: finite(row.borrowApyF, row.reserve),
    supply_apy_f: finite(row.supplyApyF, row.reserve),
  };
}

/** What `toRatePoint` is made from. */
export interface RatePointSource {
  readonly utilizationF: number;
  readonly borrowAprF: number;
  readonly borrowApyF: number;
  readonly supplyAprF: number;
  readonly supplyApyF: number;
}

export function toRatePoint(row: RatePointSource): RatePoint {
  return {
    utilization_f: row.utilizationF,
    borrow_apr_f: row.borrowAprF,
    borrow_apy_f: row.borrowApyF,
    supply_apr_f: row.supplyAprF,
    supply_apy_f: row.supplyApyF,
  };
}

/** What `toRatePosition` is made from. */
export interface RatePositionSource {
  readonly availableAmountF: number;
  readonly borrowedAmountF: number;
  readonly suppliedAmountF: number;
  readonly utilizationF: number;
  readonly borrowAprF: number;
  readonly borrowApyF: number;
  readonly supplyAprF: number;
  readonly supplyApyF: number;
}

export function toRatePosition(row: RatePositionSource): RatePosition {
  return {
    available_amount_f: row.availableAmountF,
    borrowed_amount_f: row.borrowedAmountF,
    supplied_amount_f: row.suppliedAmountF,
    utilization_f: row.utilizationF,
    borrow_apr_f: row.borrowAprF,
    borrow_apy_f: row.borrowApyF,
    supply_apr_f: row.supplyAprF,
    supply_apy_f: row.supplyApyF,
  };
}

/** What `toReserveConfig` is made from. */
export interface ReserveConfigSource {
  readonly observedAt: Date;
  readonly lendingMarket: ReserveConfig['lending_market'];
  readonly lendingMarketName: ReserveConfig['lending_market_name'];
  readonly reserve: ReserveConfig['reserve'];
  readonly tokenMint: ReserveConfig['token_address'];
  readonly tokenSymbol: ReserveConfig['token_symbol'];
  readonly tokenDecimals: bigint | number;
  readonly sinceSlot: bigint | number;
  readonly sinceAt: Date;
  readonly config: ReserveConfig['config'];
  readonly lendingMarketSlot: bigint | number | null;
  readonly lendingMarketAt: Date | null;
  readonly lendingMarketConfig: ReserveConfig['lending_market_config'];
}

export function toReserveConfig(row: ReserveConfigSource): ReserveConfig {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    lending_market: row.lendingMarket,
    lending_market_name: row.lendingMarketName,
    reserve: row.reserve,
    token_address: row.tokenMint,
    token_symbol: row.tokenSymbol,
    token_decimals: Number(row.tokenDecimals),
    since_slot: Number(row.sinceSlot),
    since_timestamp: unixSecondsOf(row.sinceAt),
    config: row.config,
    lending_market_slot: row.lendingMarketSlot === null ? null : Number(row.lendingMarketSlot),
    lending_market_timestamp: unixSecondsOrNull(row.lendingMarketAt),
    lending_market_config: row.lendingMarketConfig,
  };
}

/** What `toConfigChange` is made from. */
export interface ConfigChangeSource {
  readonly observedAt: Date;
  readonly slot: bigint | number;
  readonly accountKind: ConfigChange['account_kind_str'];
  readonly lendingMarket: ConfigChange['lending_market'];
  readonly lendingMarketName: ConfigChange['lending_market_name'];
  readonly reserve: ConfigChange['reserve'];
  readonly tokenSymbol: ConfigChange['token_symbol'];
  readonly field: ConfigChange['field'];
  readonly oldValue: ConfigChange['old_value'];
  readonly newValue: ConfigChange['new_value'];
  readonly previousSlot: bigint | number;
  readonly previousAt: Date;
}

export function toConfigChange(row: ConfigChangeSource): ConfigChange {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot: Number(row.slot),
    account_kind_str: row.accountKind,
    lending_market: row.lendingMarket,
    lending_market_name: row.lendingMarketName,
    reserve: row.reserve,
    token_symbol: row.tokenSymbol,
    field: row.field,
    old_value: row.oldValue,
    new_value: row.newValue,
    previous_slot: Number(row.previousSlot),
    previous_timestamp: unixSecondsOf(row.previousAt),
  };
}

/** What `toQuarantinedReserve` is made from. */
export interface QuarantinedReserveSource {
  readonly reserve: QuarantinedReserve['reserve'];
  readonly lendingMarket: QuarantinedReserve['lending_market'];
  readonly listed: QuarantinedReserve['listed_b'];
  readonly quarantineReason: QuarantinedReserve['quarantine_reason_str'];
  readonly expected: QuarantinedReserve['expected'];
  readonly actual: QuarantinedReserve['actual'];
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly occurrences: bigint | number;
  readonly active: QuarantinedReserve['active_b'];
}

export function toQuarantinedReserve(row: QuarantinedReserveSource): QuarantinedReserve {
  return {
    reserve: row.reserve,
    lending_market: row.lendingMarket,
    listed_b: row.listed,
    quarantine_reason_str: row.quarantineReason,
    expected: row.expected,
    actual: row.actual,
    first_seen_timestamp: unixSecondsOf(row.firstSeenAt),
    last_seen_timestamp: unixSecondsOf(row.lastSeenAt),
    occurrences: Number(row.occurrences),
    active_b: row.active,
  };
}
