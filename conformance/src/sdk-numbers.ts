import type { Decimal } from 'decimal.js';
import { quietly } from './quietly.ts';
import { reserveWithSdk, type SdkMoment, type SdkReserve } from './sdk.ts';

/** Everything the SDK derives from one reserve; amounts in base units, rates as fractions. */
export interface AllSdkNumbers {
  readonly symbol: string;
  readonly status: string;
  readonly available: Decimal;
  readonly borrowed: Decimal;
  readonly totalSupply: Decimal;
  readonly protocolFees: Decimal;
  readonly referrerFees: Decimal;
  readonly pendingReferrerFees: Decimal;
  readonly cumulativeBorrowRate: Decimal;
  readonly collateralRate: Decimal;
  readonly savedPrice: Decimal;
  readonly depositTvlUsd: Decimal;
  readonly borrowTvlUsd: Decimal;
  readonly hostRate: Decimal;
  readonly originationFee: Decimal;
  readonly flashLoanFee: Decimal;
  readonly borrowFactor: Decimal;
  readonly settings: Readonly<Record<string, number>>;
  /** Unclamped, of the stored (not accrued) state. */
  readonly utilization: number;
  readonly estimated: SdkEstimate;
  readonly borrowApr: number;
  readonly supplyApr: number;
  readonly borrowApy: number;
  readonly supplyApy: number;
  /** Null where the reserve has no fixed term. */
  readonly fixedBorrowApr: number | null;
  readonly futureCumulativeBorrowRate: Decimal;
  readonly estimatedCumulativeBorrowRate: Decimal;
  readonly freelyAvailable: Decimal;
  readonly depositCapUsed: Decimal;
  readonly debtCapUsed: Decimal;
}

/** The SDK's projection of a reserve to a slot. */
export interface SdkEstimate {
  readonly utilization: number;
  readonly debt: Decimal;
  readonly supply: Decimal;
  readonly protocolFees: Decimal;
}

/** Every number of a decoded reserve at a slot. Throws strings and errors where the SDK does. */
export function allNumbersWithSdk(
  address: string,
  state: SdkReserve,
  at: SdkMoment,
  unixTimestamp: number,
): AllSdkNumbers {
  return quietly(() => ask(address, state, at, unixTimestamp));
}

function ask(address: string, state: SdkReserve, at: SdkMoment, unixTimestamp: number): AllSdkNumbers {
  const reserve = reserveWithSdk(address, state, at);
  const { slot, referralFeeBps } = at;
  const { stats } = reserve;
  const { totalBorrow, totalSupply } = reserve.getEstimatedDebtAndSupply(slot, referralFeeBps);
  return {
    symbol: reserve.getTokenSymbol(),
    status: stats.status,
    available: reserve.getLiquidityAvailableAmount(),
    borrowed: reserve.getBorrowedAmount(),
    totalSupply: reserve.getTotalSupply(),
    protocolFees: reserve.getAccumulatedProtocolFees(),
    referrerFees: reserve.getAccumulatedReferrerFees(),
    pendingReferrerFees: reserve.getPendingReferrerFees(),
    cumulativeBorrowRate: reserve.getCumulativeBorrowRate(),
    collateralRate: reserve.getCollateralExchangeRate(),
    savedPrice: reserve.getReserveMarketPrice(),
    depositTvlUsd: reserve.getDepositTvl(),
    borrowTvlUsd: reserve.getBorrowTvl(),
    hostRate: reserve.getFixedHostInterestRate(),
    originationFee: reserve.getBorrowFee(),
    flashLoanFee: reserve.getFlashLoanFee(),
    borrowFactor: reserve.getBorrowFactor(),
    settings: {
      loanToValuePct: stats.loanToValue * 100,
      liquidationThresholdPct: stats.liquidationThreshold * 100,
      minLiquidationBonusBps: stats.minLiquidationBonus * 10_000,
      maxLiquidationBonusBps: stats.maxLiquidationBonus * 10_000,
      protocolTakeRatePct: stats.protocolTakeRate * 100,
    },
    utilization: reserve.calculateUtilizationRatio(),
    estimated: {
      utilization: reserve.getEstimatedUtilizationRatio(slot, referralFeeBps),
      debt: totalBorrow,
      supply: totalSupply,
      protocolFees: reserve.getEstimatedAccumulatedProtocolFees(slot, referralFeeBps).accumulatedProtocolFees,
    },
    borrowApr: reserve.calculateBorrowAPR(slot, referralFeeBps),
    supplyApr: reserve.calculateSupplyAPR(slot, referralFeeBps),
    borrowApy: reserve.totalBorrowAPY(slot),
    supplyApy: reserve.totalSupplyAPY(slot),
    fixedBorrowApr: reserve.getKind().isFixedRate() ? reserve.calculateBorrowAPRFixedRate() : null,
    futureCumulativeBorrowRate: reserve.calculateFutureCumulativeBorrowRate(slot),
    estimatedCumulativeBorrowRate: reserve.getEstimatedCumulativeBorrowRate(slot, referralFeeBps),
    freelyAvailable: reserve.getFreelyAvailableLiquidityAmount(slot),
    depositCapUsed: reserve.getDepositWithdrawalCapCurrent(unixTimestamp),
    debtCapUsed: reserve.getDebtWithdrawalCapCurrent(unixTimestamp),
  };
}
