import type { ReserveDetail } from '@tidemark/contract';
import { deriveHeadroom, type Headroom, rawToAmount, rawToUsd } from '@tidemark/lending';
import type { ReserveDetailRow } from '@tidemark/schema';
import { unixSecondsOf } from '../latest/to-reserve-snapshot.ts';

type HeadroomFields = Pick<
  ReserveDetail,
  Extract<keyof ReserveDetail, `${'borrowable' | 'withdrawable' | 'depositable' | 'queued'}_${string}`>
>;

/** What can be done with a reserve now. Unknown, not guessed, while the account of its market has not been read. */
export function toHeadroomFields(row: ReserveDetailRow): HeadroomFields {
  const { marketEmergencyMode, marketBorrowDisabled } = row;
  const known = marketEmergencyMode !== null && marketBorrowDisabled !== null;
  const headroom = deriveHeadroomOf(row, marketEmergencyMode ?? false, marketBorrowDisabled ?? false);
  const { borrowable, withdrawable, depositable } = headroom;
  const borrowAmounts = amountsOf(row, known ? borrowable.amountRaw : null);
  const withdrawAmounts = amountsOf(row, known ? withdrawable.amountRaw : null);
  const depositAmounts = amountsOf(row, known ? depositable.amountRaw : null);
  return {
    borrowable_amount_raw: borrowAmounts.raw,
    borrowable_amount_f: borrowAmounts.amount,
    borrowable_amount_usd_f: borrowAmounts.usd,
    borrowable_constraint_str: known ? borrowable.bindingConstraint : 'unknown',
    borrowable_resets_timestamp: known ? resetOf(row, borrowable.resetsAt) : null,
    withdrawable_amount_raw: withdrawAmounts.raw,
    withdrawable_amount_f: withdrawAmounts.amount,
    withdrawable_amount_usd_f: withdrawAmounts.usd,
    withdrawable_constraint_str: known ? withdrawable.bindingConstraint : 'unknown',
    withdrawable_resets_timestamp: known ? resetOf(row, withdrawable.resetsAt) : null,
    depositable_amount_raw: depositAmounts.raw,
    depositable_amount_f: depositAmounts.amount,
    depositable_amount_usd_f: depositAmounts.usd,
    depositable_constraint_str: known ? depositable.bindingConstraint : 'unknown',
    queued_withdrawals_raw: String(headroom.queuedLiquidityRaw),
    queued_withdrawals_f: rawToAmount(headroom.queuedLiquidityRaw, row.tokenDecimals),
    queued_withdrawals_usd_f: usdOf(row, headroom.queuedLiquidityRaw),
  };
}

function deriveHeadroomOf(row: ReserveDetailRow, marketEmergency: boolean, borrowDisabled: boolean): Headroom {
  return deriveHeadroom({
    unixTimestamp: BigInt(unixSecondsOf(row.observedAt)),
    availableRaw: row.accruedAvailableAmountRaw,
    borrowedSf: row.accruedBorrowedAmountSf,
    totalSupplySf: row.accruedTotalSupplySf,
    mintTotalSupplyRaw: row.collateralSupplyRaw,
    queuedCollateralRaw: row.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: row.borrowedOutsideElevationGroupRaw,
    status: row.status,
    emergencyMode: row.emergencyMode || marketEmergency,
    borrowDisabled,
    depositLimitRaw: row.depositLimitRaw,
    borrowLimitRaw: row.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: row.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingAbovePct: row.utilizationLimitBlockBorrowingPct,
    depositWithdrawalCap: {
      capacityRaw: row.depositCapCapacityRaw,
      currentTotalRaw: row.depositCapCurrentRaw,
      intervalStartAt: secondsOf(row.depositCapIntervalStartAt),
      intervalSeconds: row.depositCapIntervalSeconds,
    },
    debtWithdrawalCap: {
      capacityRaw: row.debtCapCapacityRaw,
      currentTotalRaw: row.debtCapCurrentRaw,
      intervalStartAt: secondsOf(row.debtCapIntervalStartAt),
      intervalSeconds: row.debtCapIntervalSeconds,
    },
  });
}

interface Amounts {
  readonly raw: string | null;
  readonly amount: number | null;
  readonly usd: number | null;
}

function amountsOf(row: ReserveDetailRow, amountRaw: bigint | null): Amounts {
  if (amountRaw === null) return { raw: null, amount: null, usd: null };
  return {
    raw: String(amountRaw),
    amount: rawToAmount(amountRaw, row.tokenDecimals),
    usd: usdOf(row, amountRaw),
  };
}

function usdOf(row: ReserveDetailRow, amountRaw: bigint): number | null {
  return row.priceUsable ? rawToUsd(amountRaw, row.marketPriceSf, row.tokenDecimals) : null;
}

/** An interval that is over says nothing: the next one starts when it is used. */
function resetOf(row: ReserveDetailRow, resetsAt: bigint | null): number | null {
  if (resetsAt === null || resetsAt > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  return resetsAt > BigInt(unixSecondsOf(row.observedAt)) ? Number(resetsAt) : null;
}

function secondsOf(date: Date | null): bigint {
  return date === null ? 0n : BigInt(unixSecondsOf(date));
}
