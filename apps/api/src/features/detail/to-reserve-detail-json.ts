import type { ReserveDetail } from '@tidemark/contract';
import {
  decodePriceStatus,
  isPriceUsableForBorrow,
  isPriceUsableForLiquidation,
  requiresPriceRefresh,
  sfToAmount,
  sfToUsd,
} from '@tidemark/protocols/kamino';
import type { IndexPoint } from '@tidemark/model';
import type { ReserveDetailRow } from '@tidemark/schema';
import { toReserveSnapshot, unixSecondsOf } from '../latest/rows.ts';
import { toHeadroomFields } from './headroom-fields.ts';
import { toRealisedFields } from './realised-rates.ts';

/** Where the indices of a reserve stood at the start of a window of that many seconds. */
export type WindowStarts = (windowSeconds: number) => IndexPoint | undefined;

/**
 * Everything that is known of a reserve, as JSON. The first twelve fields are those of its snapshot, utilization unclamped.
 *
 * Written in parts on purpose: putting a hundred fields of changing representation into one object costs twenty times all
 * the rest. That the parts make up a whole detail is held against the OpenAPI document by the tests.
 */
export function toReserveDetailJson(row: ReserveDetailRow, startOf: WindowStarts): string {
  const parts: readonly Partial<ReserveDetail>[] = [
    { ...toReserveSnapshot(row), utilization_f: row.utilizationF },
    provenanceOf(row),
    exactOf(row),
    valueOf(row),
    toRealisedFields(endOf(row), startOf),
    toHeadroomFields(row),
    feesOf(row),
  ];
  return `{${parts.map((part) => JSON.stringify(part).slice(1, -1)).join(',')}}`;
}

function provenanceOf(row: ReserveDetailRow) {
  return {
    token_address: row.tokenMint,
    token_decimals: row.tokenDecimals,
    status_str: row.status,
    missing_since_timestamp: secondsOrNull(row.missingSinceAt),
    slot: Number(row.slot),
    last_update_slot: Number(row.lastUpdateSlot),
    stale_slots: Number(row.slot - row.lastUpdateSlot),
    last_update_timestamp: secondsOrNull(row.lastUpdateAt),
    last_update_stale_b: row.lastUpdateStale,
    slot_duration_ms_f: row.slotDurationMsF,
    slot_duration_source_str: row.slotDurationSource,
    interest_rate_basis_str: row.interestRateBasis,
    compounding_str: row.compounding,
    account_sha256: Buffer.from(row.accountSha256).toString('hex'),
    decoder_version: row.decoderVersion,
  };
}

function exactOf(row: ReserveDetailRow) {
  return {
    available_amount_raw: String(row.availableAmountRaw),
    accrued_available_amount_raw: String(row.accruedAvailableAmountRaw),
    borrowed_amount_sf_raw: String(row.borrowedAmountSf),
    accrued_borrowed_amount_sf_raw: String(row.accruedBorrowedAmountSf),
    accrued_total_supply_sf_raw: String(row.accruedTotalSupplySf),
    collateral_supply_raw: String(row.collateralSupplyRaw),
    cumulative_borrow_rate_bsf_raw: String(row.cumulativeBorrowRateBsf),
    accrued_cumulative_borrow_rate_bsf_raw: String(row.accruedCumulativeBorrowRateBsf),
    price_sf_raw: String(row.marketPriceSf),
  };
}

function valueOf(row: ReserveDetailRow) {
  const priceSeconds = secondsOrNull(row.marketPriceUpdatedAt);
  const checks = decodePriceStatus(row.priceStatus);
  return {
    borrowed_amount_f: row.borrowedAmountF,
    borrowed_amount_usd_f: row.borrowedAmountUsdF,
    price_usd_f: row.priceUsdF,
    price_timestamp: priceSeconds,
    price_age_seconds: priceSeconds === null ? null : unixSecondsOf(row.observedAt) - priceSeconds,
    price_status: row.priceStatus,
    price_loaded_b: checks.priceLoaded,
    price_age_checked_b: checks.priceAgeChecked,
    twap_checked_b: checks.twapChecked,
    twap_age_checked_b: checks.twapAgeChecked,
    heuristic_checked_b: checks.heuristicChecked,
    price_usage_allowed_b: checks.priceUsageAllowed,
    usable_for_borrow_b: isPriceUsableForBorrow(row.priceStatus),
    usable_for_liquidation_b: isPriceUsableForLiquidation(row.priceStatus),
    requires_price_refresh_b: requiresPriceRefresh(
      {
        priceStatus: row.priceStatus,
        marketPriceUpdatedAt: BigInt(priceSeconds ?? 0),
        maxAgePriceSeconds: row.maxPriceAgeSeconds,
        priceRefreshTriggerToMaxAgePct: row.marketPriceRefreshTriggerPct,
      },
      BigInt(unixSecondsOf(row.observedAt)),
    ),
    borrow_apr_f: row.borrowAprF,
    supply_apr_f: row.supplyAprF,
    rewards_apr_f: row.rewardsAprF,
  };
}

function feesOf(row: ReserveDetailRow) {
  const { tokenDecimals, accruedProtocolFeesSf, accumulatedReferrerFeesSf, accruedPendingReferrerFeesSf } = row;
  const usd = (sf: bigint) => (row.priceUsable ? sfToUsd(sf, row.marketPriceSf, tokenDecimals) : null);
  return {
    protocol_fees_sf_raw: String(accruedProtocolFeesSf),
    protocol_fees_f: sfToAmount(accruedProtocolFeesSf, tokenDecimals),
    protocol_fees_usd_f: usd(accruedProtocolFeesSf),
    referrer_fees_sf_raw: String(accumulatedReferrerFeesSf),
    referrer_fees_f: sfToAmount(accumulatedReferrerFeesSf, tokenDecimals),
    referrer_fees_usd_f: usd(accumulatedReferrerFeesSf),
    pending_referrer_fees_sf_raw: String(accruedPendingReferrerFeesSf),
    pending_referrer_fees_f: sfToAmount(accruedPendingReferrerFeesSf, tokenDecimals),
    pending_referrer_fees_usd_f: usd(accruedPendingReferrerFeesSf),
  };
}

function endOf(row: ReserveDetailRow): IndexPoint {
  return {
    unixSeconds: unixSecondsOf(row.observedAt),
    borrowIndex: row.accruedCumulativeBorrowRateBsf,
    supplied: row.accruedTotalSupplySf,
    receiptSupply: row.collateralSupplyRaw,
  };
}

function secondsOrNull(date: Date | null): number | null {
  return date === null ? null : unixSecondsOf(date);
}
