import type {
  MarketInfo as MarketInfoRow,
  QuarantinedReserve as QuarantinedReserveRow,
  ReserveInfo as ReserveInfoRow,
} from '@tidemark/contract';
import type { MarketInfo, QuarantinedReserve, ReserveInfo } from '@tidemark/schema';
import { unixSecondsOf } from '../latest/rows.ts';

const U64_MAX = 18_446_744_073_709_551_615n;
const SF_ONE = 2 ** 60;
/** 9999-12-31. */
const MAX_UNIX_SECONDS = 253_402_300_799n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A row of info/reserves. Fractions are the nearest doubles of what the account holds. */
export function toReserveInfoRow(reserve: ReserveInfo, quarantineReason: string | null): ReserveInfoRow {
  const seen = lastSeenSeconds(reserve);
  const utilizationLimitPct = reserve.utilizationLimitBlockBorrowingPct;
  return {
    timestamp: seen,
    ...identityOf(reserve),
    token_decimals: reserve.tokenDecimals,
    token_program: reserve.tokenProgram,
    collateral_token_address: reserve.collateralMint,
    ...riskOf(reserve),
    protocol_take_rate_f: reserve.protocolTakeRatePct / 100,
    // Null only where a protocol has no such percentage; none of those is served yet.
    protocol_liquidation_fee_f: (reserve.protocolLiquidationFeePct ?? 0) / 100,
    min_liquidation_bonus_f: reserve.minLiquidationBonusBps / 10_000,
    max_liquidation_bonus_f: reserve.maxLiquidationBonusBps / 10_000,
    bad_debt_liquidation_bonus_f: reserve.badDebtLiquidationBonusBps / 10_000,
    deposit_limit_raw: String(reserve.depositLimitRaw),
    borrow_limit_raw: String(reserve.borrowLimitRaw),
    borrow_limit_outside_elevation_group_raw: String(reserve.borrowLimitOutsideElevationGroupRaw),
    host_fixed_interest_rate_f: reserve.hostFixedInterestRateBps / 10_000,
    origination_fee_f: Number(reserve.originationFeeSf) / SF_ONE,
    flash_loan_fee_f: reserve.flashLoanFeeSf === U64_MAX ? null : Number(reserve.flashLoanFeeSf) / SF_ONE,
    utilization_limit_block_borrowing_f: utilizationLimitPct === 0 ? null : utilizationLimitPct / 100,
    interest_rate_basis_str: reserve.interestRateBasis,
    max_price_age_seconds: reserve.maxPriceAgeSeconds > MAX_SAFE ? null : Number(reserve.maxPriceAgeSeconds),
    first_seen_timestamp: unixSecondsOf(reserve.firstSeenAt),
    last_seen_timestamp: seen,
    missing_since_timestamp: secondsOrNull(reserve.missingSinceAt),
    ...uiMultiplierOf(reserve, seen),
    quarantine_reason_str: quarantineReason,
    config_flags: [...reserve.configFlags],
  };
}

/** A row of info/markets: a reserve with the settings of its market, null where that has not been read. */
export function toMarketInfoRow(reserve: ReserveInfo, market: MarketInfo | undefined): MarketInfoRow {
  return {
    timestamp: lastSeenSeconds(reserve),
    ...identityOf(reserve),
    ...riskOf(reserve),
    lending_market_owner: market?.owner ?? null,
    lending_market_quote_currency_str: market?.quoteCurrency ?? null,
    lending_market_referral_fee_f: market === undefined ? null : market.referralFeeBps / 10_000,
    lending_market_emergency_mode_b: market?.emergencyMode ?? null,
    lending_market_borrow_disabled_b: market?.borrowDisabled ?? null,
    lending_market_rewards_max_apr_f: market === undefined ? null : market.rewardsMaxAprBps / 10_000,
    lending_market_missing_since_timestamp: secondsOrNull(market?.missingSinceAt ?? null),
  };
}

/** A row of info/quarantine. */
export function toQuarantinedReserveRow(entry: QuarantinedReserve): QuarantinedReserveRow {
  return {
    reserve: entry.address,
    reason_code_str: entry.reasonCode,
    expected: entry.expected,
    actual: entry.actual,
    first_seen_timestamp: unixSecondsOf(entry.firstSeenAt),
    last_seen_timestamp: unixSecondsOf(entry.lastSeenAt),
    occurrences: Number(entry.occurrences),
    active_b: entry.active,
  };
}

/** By the chain's clock at the time of the row. A time that no date has is null: none was set, or it never comes. */
function uiMultiplierOf(reserve: ReserveInfo, seen: number) {
  const { multiplierF, newMultiplierF, newMultiplierEffectiveSeconds: effective } = reserve;
  const isPending = effective !== null && BigInt(seen) < effective;
  return {
    ui_multiplier_f: isPending ? multiplierF : newMultiplierF,
    next_ui_multiplier_f: isPending ? newMultiplierF : null,
    ui_multiplier_effective_timestamp:
      effective !== null && effective > 0n && effective <= MAX_UNIX_SECONDS ? Number(effective) : null,
  };
}

function identityOf(reserve: ReserveInfo) {
  return {
    lending_market: reserve.lendingMarket,
    lending_market_name: reserve.lendingMarketName,
    reserve: reserve.address,
    token_address: reserve.tokenMint,
    token_symbol: reserve.tokenSymbol,
  };
}

function riskOf(reserve: ReserveInfo) {
  return {
    status_str: reserve.status,
    loan_to_value_f: reserve.loanToValuePct / 100,
    liquidation_threshold_f: reserve.liquidationThresholdPct / 100,
    borrow_factor_f: Math.max(1, Number(reserve.borrowFactorPct) / 100),
  };
}

function lastSeenSeconds(reserve: ReserveInfo): number {
  return Math.max(unixSecondsOf(reserve.lastSeenAt), unixSecondsOf(reserve.latestObservedAt ?? reserve.lastSeenAt));
}

function secondsOrNull(date: Date | null): number | null {
  return date === null ? null : unixSecondsOf(date);
}
