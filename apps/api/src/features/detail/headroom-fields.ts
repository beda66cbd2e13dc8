import type { ReserveDetail } from '@tidemark/contract';
import { deriveHeadroom, type Headroom, rawToAmount, rawToUsd } from '@tidemark/protocols/kamino';
import type { ReserveDetailRow } from '@tidemark/schema';
import { unixSecondsOf } from '../latest/rows.ts';

type HeadroomFields = Pick<
  ReserveDetail,
  Extract<keyof ReserveDetail, `${'borrowable' | 'withdrawable' | 'depositable' | 'queued'}_${string}`>
>;

/** What can be done with a reserve now. Unknown, not guessed, while the account of its market has not been read. */
export function toHeadroomFields(row: ReserveDetailRow): HeadroomFields {
  const { marketEmergencyMode, marketBorrowDisabled } = row;
  const known = marketEmergencyMode !== null && marketBorrowDisabled !== null;
  const headroom = deriveHeadroomOf(row, marketEmergencyMode ?? false, marketBorrowDisabled ?? false);
  const { borrowable, borrowableInElevationGroup: grouped, withdrawable, depositable, queuedLiquidityRaw } = headroom;
  const gross = amountsOf(row, known ? borrowable.grossRaw : null);
  const net = amountsOf(row, known ? borrowable.netRaw : null);
  const groupedGross = amountsOf(row, known ? grouped.grossRaw : null);
  const groupedNet = amountsOf(row, known ? grouped.netRaw : null);
  const withdraw = amountsOf(row, known ? withdrawable.amountRaw : null);
  const deposit = amountsOf(row, known ? depositable.amountRaw : null);
  return {
    borrowable_gross_amount_raw: gross.raw,
    borrowable_gross_amount_f: gross.amount,
    borrowable_gross_amount_usd_f: gross.usd,
    borrowable_net_amount_raw: net.raw,
    borrowable_net_amount_f: net.amount,
    borrowable_net_amount_usd_f: net.usd,
    borrowable_constraint_str: known ? borrowable.bindingConstraint : 'unknown',
    borrowable_resets_timestamp: known ? resetOf(row, borrowable.resetsAt) : null,
    borrowable_in_elevation_group_gross_amount_raw: groupedGross.raw,
    borrowable_in_elevation_group_gross_amount_f: groupedGross.amount,
    borrowable_in_elevation_group_gross_amount_usd_f: groupedGross.usd,
    borrowable_in_elevation_group_net_amount_raw: groupedNet.raw,
    borrowable_in_elevation_group_net_amount_f: groupedNet.amount,
    borrowable_in_elevation_group_net_amount_usd_f: groupedNet.usd,
    borrowable_in_elevation_group_constraint_str: known ? grouped.bindingConstraint : 'unknown',
    borrowable_in_elevation_group_resets_timestamp: known ? resetOf(row, grouped.resetsAt) : null,
    withdrawable_amount_raw: withdraw.raw,
    withdrawable_amount_f: withdraw.amount,
    withdrawable_amount_usd_f: withdraw.usd,
    withdrawable_collateral_raw: known ? String(withdrawable.collateralRaw) : null,
    withdrawable_constraint_str: known ? withdrawable.bindingConstraint : 'unknown',
    withdrawable_resets_timestamp: known ? resetOf(row, withdrawable.resetsAt) : null,
    depositable_amount_raw: deposit.raw,
    depositable_amount_f: deposit.amount,
    depositable_amount_usd_f: deposit.usd,
    depositable_constraint_str: known ? depositable.bindingConstraint : 'unknown',
    depositable_resets_timestamp: known ? resetOf(row, depositable.resetsAt) : null,
    queued_withdrawals_raw: String(queuedLiquidityRaw),
    queued_withdrawals_f: rawToAmount(queuedLiquidityRaw, row.tokenDecimals),
    queued_withdrawals_usd_f: usdOf(row, queuedLiquidityRaw),
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
    blockPriceUsage: row.blockPriceUsage,
    originationFeeSf: row.originationFeeSf,
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
