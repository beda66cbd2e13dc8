import type { FeeGroup, FeesRow } from '@tidemark/contract';
import type { InterestSplit } from '@tidemark/model';
import { sfToAmount, sfToDouble } from '@tidemark/protocols/kamino';
import type { FeeGroupOf } from './fee-groups.ts';
import type { FeeAmounts } from './running-interest.ts';

/** What only transactions tell. Not 0: nobody has counted it. */
const UNKNOWN_FEES = {
  liquidation_fees_usd_f: null,
  liquidation_protocol_usd_f: null,
  origination_fees_usd_f: null,
  flash_loan_fees_usd_f: null,
} as const;

/** One row. Doubles are the nearest to the exact sums that stand beside them. */
export function toFeesRow(
  amounts: FeeAmounts,
  { periodMs, group, by }: { readonly periodMs: number; readonly group: FeeGroupOf; readonly by: FeeGroup },
): FeesRow {
  const { elapsedSeconds, observedSeconds } = amounts;
  return {
    timestamp: periodMs / 1000,
    ...identityOf(group, by),
    ...toUsd(amounts.interestUsd),
    ...UNKNOWN_FEES,
    ...(by === 'reserve' ? toTokens(amounts.interest, group.example.token_decimals) : {}),
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
  const market = { lending_market, lending_market_name };
  return by === 'market' ? market : { ...market, reserve, token_address, token_symbol };
}

function toUsd(usd: InterestSplit | null): FeesRow {
  const double = (sf: bigint | undefined): number | null => (sf === undefined ? null : sfToDouble(sf));
  const text = (sf: bigint | undefined): string | null => (sf === undefined ? null : String(sf));
  const revenueSf = usd === null ? undefined : usd.protocolSf + usd.hostSf;
  const supplySideSf = usd === null ? undefined : usd.supplySideSf + usd.referrerMaxSf;
  return {
    interest_usd_f: double(usd?.interestSf),
    interest_supply_side_usd_f: double(usd?.supplySideSf),
    interest_protocol_usd_f: double(usd?.protocolSf),
    interest_referrer_max_usd_f: double(usd?.referrerMaxSf),
    interest_host_usd_f: double(usd?.hostSf),
    fees_usd_f: double(usd?.interestSf),
    revenue_usd_f: double(revenueSf),
    supply_side_usd_f: double(supplySideSf),
    interest_usd_sf: text(usd?.interestSf),
    interest_supply_side_usd_sf: text(usd?.supplySideSf),
    interest_protocol_usd_sf: text(usd?.protocolSf),
    interest_referrer_max_usd_sf: text(usd?.referrerMaxSf),
    interest_host_usd_sf: text(usd?.hostSf),
  };
}

function toTokens(interest: InterestSplit | null, decimals: number): FeesRow {
  const amount = (sf: bigint | undefined): number | null => (sf === undefined ? null : sfToAmount(sf, decimals));
  const text = (sf: bigint | undefined): string | null => (sf === undefined ? null : String(sf));
  return {
    interest_f: amount(interest?.interestSf),
    interest_supply_side_f: amount(interest?.supplySideSf),
    interest_protocol_f: amount(interest?.protocolSf),
    interest_referrer_max_f: amount(interest?.referrerMaxSf),
    interest_host_f: amount(interest?.hostSf),
    interest_sf: text(interest?.interestSf),
    interest_supply_side_sf: text(interest?.supplySideSf),
    interest_protocol_sf: text(interest?.protocolSf),
    interest_referrer_max_sf: text(interest?.referrerMaxSf),
    interest_host_sf: text(interest?.hostSf),
  };
}
