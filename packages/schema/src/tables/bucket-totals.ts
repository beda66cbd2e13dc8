import { bigint, boolean, doublePrecision, integer, numeric, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { changeId, instant, lend } from './column-types.ts';

/** What totals are of; `benchmark`: of tokens that stand for a US dollar. */
export type TotalsKind = 'market' | 'token' | 'protocol' | 'benchmark';

/**
 * Reserves of a market, or, of a token and a protocol, those of listed markets, those of them that lend on through another
 * reserve, and those of markets that are not listed.
 */
export type TotalsPart = 'all' | 'listed' | 'wrapping' | 'unlisted';

const exact = (name: string) => numeric(name, { mode: 'bigint' });

/** Totals over the reserves of a market, a token, a protocol or all protocols (`all`), as they are published, and the exact sums that they are made of. */
export const bucketTotals = lend.table(
  'bucket_totals',
  {
    protocol: text('protocol').notNull(),
    subjectKind: text('subject_kind').$type<TotalsKind>().notNull(),
    /** Address; empty for the protocol. */
    subject: text('subject').notNull(),
    widthSeconds: integer('width_seconds').notNull(),
    bucketStart: instant('bucket_start').notNull(),
    part: text('part').$type<TotalsPart>().notNull(),
    /** Reserves with a bucket, and those that there were. */
    reserveCount: integer('reserve_count').notNull(),
    reservesExpected: integer('reserves_expected').notNull(),
    reservesObserved: integer('reserves_observed').notNull(),
    whole: integer('whole').notNull(),
    pricedReserveCount: integer('priced_reserve_count').notNull(),
    unjudgedReserveCount: integer('unjudged_reserve_count').notNull(),
    undated: integer('undated').notNull(),
    gaps: integer('gaps').notNull(),
    observedSeconds: doublePrecision('observed_seconds').notNull(),
    elapsedSeconds: doublePrecision('elapsed_seconds').notNull(),
    livedSeconds: doublePrecision('lived_seconds').notNull(),
    coverageF: doublePrecision('coverage_f'),
    qualityStr: text('quality_str').notNull(),
    gapReasonStr: text('gap_reason_str'),
    finalB: boolean('final_b').notNull(),
    /** Exact sums in base units; null but for a token. */
    supplied: exact('supplied'),
    borrowed: exact('borrowed'),
    availableRaw: exact('available_raw'),
    unpricedSupplied: exact('unpriced_supplied'),
    suppliedUsd: exact('supplied_usd').notNull(),
    borrowedUsd: exact('borrowed_usd').notNull(),
    availableUsd: exact('available_usd').notNull(),
    judgedUsd: exact('judged_usd').notNull(),
    acceptedUsd: exact('accepted_usd').notNull(),
    supplyApyWeighted: exact('supply_apy_weighted').notNull(),
    borrowApyWeighted: exact('borrow_apy_weighted').notNull(),
    supplyAprWeighted: exact('supply_apr_weighted'),
    borrowAprWeighted: exact('borrow_apr_weighted'),
    // As published.
    tokenDecimals: smallint('token_decimals'),
    suppliedAmountF: doublePrecision('supplied_amount_f'),
    borrowedAmountF: doublePrecision('borrowed_amount_f'),
    availableAmountF: doublePrecision('available_amount_f'),
    suppliedUsdF: doublePrecision('supplied_usd_f'),
    borrowedUsdF: doublePrecision('borrowed_usd_f'),
    availableUsdF: doublePrecision('available_usd_f'),
    tvlUsdF: doublePrecision('tvl_usd_f'),
    utilizationF: doublePrecision('utilization_f'),
    supplyApyWavgF: doublePrecision('supply_apy_wavg_f'),
    borrowApyWavgF: doublePrecision('borrow_apy_wavg_f'),
    supplyAprWavgF: doublePrecision('supply_apr_wavg_f'),
    borrowAprWavgF: doublePrecision('borrow_apr_wavg_f'),
    usablePriceShareF: doublePrecision('usable_price_share_f'),
    oldestPriceAgeSeconds: bigint('oldest_price_age_seconds', { mode: 'bigint' }),
    unpricedReserves: text('unpriced_reserves').array().notNull(),
    unpricedSupplyShareF: doublePrecision('unpriced_supply_share_f'),
    // Of the benchmark alone.
    includedProtocols: text('included_protocols').array().notNull(),
    includedTokenAddresses: text('included_token_addresses').array().notNull(),
    offPegReserves: text('off_peg_reserves').array(),
    // Fees: null in rows of the benchmark, and of all protocols together.
    interestSupplySideUsd: exact('interest_supply_side_usd'),
    interestProtocolUsd: exact('interest_protocol_usd'),
    interestReferrerMaxUsd: exact('interest_referrer_max_usd'),
    interestHostUsd: exact('interest_host_usd'),
    feeBuckets: integer('fee_buckets'),
    feeFinal: boolean('fee_final'),
    feeObservedSeconds: doublePrecision('fee_observed_seconds'),
    feeElapsedSeconds: doublePrecision('fee_elapsed_seconds'),
    feeMissing: text('fee_missing'),
    incompleteReserves: integer('incomplete_reserves').array(),
    unknownReserves: integer('unknown_reserves').array(),
    unpricedFeeReserves: integer('unpriced_fee_reserves').array(),
    computedAt: instant('computed_at').notNull().defaultNow(),
    changeId: changeId(),
  },
  (table) => [
    primaryKey({
      columns: [table.protocol, table.subjectKind, table.subject, table.widthSeconds, table.bucketStart, table.part],
    }),
  ],
);

/** Periods whose stored totals are not, or not any more, those of their buckets. Written by triggers. */
export const bucketTotalsDue = lend.table(
  'bucket_totals_due',
  {
    protocol: text('protocol').notNull(),
    widthSeconds: integer('width_seconds').notNull(),
    bucketStart: instant('bucket_start').notNull(),
  },
  (table) => [primaryKey({ columns: [table.protocol, table.widthSeconds, table.bucketStart] })],
);
