import type { ReserveDetail } from '@tidemark/contract';
import {
  exactToAmount,
  exactToUsd,
  hasPrice,
  type OwedFee,
  rawToAmount,
  rawToUsd,
  toDecimal,
  unixSecondsOf,
  unixSecondsOrNull,
} from '@tidemark/core';
import type { ReserveDetailRow } from '@tidemark/schema';
import { toReserveSnapshot } from '../../generated/rows.ts';
import type { DetailSubject } from './detail-subject.ts';
import { toHeadroomFields } from './headroom-fields.ts';
import { toRealisedFields } from './realised-rates.ts';
import { toIndexPoint, type WindowStarts } from './window-starts.ts';

/**
 * Everything that is known of a reserve, as JSON. The first twelve fields are those of its snapshot, utilization unclamped.
 *
 * Written in parts on purpose: putting a hundred fields of changing representation into one object costs twenty times all
 * the rest. That the parts make up a whole detail is held against the OpenAPI document by the tests.
 */
export function toReserveDetailJson(subject: DetailSubject, startOf: WindowStarts): string {
  const { row } = subject;
  const parts: readonly Partial<ReserveDetail>[] = [
    { ...toReserveSnapshot(row), utilization_f: row.utilizationF },
    provenanceOf(row),
    exactOf(subject),
    priceOf(subject),
    toRealisedFields(toIndexPoint(row), startOf),
    toHeadroomFields(subject),
    vaultOf(subject),
    feesOf(subject),
    marketPriceOf(row),
  ];
  return `{${parts.map((part) => JSON.stringify(part).slice(1, -1)).join(',')},"own":${row.ownText}}`;
}

function provenanceOf(row: ReserveDetailRow) {
  return {
    listed_b: row.listed,
    token_address: row.tokenMint,
    token_symbol_origin_str: row.tokenSymbol === '' ? null : row.tokenSymbolOrigin,
    token_decimals: row.tokenDecimals,
    status_str: row.status,
    missing_since_timestamp: unixSecondsOrNull(row.missingSinceAt),
    slot: Number(row.slot),
    last_update_slot: Number(row.lastUpdateSlot),
    stale_slots: Number(row.slot - row.lastUpdateSlot),
    last_update_timestamp: unixSecondsOrNull(row.lastUpdateAt),
    last_update_stale_b: row.lastUpdateStale,
    slot_duration_ms_f: row.slotDurationMsF,
    slot_duration_source_str: row.slotDurationSource,
    interest_rate_basis_str: row.interestRateBasis,
    compounding_str: row.compounding,
    account_sha256: Buffer.from(row.accountSha256).toString('hex'),
    decoder_version: row.decoderVersion,
  };
}

function exactOf({ protocol: { scale }, row, state, balances }: DetailSubject) {
  return {
    available_amount_raw: String(state.available),
    accrued_available_amount_raw: String(balances.available),
    borrowed_amount_raw: toDecimal(state.borrowed, scale),
    accrued_borrowed_amount_raw: toDecimal(balances.borrowed, scale),
    accrued_total_supply_raw: toDecimal(balances.supplied, scale),
    collateral_supply_raw: String(state.receiptSupply),
    cumulative_borrow_rate_raw: toDecimal(state.borrowIndex, scale),
    accrued_cumulative_borrow_rate_raw: toDecimal(row.accruedBorrowIndex, scale),
    price_raw: toDecimal(state.price, scale),
  };
}

function priceOf({ row, state, price }: DetailSubject) {
  const priceSeconds = unixSecondsOrNull(state.priceUpdatedAt);
  const checks = price?.checks ?? {};
  return {
    borrowed_amount_f: row.borrowedAmountF,
    borrowed_amount_usd_f: row.borrowedAmountUsdF,
    price_usd_f: row.priceUsdF,
    price_timestamp: priceSeconds,
    price_age_seconds: priceSeconds === null ? null : unixSecondsOf(row.observedAt) - priceSeconds,
    price_status: state.priceStatus,
    price_loaded_b: checks.priceLoaded ?? null,
    price_age_checked_b: checks.priceAgeChecked ?? null,
    twap_checked_b: checks.twapChecked ?? null,
    twap_age_checked_b: checks.twapAgeChecked ?? null,
    heuristic_checked_b: checks.heuristicChecked ?? null,
    price_usage_allowed_b: checks.priceUsageAllowed ?? null,
    usable_for_borrow_b: price?.usableForBorrow ?? null,
    usable_for_liquidation_b: price?.usableForLiquidation ?? null,
    requires_price_refresh_b: price?.needsRefresh ?? null,
    borrow_apr_f: row.borrowAprF,
    supply_apr_f: row.supplyAprF,
    rewards_apr_f: row.rewardsAprF,
    supply_apy_total_f: row.supplyApyTotalF,
  };
}

function vaultOf({ protocol, row, state }: DetailSubject) {
  const { vaultBalance, tokenDecimals } = row;
  return {
    vault_balance_raw: String(vaultBalance),
    vault_balance_f: rawToAmount(vaultBalance, tokenDecimals),
    vault_balance_usd_f: hasPrice(state.price)
      ? rawToUsd(vaultBalance, state.price, protocol.scale, tokenDecimals)
      : null,
  };
}

function feesOf({ protocol, row, state, balances }: DetailSubject) {
  const { scale } = protocol;
  const { tokenDecimals } = row;
  const toAmounts = ({ amount }: OwedFee) => ({
    raw: toDecimal(amount, scale),
    amount: exactToAmount(amount, scale, tokenDecimals),
    usd: hasPrice(state.price) ? exactToUsd(amount, state.price, scale, tokenDecimals) : null,
  });
  const [toProtocol, ...toOthers] = protocol.owedFees(balances.own);
  const protocolFees = toAmounts(toProtocol);
  // Undefined where the protocol has no such receiver.
  const [referrerFees] = toOthers.filter(({ receiver }) => receiver === 'referrer').map(toAmounts);
  const [pendingFees] = toOthers.filter(({ receiver }) => receiver === 'pendingReferrer').map(toAmounts);
  return {
    accrued_protocol_fees_raw: protocolFees.raw,
    protocol_fees_f: protocolFees.amount,
    protocol_fees_usd_f: protocolFees.usd,
    accumulated_referrer_fees_raw: referrerFees?.raw ?? null,
    referrer_fees_f: referrerFees?.amount ?? null,
    referrer_fees_usd_f: referrerFees?.usd ?? null,
    accrued_pending_referrer_fees_raw: pendingFees?.raw ?? null,
    pending_referrer_fees_f: pendingFees?.amount ?? null,
    pending_referrer_fees_usd_f: pendingFees?.usd ?? null,
  };
}

function marketPriceOf(row: ReserveDetailRow) {
  return {
    market_price_usd_f: row.marketPriceUsdF,
    market_price_status_str: row.marketPriceStatus,
    market_price_timestamp: unixSecondsOrNull(row.marketPriceAt),
    market_price_age_seconds: row.marketPriceAgeSeconds,
    market_price_divergence_bps_f: row.marketPriceDivergenceBpsF,
    market_price_divergence_gap_str: row.marketPriceDivergenceGap,
  };
}
