import { type DerivedReserve, deriveReserve, type Reserve } from '@tidemark/protocols/kamino';
import type { Truth } from './truth.ts';

/** Columns of a stored state with the values that the truth asks for. */
export type ExpectedColumns = Readonly<Record<string, bigint | number | boolean | string | Date | null>>;

export interface StateQuestion {
  readonly reserve: string;
  readonly slot: number;
  /** As the row has it: it is measured, and checked apart. */
  readonly slotDurationMs: number;
}

/**
 * The row that a reserve must have at a slot: raw columns from the account's bytes, the others from an accrual with the same
 * arithmetic (packages/protocols), which golden files and the conformance with the published SDK hold to the program.
 */
export function expectedState(truth: Truth, { reserve, slot, slotDurationMs }: StateQuestion): ExpectedColumns {
  const account = truth.reserveAt(reserve, slot);
  const derived = deriveAt(truth, account, { slot, unixTime: truth.unixTimeAt(slot), slotDurationMs });
  return { ...identityColumns(truth, account, slot), ...rawColumns(account), ...derivedColumns(derived) };
}

export function deriveAt(
  truth: Truth,
  account: Reserve,
  {
    slot,
    unixTime,
    slotDurationMs,
  }: { readonly slot: number; readonly unixTime: number; readonly slotDurationMs: number },
): DerivedReserve {
  const { referralFeeBps, reserveRewardsMaxAprBps: rewardsMaxAprBps } = truth.marketAt(account.lendingMarket, slot);
  return deriveReserve(account, {
    slot: BigInt(slot),
    unixTimestamp: BigInt(unixTime),
    slotDurationMs,
    referralFeeBps,
    rewardsMaxAprBps,
    compounding: 'since-1.17',
  });
}

function identityColumns(truth: Truth, account: Reserve, slot: number): ExpectedColumns {
  return {
    lending_market: account.lendingMarket,
    observed_at: new Date(truth.unixTimeAt(slot) * 1000),
    account_sha256: truth.at(account.address, slot)?.sha256 ?? null,
    interest_rate_basis: account.config.interestRateBasis,
    compounding: 'since-1.17',
  };
}

function rawColumns({
  lastUpdate,
  liquidity,
  collateral,
  config,
  withdrawQueue,
  ...reserve
}: Reserve): ExpectedColumns {
  return {
    last_update_slot: lastUpdate.slot,
    last_update_at: timeOf(BigInt(lastUpdate.timestamp)),
    last_update_stale: lastUpdate.stale,
    available_amount_raw: liquidity.availableAmountRaw,
    borrowed_amount_sf: liquidity.borrowedAmountSf,
    cumulative_borrow_rate_bsf: liquidity.cumulativeBorrowRateBsf,
    accumulated_protocol_fees_sf: liquidity.accumulatedProtocolFeesSf,
    accumulated_referrer_fees_sf: liquidity.accumulatedReferrerFeesSf,
    pending_referrer_fees_sf: liquidity.pendingReferrerFeesSf,
    absolute_referral_rate_sf: liquidity.absoluteReferralRateSf,
    market_price_sf: liquidity.marketPriceSf,
    market_price_updated_at: timeOf(liquidity.marketPriceUpdatedAt),
    price_status: lastUpdate.priceStatus,
    collateral_supply_raw: collateral.mintTotalSupplyRaw,
    rewards_available_raw: liquidity.rewardsAvailableRaw,
    queued_collateral_raw: withdrawQueue.queuedCollateralRaw,
    borrowed_outside_elevation_group_raw: reserve.borrowedAmountOutsideElevationGroupRaw,
    deposit_cap_current_raw: config.depositWithdrawalCap.currentTotalRaw,
    debt_cap_current_raw: config.debtWithdrawalCap.currentTotalRaw,
    deposit_cap_interval_start_at: timeOf(config.depositWithdrawalCap.intervalStartAt),
    debt_cap_interval_start_at: timeOf(config.debtWithdrawalCap.intervalStartAt),
  };
}

function derivedColumns({ accrued, ...derived }: DerivedReserve): ExpectedColumns {
  return {
    accrued_available_amount_raw: accrued.availableRaw,
    accrued_borrowed_amount_sf: accrued.borrowedSf,
    accrued_total_supply_sf: accrued.totalSupplySf,
    accrued_utilization_sf: accrued.utilizationSf,
    accrued_cumulative_borrow_rate_bsf: accrued.cumulativeBorrowRateBsf,
    accrued_protocol_fees_sf: accrued.accumulatedProtocolFeesSf,
    accrued_pending_referrer_fees_sf: accrued.pendingReferrerFeesSf,
    borrow_rate_sf: derived.borrowRateSf,
    available_amount_f: derived.availableAmount,
    supplied_amount_f: derived.suppliedAmount,
    borrowed_amount_f: derived.borrowedAmount,
    available_amount_usd_f: derived.availableAmountUsd,
    supplied_amount_usd_f: derived.suppliedAmountUsd,
    borrowed_amount_usd_f: derived.borrowedAmountUsd,
    price_usd_f: derived.priceUsd,
    price_usable: derived.priceUsable,
    utilization_f: derived.utilization,
    borrow_apr_f: derived.borrowApr,
    borrow_apy_f: derived.borrowApy,
    supply_apr_f: derived.supplyApr,
    supply_apy_f: derived.supplyApy,
    rewards_apr_f: derived.rewardsApr,
  };
}

function timeOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}
