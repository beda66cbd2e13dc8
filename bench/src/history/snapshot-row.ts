import { DECODER_VERSION, type Reserve } from '@tidemark/lending';
import type { ReserveSnapshotRow } from '@tidemark/schema';
import type { Look } from './evolve-reserve.ts';

type SeedRow = Omit<ReserveSnapshotRow, 'pollBatchId' | 'recordedAt'>;

/** The row that the indexer would store of a look. */
export function toSnapshotRow({ account, accountSha256, derived, reason }: Look): SeedRow {
  return {
    reserve: account.address,
    lendingMarket: account.lendingMarket,
    slot: derived.slot,
    observedAt: new Date(Number(derived.unixTimestamp) * 1000),
    ...toAccountColumns(account),
    accruedAvailableAmountRaw: derived.accrued.availableRaw,
    accruedBorrowedAmountSf: derived.accrued.borrowedSf,
    accruedTotalSupplySf: derived.accrued.totalSupplySf,
    accruedUtilizationSf: derived.accrued.utilizationSf,
    accruedCumulativeBorrowRateBsf: derived.accrued.cumulativeBorrowRateBsf,
    accruedProtocolFeesSf: derived.accrued.accumulatedProtocolFeesSf,
    accruedPendingReferrerFeesSf: derived.accrued.pendingReferrerFeesSf,
    borrowRateSf: derived.borrowRateSf,
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
    slotDurationMsF: derived.slotDurationMs,
    slotDurationSource: 'configured',
    interestRateBasis: derived.interestRateBasis,
    compounding: derived.compounding,
    accountSha256: Buffer.from(accountSha256),
    decoderVersion: DECODER_VERSION,
    reason,
  };
}

function toAccountColumns({ lastUpdate, liquidity, collateral, config, ...reserve }: Reserve) {
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

function instantOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}
