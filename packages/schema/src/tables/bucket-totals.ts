import { boolean, doublePrecision, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core';
import { changeId, instant, lend } from './column-types.ts';

/** What totals are of; `benchmark`: of tokens that stand for a US dollar. */
export type TotalsKind = 'market' | 'token' | 'protocol' | 'benchmark';

/**
 * Reserves of a market, or, of a token and a protocol, those of listed markets, those of them that lend on through another
 * reserve, and those of markets that are not listed.
 */
export type TotalsPart = 'all' | 'listed' | 'wrapping' | 'unlisted';

const exact = (name: string) => numeric(name, { mode: 'bigint' });

/** Sums over the buckets of the reserves of a market, a token or a protocol. */
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
    rolledUp: integer('rolled_up').notNull(),
    observed: integer('observed').notNull(),
    whole: integer('whole').notNull(),
    priced: integer('priced').notNull(),
    final: boolean('final').notNull(),
    observedSeconds: doublePrecision('observed_seconds').notNull(),
    elapsedSeconds: doublePrecision('elapsed_seconds').notNull(),
    gaps: integer('gaps').notNull(),
    gapReason: text('gap_reason'),
    /** In base units; null but for a token. */
    supplied: exact('supplied'),
    borrowed: exact('borrowed'),
    availableRaw: exact('available_raw'),
    suppliedUsd: exact('supplied_usd').notNull(),
    borrowedUsd: exact('borrowed_usd').notNull(),
    availableUsd: exact('available_usd').notNull(),
    supplyApyWeighted: exact('supply_apy_weighted').notNull(),
    borrowApyWeighted: exact('borrow_apy_weighted').notNull(),
    judgedUsd: exact('judged_usd'),
    acceptedUsd: exact('accepted_usd').notNull(),
    unjudged: integer('unjudged').notNull(),
    undated: integer('undated').notNull(),
    oldestPriceAgeSeconds: doublePrecision('oldest_price_seconds'),
    unpricedReserves: text('unpriced_reserves').array(),
    unpricedSupplied: exact('unpriced_supplied'),
    // Fees: null in rows of the benchmark, and in those of the version before.
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
    // Of the benchmark alone.
    supplyAprWeighted: exact('supply_apr_weighted'),
    borrowAprWeighted: exact('borrow_apr_weighted'),
    pricedMints: text('priced_mints').array(),
    offPegReserves: text('off_peg_reserves').array(),
    computedAt: instant('computed_at').notNull().defaultNow(),
    totalsVersion: integer('totals_version').notNull(),
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
