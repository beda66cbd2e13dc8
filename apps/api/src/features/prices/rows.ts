import type { Price, PriceAt as PriceAtRow, PriceHistoryRow, PriceSource } from '@tidemark/contract';
import { unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';
import type { PriceAggregateRow, PriceAt, PriceBucketRow, StoredPrice, StoredPriceSource } from '@tidemark/schema';

/** The nearest double: exactly what parsing the decimal gives. */
const double = (decimal: string | null): number | null => (decimal === null ? null : Number(decimal));

type Priced = Pick<
  StoredPrice,
  'observedAt' | 'status' | 'price' | 'publishedAt' | 'sources' | 'used' | 'spreadBps' | 'confidence'
>;

function priceColumns(row: Priced) {
  return {
    price_usd_f: double(row.price),
    price_usd_raw: row.price,
    status_str: row.status,
    published_timestamp: unixSecondsOrNull(row.publishedAt),
    price_age_seconds: ageSeconds(row),
    source_count: row.sources,
    used_source_count: row.used,
    spread_bps_f: row.spreadBps,
    price_confidence_usd_f: double(row.confidence),
  };
}

const NO_PRICE = {
  price_usd_f: null,
  price_usd_raw: null,
  status_str: 'missing',
  published_timestamp: null,
  price_age_seconds: null,
  source_count: 0,
  used_source_count: 0,
  spread_bps_f: null,
  price_confidence_usd_f: null,
};

function ageSeconds({ observedAt, publishedAt }: Pick<Priced, 'observedAt' | 'publishedAt'>): number | null {
  return publishedAt === null ? null : unixSecondsOf(observedAt) - unixSecondsOf(publishedAt);
}

/** The newest price of a token. */
export function toPrice(row: Omit<StoredPrice, 'firstSeenAt'>): Price {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot: Number(row.slot),
    token_address: row.tokenMint,
    token_symbol: row.tokenSymbol,
    ...priceColumns(row),
  };
}

/** The row of a token that nothing is known of. */
export function toMissingPrice(mint: string, asOf: number | null): Price {
  return { timestamp: asOf, slot: null, token_address: mint, token_symbol: '', ...NO_PRICE };
}

/** What a feed says. */
export function toPriceSource(row: StoredPriceSource, tokenSymbol: string): PriceSource {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot: row.slot === 0n ? null : Number(row.slot),
    token_address: row.tokenMint,
    token_symbol: tokenSymbol,
    source_str: row.source,
    feed: row.feed,
    price_account: row.account,
    price_usd_f: double(row.price),
    price_usd_raw: row.price,
    price_confidence_usd_f: double(row.confidence),
    average_price_usd_f: double(row.average),
    published_timestamp: unixSecondsOrNull(row.publishedAt),
    price_age_seconds: ageSeconds(row),
    verification_str: row.verification === 'full' || row.verification === 'partial' ? row.verification : null,
    used_b: row.used,
    unused_reason_str: row.unusedReason,
    weight_f: row.weight,
    deviation_bps_f: row.deviationBps,
    roots: [...row.roots],
    legs: (row.legs ?? []).map((leg) => ({
      leg_place: leg.place,
      leg_kind_str: leg.kind,
      leg_value_raw: leg.price,
      published_timestamp: leg.published,
    })),
  };
}

/** The price at a moment. Older than `maxAgeSeconds` it is missing. */
export function toPriceAt(
  found: PriceAt | null,
  asked: { readonly mint: string; readonly symbol: string; readonly at: Date; readonly maxAgeSeconds: number | null },
): PriceAtRow {
  const { mint, symbol, at, maxAgeSeconds } = asked;
  const token = { timestamp: unixSecondsOf(at), token_address: mint, token_symbol: symbol };
  const evidence = { evidence_slot: null, evidence_timestamp: null, evidence_age_seconds: null, in_gap_b: true };
  if (found === null) return { ...token, ...NO_PRICE, ...evidence };
  const age = unixSecondsOf(at) - unixSecondsOf(found.observedAt);
  if (maxAgeSeconds !== null && age > maxAgeSeconds) return { ...token, ...NO_PRICE, ...evidence };
  const { polledAt, gapAfterMs } = found;
  return {
    ...token,
    ...priceColumns(found),
    evidence_slot: Number(found.slot),
    evidence_timestamp: unixSecondsOf(found.observedAt),
    evidence_age_seconds: age,
    in_gap_b: polledAt === null || gapAfterMs === null || at.getTime() - polledAt.getTime() > gapAfterMs,
  };
}

interface Token {
  readonly token_address: string;
  readonly token_symbol: string;
}

/** Nothing is computed of this time yet. */
const NOT_ROLLED_UP = 'not_rolled_up';

export function toBucketRow(row: PriceBucketRow, token: Token): PriceHistoryRow {
  const { elapsedSeconds: elapsed, observedSeconds: observed, pricedSeconds } = row;
  const coverage = elapsed === null || elapsed === 0 ? null : observed / elapsed;
  return {
    timestamp: unixSecondsOf(row.bucketStart),
    ...token,
    open_price_usd_f: double(row.open),
    high_price_usd_f: double(row.high),
    low_price_usd_f: double(row.low),
    close_price_usd_f: double(row.close),
    close_price_usd_raw: row.close,
    twavg_price_usd_f: row.twavg,
    observations: row.observations,
    coverage_f: coverage,
    priced_share_f: elapsed === null || elapsed === 0 ? null : pricedSeconds / elapsed,
    quality_str: row.observations === 0 && observed === 0 ? 'missing' : elapsed === observed ? 'ok' : 'partial',
    gap_reason_str: elapsed === null ? NOT_ROLLED_UP : row.gapReason,
    final_b: row.final,
  };
}

/** A stored observation; a stale price is none that was in force. */
export function toObservationRow(row: PriceAggregateRow, token: Token): PriceHistoryRow {
  const raw = row.status === 'stale' ? null : row.price;
  const price = double(raw);
  return {
    timestamp: unixSecondsOf(row.observedAt),
    ...token,
    open_price_usd_f: price,
    high_price_usd_f: price,
    low_price_usd_f: price,
    close_price_usd_f: price,
    close_price_usd_raw: raw,
    twavg_price_usd_f: null,
    observations: 1,
    coverage_f: null,
    priced_share_f: null,
    quality_str: 'ok',
    gap_reason_str: null,
    final_b: true,
  };
}
