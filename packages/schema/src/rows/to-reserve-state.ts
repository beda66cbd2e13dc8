import { DECODER_VERSION, type DerivedReserve, type Reserve } from '@tidemark/protocols/kamino';
import type { ReserveState } from '../tables/index.ts';

/** What a row says of itself beside the numbers. */
export interface ReserveStateSource {
  /** Of the account's bytes, 32 bytes. */
  readonly accountSha256: Uint8Array;
  /** How the slot duration of the derivation is known. */
  readonly slotDurationSource: ReserveState['slotDurationSource'];
}

/**
 * The row of one reserve at one bank: what its account holds, what that has become by the bank's slot, and where the
 * numbers come from. Not every such row can be stored: see `findReserveStateProblem`.
 */
export function toReserveState(
  reserve: Reserve,
  derived: DerivedReserve,
  { accountSha256, slotDurationSource }: ReserveStateSource,
): ReserveState {
  return {
    reserve: reserve.address,
    lendingMarket: reserve.lendingMarket,
    slot: derived.slot,
    observedAt: new Date(Number(derived.unixTimestamp) * 1000),
    ...rawColumns(reserve),
    ...accruedColumns(derived),
    ...doubleColumns(derived),
    slotDurationMsF: derived.slotDurationMs,
    slotDurationSource,
    interestRateBasis: derived.interestRateBasis,
    compounding: derived.compounding,
    accountSha256,
    decoderVersion: DECODER_VERSION,
  };
}

/** What the account holds, unchanged. */
function rawColumns(reserve: Reserve) {
  const { lastUpdate, liquidity, collateral, config } = reserve;
  const { depositWithdrawalCap: depositCap, debtWithdrawalCap: debtCap } = config;
  return {
    lastUpdateSlot: lastUpdate.slot,
    lastUpdateAt: instantOf(BigInt(lastUpdate.timestamp)),
    lastUpdateStale: lastUpdate.stale,
    availableAmountRaw: liquidity.availableAmountRaw,
    borrowedAmountSf: liquidity.borrowedAmountSf,
    cumulativeBorrowRateBsf: liquidity.cumulativeBorrowRateBsf,
    accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf,
    accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf,
    pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf,
    absoluteReferralRateSf: liquidity.absoluteReferralRateSf,
    marketPriceSf: liquidity.marketPriceSf,
    marketPriceUpdatedAt: instantOf(liquidity.marketPriceUpdatedAt),
    priceStatus: lastUpdate.priceStatus,
    collateralSupplyRaw: collateral.mintTotalSupplyRaw,
    rewardsAvailableRaw: liquidity.rewardsAvailableRaw,
    queuedCollateralRaw: reserve.withdrawQueue.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: reserve.borrowedAmountOutsideElevationGroupRaw,
    depositCapCurrentRaw: depositCap.currentTotalRaw,
    debtCapCurrentRaw: debtCap.currentTotalRaw,
    depositCapIntervalStartAt: instantOf(depositCap.intervalStartAt),
    debtCapIntervalStartAt: instantOf(debtCap.intervalStartAt),
  };
}

/** The same as of the bank's slot, with the program's arithmetic. */
function accruedColumns({ accrued, borrowRateSf }: DerivedReserve) {
  return {
    accruedAvailableAmountRaw: accrued.availableRaw,
    accruedBorrowedAmountSf: accrued.borrowedSf,
    accruedTotalSupplySf: accrued.totalSupplySf,
    accruedUtilizationSf: accrued.utilizationSf,
    accruedCumulativeBorrowRateBsf: accrued.cumulativeBorrowRateBsf,
    accruedProtocolFeesSf: accrued.accumulatedProtocolFeesSf,
    accruedPendingReferrerFeesSf: accrued.pendingReferrerFeesSf,
    borrowRateSf,
  };
}

/** The nearest doubles of the exact values. */
function doubleColumns(derived: DerivedReserve) {
  return {
    availableAmountF: derived.availableAmount,
    suppliedAmountF: derived.suppliedAmount,
    borrowedAmountF: derived.borrowedAmount,
    availableAmountUsdF: derived.availableAmountUsd,
    suppliedAmountUsdF: derived.suppliedAmountUsd,
    borrowedAmountUsdF: derived.borrowedAmountUsd,
    priceUsdF: derived.priceUsd,
    priceUsable: derived.priceUsable,
    utilizationF: derived.utilization,
    borrowAprF: derived.borrowApr,
    borrowApyF: derived.borrowApy,
    supplyAprF: derived.supplyApr,
    supplyApyF: derived.supplyApy,
    rewardsAprF: derived.rewardsApr,
  };
}

/**
 * The instant of unix seconds as accounts hold them, null for 0 (the program's "never"). Nonsense gives an impossible date,
 * which the check of the whole row refuses.
 */
function instantOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}
