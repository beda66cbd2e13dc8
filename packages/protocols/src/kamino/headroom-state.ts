import type { AccruedReserve } from './accrued-reserve.ts';
import type { LendingMarket } from './lending-market.ts';
import type { Reserve, ReserveStatus, WithdrawalCap } from './reserve.ts';

/** State and settings that bound new activity; amounts accrued to `unixTimestamp`'s bank. */
export interface HeadroomState {
  readonly unixTimestamp: bigint;
  readonly availableRaw: bigint;
  readonly borrowedSf: bigint;
  readonly totalSupplySf: bigint;
  readonly mintTotalSupplyRaw: bigint;
  readonly queuedCollateralRaw: bigint;
  /** Counted by the program without interest. */
  readonly borrowedOutsideElevationGroupRaw: bigint;
  readonly status: ReserveStatus;
  /** Emergency mode of the reserve or of its market. */
  readonly emergencyMode: boolean;
  /** `borrowDisabled` of the market. */
  readonly borrowDisabled: boolean;
  /** `blockPriceUsage` of the reserve: no refresh makes its price usable. */
  readonly blockPriceUsage: boolean;
  readonly originationFeeSf: bigint;
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly borrowLimitOutsideElevationGroupRaw: bigint;
  /** 0 = no limit; 100 is one. */
  readonly utilizationLimitBlockBorrowingAbovePct: number;
  readonly depositWithdrawalCap: WithdrawalCap;
  readonly debtWithdrawalCap: WithdrawalCap;
}

/** The state of a reserve at the bank that it was accrued to; `market` gives its switches. */
export function headroomStateOf(
  reserve: Reserve,
  accrued: AccruedReserve,
  market: Pick<LendingMarket, 'emergencyMode' | 'borrowDisabled'>,
): HeadroomState {
  const { config, collateral, withdrawQueue } = reserve;
  return {
    unixTimestamp: accrued.unixTimestamp,
    availableRaw: accrued.availableRaw,
    borrowedSf: accrued.borrowedSf,
    totalSupplySf: accrued.totalSupplySf,
    mintTotalSupplyRaw: collateral.mintTotalSupplyRaw,
    queuedCollateralRaw: withdrawQueue.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: reserve.borrowedAmountOutsideElevationGroupRaw,
    status: config.status,
    emergencyMode: config.emergencyMode || market.emergencyMode,
    borrowDisabled: market.borrowDisabled,
    blockPriceUsage: config.tokenInfo.blockPriceUsage,
    originationFeeSf: config.fees.originationFeeSf,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: config.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingAbovePct: config.utilizationLimitBlockBorrowingAbovePct,
    depositWithdrawalCap: config.depositWithdrawalCap,
    debtWithdrawalCap: config.debtWithdrawalCap,
  };
}
