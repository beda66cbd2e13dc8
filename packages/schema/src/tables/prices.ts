import { bigint, boolean, doublePrecision, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core';
import type { SnapshotReason } from './reserve-states.ts';
import { changeId, instant, jsonList, lend } from './column-types.ts';

/** An exact decimal, as its digits. */
const decimal = (name: string) => numeric(name);

/** What a feed said of a token, as it is stored and as the newest is kept. A table has columns of its own, so each gets new ones. */
const feedColumns = () => ({
  tokenMint: text('token_mint').notNull(),
  feed: text('feed').notNull(),
  observedAt: instant('observed_at').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  source: text('source').notNull(),
  account: text('account'),
  price: decimal('price'),
  confidence: decimal('confidence'),
  average: decimal('average'),
  publishedAt: instant('published_at'),
  verification: text('verification'),
  problem: text('problem'),
  legs: jsonList('legs'),
});

/** What was made of the feeds of a token. */
const aggregateColumns = () => ({
  observedAt: instant('observed_at').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  status: text('status').notNull(),
  price: decimal('price'),
  publishedAt: instant('published_at'),
  sources: integer('sources').notNull(),
  used: integer('used').notNull(),
  spreadBps: doublePrecision('spread_bps'),
  confidence: decimal('confidence'),
  method: text('method').notNull(),
  /** Null in rows from before it was stored. */
  reservesOnly: boolean('reserves_only'),
});

/**
 * One row per committed batch of prices and per attempt that failed. A group is what is read together: accounts of the chain, or one
 * HTTP source, which has no slot. `mints` are the tokens that the batch was about.
 */
export const priceBatches = lend.table('price_batches', {
  attemptId: bigint('attempt_id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text('id').notNull(),
  sourceGroup: text('source_group').notNull(),
  slot: bigint('slot', { mode: 'bigint' }),
  observedAt: instant('observed_at'),
  mints: text('mints').array().notNull(),
  sources: integer('sources').notNull(),
  observationsWritten: integer('observations_written').notNull(),
  aggregatesWritten: integer('aggregates_written').notNull(),
  latestWritten: integer('latest_written').notNull(),
  unchanged: integer('unchanged').notNull(),
  olderThanLatest: integer('older_than_latest').notNull(),
  missing: integer('missing').notNull(),
  quarantined: integer('quarantined').notNull(),
  startedAt: instant('started_at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  outcome: text('outcome').$type<'committed' | 'failed'>().notNull(),
  errorCode: text('error_code'),
  endpoint: text('endpoint'),
  gapAfterMs: integer('gap_after_ms').notNull(),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
});

/** Batches that stored a price of a token, in the order of the commits of all batches. */
export const priceCommits = lend.table('price_commits', {
  commitSeq: bigint('commit_seq', { mode: 'bigint' }).primaryKey(),
  batchId: text('batch_id').notNull(),
  slot: bigint('slot', { mode: 'bigint' }).notNull(),
  observedAt: instant('observed_at').notNull(),
  mints: text('mints').array().notNull(),
  committedAt: instant('committed_at').notNull().defaultNow(),
});

/** What one source said of one token, by month: where it differs from what was stored before, and as a heartbeat. */
export const priceObservations = lend.table(
  'price_observations',
  {
    ...feedColumns(),
    reason: text('reason').$type<SnapshotReason>().notNull(),
    batchId: text('batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.feed, table.observedAt, table.slot] })],
);

/** What was made of the sources of a token, by month: where it differs from what was stored before, and as a heartbeat. */
export const priceAggregates = lend.table(
  'price_aggregates',
  {
    tokenMint: text('token_mint').notNull(),
    ...aggregateColumns(),
    reason: text('reason').$type<SnapshotReason>().notNull(),
    batchId: text('batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.observedAt, table.slot] })],
);

/** The newest of each source, and what the newest aggregate made of it. */
export const priceSourceLatest = lend.table(
  'price_source_latest',
  {
    ...feedColumns(),
    roots: text('roots').array().notNull(),
    used: boolean('used').notNull(),
    unusedReason: text('unused_reason'),
    weight: doublePrecision('weight'),
    deviationBps: doublePrecision('deviation_bps'),
    storedAt: instant('stored_at').notNull(),
    batchId: text('batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.feed] })],
);

/** The newest aggregate of each token. */
export const priceLatest = lend.table('price_latest', {
  tokenMint: text('token_mint').primaryKey(),
  tokenSymbol: text('token_symbol').notNull(),
  ...aggregateColumns(),
  firstSeenAt: instant('first_seen_at').notNull(),
  storedAt: instant('stored_at').notNull(),
  batchId: text('batch_id').notNull(),
  changeId: changeId(),
});

/** Prices over 15 minutes, an hour and a day; null where the token had none in the whole bucket. */
export const priceBuckets = lend.table(
  'price_buckets',
  {
    tokenMint: text('token_mint').notNull(),
    widthSeconds: integer('width_seconds').notNull(),
    bucketStart: instant('bucket_start').notNull(),
    openPrice: decimal('open_price'),
    highPrice: decimal('high_price'),
    lowPrice: decimal('low_price'),
    closePrice: decimal('close_price'),
    priceSeconds: decimal('price_seconds').notNull(),
    observations: integer('observations').notNull(),
    elapsedSeconds: integer('elapsed_seconds').notNull(),
    observedSeconds: integer('observed_seconds').notNull(),
    pricedSeconds: integer('priced_seconds').notNull(),
    gapReason: text('gap_reason'),
    final: boolean('final').notNull(),
    computedAt: instant('computed_at').notNull().defaultNow(),
    changeId: changeId(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.widthSeconds, table.bucketStart] })],
);

/** How far the prices of reserves lay from those of their tokens; basis points, null where they were not compared in the whole bucket. */
export const priceDivergenceBuckets = lend.table(
  'price_divergence_buckets',
  {
    reserve: text('reserve').notNull(),
    widthSeconds: integer('width_seconds').notNull(),
    bucketStart: instant('bucket_start').notNull(),
    tokenMint: text('token_mint').notNull(),
    openBps: decimal('open_bps'),
    highBps: decimal('high_bps'),
    lowBps: decimal('low_bps'),
    closeBps: decimal('close_bps'),
    bpsSeconds: decimal('bps_seconds').notNull(),
    observations: integer('observations').notNull(),
    elapsedSeconds: integer('elapsed_seconds').notNull(),
    observedSeconds: integer('observed_seconds').notNull(),
    comparedSeconds: integer('compared_seconds').notNull(),
    beyondSeconds: integer('beyond_seconds').notNull(),
    acceptedSeconds: integer('accepted_seconds').notNull(),
    refusedSeconds: integer('refused_seconds').notNull(),
    acceptedBeyondSeconds: integer('accepted_beyond_seconds').notNull(),
    gapReason: text('gap_reason'),
    final: boolean('final').notNull(),
    computedAt: instant('computed_at').notNull().defaultNow(),
    changeId: changeId(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.widthSeconds, table.bucketStart] })],
);

/** Up to which batch, by the time at which it was recorded, the buckets are made. */
export const priceRollup = lend.table('price_rollup', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  recordedTo: instant('recorded_to').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
