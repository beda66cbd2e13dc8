import type { FeeGroup, FeesRow } from '@tidemark/contract';
import { exactToAmount, exactToDouble, type InterestSplit, toDecimal } from '@tidemark/core';
import type { FeeGroupOf } from './fee-groups.ts';
import type { FeeAmounts } from './running-interest.ts';

/** What only transactions tell. Not 0: nobody has counted it. */
const UNKNOWN_FEES = {
  liquidation_fees_usd_f: null,
  liquidation_protocol_usd_f: null,
  origination_fees_usd_f: null,
  flash_loan_fees_usd_f: null,
} as const;

/** Which period of which group, and the scale of its exact sums. */
export interface FeesPlace {
  readonly periodMs: number;
  readonly group: FeeGroupOf;
  readonly by: FeeGroup;
  readonly scale: bigint;
}

/** One row. Doubles are the nearest to the exact sums beside them. */
export function toFeesRow(amounts: FeeAmounts, { periodMs, group, by, scale }: FeesPlace): FeesRow {
  const { elapsedSeconds, observedSeconds } = amounts;
  return {
    timestamp: periodMs / 1000,
    ...identityOf(group, by),
    ...toUsd(amounts.interestUsd, scale),
    ...UNKNOWN_FEES,
    ...(by === 'reserve' ? toTokens(amounts.interest, scale, group.example.token_decimals) : {}),
    coverage_f: elapsedSeconds === 0 || amounts.buckets === 0 ? null : observedSeconds / elapsedSeconds,
    coverage_str: 'interest_only',
    unpriced_reserve_count: amounts.unpricedReserves,
    unknown_reserve_count: amounts.unknownReserves,
    final_b: amounts.final,
    gap_reason_str: amounts.gapReason,
  };
}

function identityOf({ example }: FeeGroupOf, by: FeeGroup): FeesRow {
  if (by === 'protocol') return {};
  const { lending_market, lending_market_name, reserve, token_address, token_symbol } = example;
  if (by === 'market') return { lending_market, lending_market_name };
  return { lending_market, lending_market_name, reserve, token_address, token_symbol };
}

const exactTextAt =
  (scale: bigint) =>
  (amount: bigint | undefined): string | null =>
    amount === undefined ? null : toDecimal(amount, scale);

function toUsd(usd: InterestSplit | null, scale: bigint): FeesRow {
  const double = (amount: bigint | undefined) => (amount === undefined ? null : exactToDouble(amount, scale));
  const exact = exactTextAt(scale);
  const { referrerMax, host } = receivedOf(usd);
  const revenue = usd === null || host === undefined ? undefined : usd.protocol + host;
  const supplySide = usd === null || referrerMax === undefined ? undefined : usd.supplySide + referrerMax;
  return {
    interest_usd_f: double(usd?.interest),
    interest_supply_side_usd_f: double(usd?.supplySide),
    interest_protocol_usd_f: double(usd?.protocol),
    interest_referrer_max_usd_f: double(referrerMax),
    interest_host_usd_f: double(host),
    fees_usd_f: double(usd?.interest),
    revenue_usd_f: double(revenue),
    supply_side_usd_f: double(supplySide),
    interest_usd_raw: exact(usd?.interest),
    interest_supply_side_usd_raw: exact(usd?.supplySide),
    interest_protocol_usd_raw: exact(usd?.protocol),
    interest_referrer_max_usd_raw: exact(referrerMax),
    interest_host_usd_raw: exact(host),
  };
}

function toTokens(interest: InterestSplit | null, scale: bigint, decimals: number): FeesRow {
  const double = (amount: bigint | undefined) => (amount === undefined ? null : exactToAmount(amount, scale, decimals));
  const exact = exactTextAt(scale);
  const { referrerMax, host } = receivedOf(interest);
  return {
    interest_f: double(interest?.interest),
    interest_supply_side_f: double(interest?.supplySide),
    interest_protocol_f: double(interest?.protocol),
    interest_referrer_max_f: double(referrerMax),
    interest_host_f: double(host),
    interest_raw: exact(interest?.interest),
    interest_supply_side_raw: exact(interest?.supplySide),
    interest_protocol_raw: exact(interest?.protocol),
    interest_referrer_max_raw: exact(referrerMax),
    interest_host_raw: exact(host),
  };
}

/** What went to receivers beside suppliers and protocol: nothing to one that the protocol does not have. */
function receivedOf(split: InterestSplit | null) {
  if (split === null) return {};
  const { referrerMax = 0n, host = 0n } = split.others;
  return { referrerMax, host };
}
