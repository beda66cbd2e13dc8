import { U64_MAX } from '@tidemark/core';
import { intToSf, ONE_SF } from './fraction.ts';
import { ratioToDouble } from '@tidemark/core';
import type { ReserveConfig, ReserveFees, WithdrawalCap } from './reserve.ts';

/** True where a limit is u64::MAX, which means none. */
export function isUnlimited(limitRaw: bigint): boolean {
  return limitRaw === U64_MAX;
}

/** Flash-loan fee as 60-bit fixed point; null where flash loans are disabled, which is not the same as free. */
export function flashLoanFeeSfOf(fees: ReserveFees): bigint | null {
  return fees.flashLoanFeeSf === U64_MAX ? null : fees.flashLoanFeeSf;
}

/** Factor that the program applies to debt of this token, at least 1; the nearest double. */
export function borrowFactor(config: ReserveConfig): number {
  return config.borrowFactorPct <= 100n ? 1 : ratioToDouble(config.borrowFactorPct, 100n);
}

/**
 * Base units that may still leave in the running interval; null where there is no cap, negative where even 0 is refused: a
 * negative capacity, an interval that starts in the future, a counter above the capacity. A new interval starts with the
 * whole capacity, whatever the stored counter says. May exceed the capacity: what came in during the interval counts
 * against what leaves.
 */
export function withdrawalCapRoomRaw(cap: WithdrawalCap, unixTimestamp: bigint): bigint | null {
  if (cap.intervalSeconds === 0n) return null;
  if (cap.capacityRaw < 0n || cap.intervalStartAt > unixTimestamp) return -1n;
  return cap.capacityRaw - withdrawalCapUsedRaw(cap, unixTimestamp);
}

/** What counts in the running interval, base units: 0 once the interval is over, whatever the account still holds. */
export function withdrawalCapUsedRaw(cap: WithdrawalCap, unixTimestamp: bigint): bigint {
  return cap.intervalSeconds !== 0n && isIntervalOver(cap, unixTimestamp) ? 0n : cap.currentTotalRaw;
}

function isIntervalOver(cap: WithdrawalCap, unixTimestamp: bigint): boolean {
  return unixTimestamp - cap.intervalStartAt >= cap.intervalSeconds;
}

/**
 * cTokens of one whole base unit, 60-bit fixed point, cut off: `mintTotalSupply / totalSupply`, one to one where
 * either is zero.
 */
export function collateralExchangeRateSf(mintTotalSupplyRaw: bigint, totalSupplySf: bigint): bigint {
  if (mintTotalSupplyRaw === 0n || totalSupplySf === 0n) return ONE_SF;
  return (intToSf(mintTotalSupplyRaw) << 60n) / totalSupplySf;
}
