import type { MarketInfo as MarketInfoRow, ReserveInfo as ReserveInfoRow } from '@tidemark/contract';
import { exactToDouble, ratioToDouble, U64_MAX, unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import type { MarketInfo, ReserveInfo } from '@tidemark/schema';

/** 9999-12-31. */
const MAX_UNIX_SECONDS = 253_402_300_799n;
const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);

/** A row of info/reserves. Fractions are the nearest doubles of what the account holds. */
export function toReserveInfoRow(
  protocol: Protocol,
  reserve: ReserveInfo,
  quarantineReason: string | null,
): ReserveInfoRow {
  const seen = lastSeenSeconds(reserve);
  const { utilizationLimitBlockBorrowingPct: utilizationLimitPct, maxPriceAgeSeconds: maxPriceAge } = reserve;
  return {
    timestamp: seen,
    ...identityOf(reserve),
    token_symbol_origin_str: reserve.tokenSymbol === '' ? null : reserve.tokenSymbolOrigin,
    token_decimals: reserve.tokenDecimals,
    token_program: reserve.tokenProgram,
    collateral_token_address: reserve.collateralMint,
    ...riskOf(protocol, reserve),
    protocol_take_rate_f: reserve.protocolTakeRatePct / 100,
    protocol_liquidation_fee_f: dividedBy(100, reserve.protocolLiquidationFeePct),
    min_liquidation_bonus_f: reserve.minLiquidationBonusBps / 10_000,
    max_liquidation_bonus_f: reserve.maxLiquidationBonusBps / 10_000,
    bad_debt_liquidation_bonus_f: dividedBy(10_000, reserve.badDebtLiquidationBonusBps),
    deposit_limit_raw: String(reserve.depositLimitRaw),
    borrow_limit_raw: String(reserve.borrowLimitRaw),
    borrow_limit_outside_elevation_group_raw: reserve.borrowLimitOutsideElevationGroupRaw?.toString() ?? null,
    host_fixed_interest_rate_f: dividedBy(10_000, reserve.hostFixedInterestRateBps),
    origination_fee_f: exactToDouble(reserve.originationFee, protocol.scale),
    flash_loan_fee_f: reserve.flashLoanFee === U64_MAX ? null : exactToDouble(reserve.flashLoanFee, protocol.scale),
    utilization_limit_block_borrowing_f: utilizationLimitPct === 0 ? null : dividedBy(100, utilizationLimitPct),
    interest_rate_basis_str: reserve.interestRateBasis,
    max_price_age_seconds: maxPriceAge === null || maxPriceAge > MAX_SAFE ? null : Number(maxPriceAge),
    first_seen_timestamp: unixSecondsOf(reserve.firstSeenAt),
    last_seen_timestamp: seen,
    missing_since_timestamp: unixSecondsOrNull(reserve.missingSinceAt),
    ...uiMultiplierOf(reserve, seen),
    underlying_protocol: reserve.underlyingProtocol,
    underlying_reserve: reserve.underlyingReserve,
    quarantine_reason_str: quarantineReason,
    config_flags: [...reserve.configFlags],
  };
}

/** A row of info/markets: a reserve with the settings of its market, null where that has not been read. */
export function toMarketInfoRow(
  protocol: Protocol,
  reserve: ReserveInfo,
  market: MarketInfo | undefined,
): MarketInfoRow {
  return {
    timestamp: lastSeenSeconds(reserve),
    ...identityOf(reserve),
    ...riskOf(protocol, reserve),
    lending_market_owner: market?.owner ?? null,
    lending_market_quote_currency_str: market?.quoteCurrency ?? null,
    lending_market_referral_fee_f: dividedBy(10_000, market?.referralFeeBps ?? null),
    lending_market_emergency_mode_b: market?.emergencyMode ?? null,
    lending_market_borrow_disabled_b: market?.borrowDisabled ?? null,
    lending_market_rewards_max_apr_f: dividedBy(10_000, market?.rewardsMaxAprBps ?? null),
    lending_market_missing_since_timestamp: unixSecondsOrNull(market?.missingSinceAt ?? null),
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
    listed_b: reserve.listed,
    reserve: reserve.address,
    token_address: reserve.tokenMint,
    token_symbol: reserve.tokenSymbol,
  };
}

function riskOf(protocol: Protocol, reserve: ReserveInfo) {
  return {
    status_str: reserve.status,
    loan_to_value_f: reserve.loanToValuePct / 100,
    liquidation_threshold_f: reserve.liquidationThresholdPct / 100,
    borrow_factor_f: ratioToDouble(protocol.borrowFactorBps(reserve.config), 10_000n),
  };
}

function lastSeenSeconds(reserve: ReserveInfo): number {
  return Math.max(unixSecondsOf(reserve.lastSeenAt), unixSecondsOf(reserve.latestObservedAt ?? reserve.lastSeenAt));
}

/** Null where the protocol has no such setting. */
function dividedBy(divisor: number, value: number | null): number | null {
  return value === null ? null : value / divisor;
}
