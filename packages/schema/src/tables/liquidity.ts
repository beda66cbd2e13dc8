import { bigint, boolean, doublePrecision, integer, numeric, primaryKey, text } from 'drizzle-orm/pg-core';
import { bytea, changeId, instant, jsonList, lend } from './column-types.ts';

/** Exact amounts and prices, as their digits. */
const exact = (name: string) => numeric(name);
const slot = (name: string) => bigint(name, { mode: 'bigint' });

/** One row per committed read of all pools that were due, and per attempt that failed. */
export const liquidityBatches = lend.table('liquidity_batches', {
  attemptId: bigint('attempt_id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  id: text('id').notNull(),
  slotMin: slot('slot_min'),
  slotMax: slot('slot_max'),
  observedAt: instant('observed_at'),
  calls: integer('calls').notNull(),
  tokens: integer('tokens').notNull(),
  pools: integer('pools').notNull(),
  torn: integer('torn').notNull(),
  missing: integer('missing').notNull(),
  refused: integer('refused').notNull(),
  reserves: integer('reserves').notNull(),
  startedAt: instant('started_at').notNull(),
  durationMs: integer('duration_ms').notNull(),
  outcome: text('outcome').$type<'committed' | 'failed'>().notNull(),
  errorCode: text('error_code'),
  gapAfterMs: integer('gap_after_ms').notNull(),
  recordedAt: instant('recorded_at').notNull().defaultNow(),
});

/** When and how the pools of a token were searched for. */
export const liquiditySearches = lend.table('liquidity_searches', {
  tokenMint: text('token_mint').primaryKey(),
  searchedAt: instant('searched_at').notNull(),
  foundBy: text('found_by').$type<'listed' | 'built_in'>().notNull(),
  failure: text('failure'),
  pools: integer('pools').notNull(),
  calls: integer('calls').notNull(),
});

/** Pools ever found, with what the newest read of each gave. */
export const liquidityPools = lend.table('liquidity_pools', {
  pool: text('pool').primaryKey(),
  source: text('source').notNull(),
  evidence: text('evidence').$type<'program' | 'sdk' | 'source'>().notNull(),
  foundBy: text('found_by').$type<'listed' | 'built_in' | 'configured'>().notNull(),
  firstSeenAt: instant('first_seen_at').notNull().defaultNow(),
  mintA: text('mint_a'),
  mintB: text('mint_b'),
  status: text('status').notNull().default('not_read'),
  detail: text('detail'),
  lowerBound: text('lower_bound').array().notNull().default([]),
  price: exact('price'),
  depth: jsonList('depth').notNull().default([]),
  lastUsedAt: instant('last_used_at'),
  oneBank: boolean('one_bank'),
  dataSha256: bytea('data_sha256'),
  decoderVersion: integer('decoder_version'),
  slot: slot('slot'),
  observedAt: instant('observed_at'),
  storedAt: instant('stored_at'),
  batchId: text('batch_id'),
});

/** What a pool was worth, by month: where it differs from what was stored before, and as a heartbeat. */
export const liquidityPoolHistory = lend.table(
  'liquidity_pool_history',
  {
    pool: text('pool').notNull(),
    observedAt: instant('observed_at').notNull(),
    slot: slot('slot').notNull(),
    status: text('status').notNull(),
    detail: text('detail'),
    price: exact('price'),
    sellARaw: exact('sell_a_raw'),
    sellBRaw: exact('sell_b_raw'),
    oneBank: boolean('one_bank').notNull(),
    batchId: text('batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.pool, table.observedAt, table.slot] })],
);

/** Which pools count for a token, and why the others do not. */
export const liquidityVerdicts = lend.table(
  'liquidity_verdicts',
  {
    tokenMint: text('token_mint').notNull(),
    pool: text('pool').notNull(),
    counted: boolean('counted').notNull(),
    route: text('route').$type<'direct' | 'via_sol'>(),
    reason: text('reason'),
    detail: text('detail'),
    priceGapBps: doublePrecision('price_gap_bps'),
    depthUsd: doublePrecision('depth_usd'),
    observedAt: instant('observed_at').notNull(),
    batchId: text('batch_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.pool] })],
);

/** The newest depth of each token: the row of the token, and one per side, fall and source. */
export const liquidityTokens = lend.table('liquidity_tokens', {
  tokenMint: text('token_mint').primaryKey(),
  tokenSymbol: text('token_symbol').notNull(),
  tokenDecimals: integer('token_decimals'),
  observedAt: instant('observed_at').notNull(),
  slotMin: slot('slot_min').notNull(),
  slotMax: slot('slot_max').notNull(),
  price: exact('price'),
  priceAt: instant('price_at'),
  counted: integer('counted').notNull(),
  excluded: integer('excluded').notNull(),
  unknown: integer('unknown').notNull(),
  evidence: text('evidence'),
  lowerBound: boolean('lower_bound').notNull(),
  reason: text('reason'),
  quotes: jsonList('quotes').notNull(),
  coverage24h: doublePrecision('coverage_24h'),
  firstSeenAt: instant('first_seen_at').notNull(),
  batchId: text('batch_id').notNull(),
  changeId: changeId(),
});

/** Columns of a depth; a table has columns of its own, so each gets new ones. */
const depthColumns = () => ({
  tokenMint: text('token_mint').notNull(),
  side: text('side').$type<'sell' | 'buy'>().notNull(),
  bps: integer('bps').notNull(),
  marginalRaw: exact('marginal_raw'),
  marginalUsd: exact('marginal_usd'),
  averageRaw: exact('average_raw'),
  averageUsd: exact('average_usd'),
  largestPoolShare: doublePrecision('largest_pool_share'),
  viaSolShare: doublePrecision('via_sol_share'),
  solLegShare: doublePrecision('sol_leg_share'),
  lowerBound: boolean('lower_bound').notNull(),
  observedAt: instant('observed_at').notNull(),
  batchId: text('batch_id').notNull(),
});

export const liquidityDepthLatest = lend.table(
  'liquidity_depth_latest',
  {
    ...depthColumns(),
    source: text('source').notNull(),
    evidence: text('evidence'),
    reason: text('reason'),
    min24hMarginalRaw: exact('min_24h_marginal_raw'),
    min24hMarginalUsd: exact('min_24h_marginal_usd'),
    min24hAverageRaw: exact('min_24h_average_raw'),
    min24hAverageUsd: exact('min_24h_average_usd'),
    known24hShare: doublePrecision('known_24h_share'),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.side, table.bps, table.source] })],
);

/** Depth over all sources, by month. */
export const liquidityDepth = lend.table(
  'liquidity_depth',
  { ...depthColumns(), slotMax: slot('slot_max').notNull(), reason: text('reason') },
  (table) => [primaryKey({ columns: [table.tokenMint, table.side, table.bps, table.observedAt, table.slotMax] })],
);

/** Collateral of a reserve against what can be sold of it; as above. */
const coverageColumns = () => ({
  tokenMint: text('token_mint').notNull(),
  observedAt: instant('observed_at').notNull(),
  slotMax: slot('slot_max').notNull(),
  collateralRaw: exact('collateral_raw'),
  tokenCollateralRaw: exact('token_collateral_raw'),
  minNetBonusBps: integer('min_net_bonus_bps').notNull(),
  maxNetBonusBps: integer('max_net_bonus_bps').notNull(),
  sellableAtMinBonusRaw: exact('sellable_at_min_bonus_raw'),
  sellableAtMaxBonusRaw: exact('sellable_at_max_bonus_raw'),
  coverageAtMinBonus: doublePrecision('coverage_at_min_bonus'),
  coverageAtMaxBonus: doublePrecision('coverage_at_max_bonus'),
  tokenCoverageAtMinBonus: doublePrecision('token_coverage_at_min_bonus'),
  tokenCoverageAtMaxBonus: doublePrecision('token_coverage_at_max_bonus'),
  lowerBound: boolean('lower_bound').notNull(),
  reason: text('reason'),
  batchId: text('batch_id').notNull(),
});

export const liquidityCoverageLatest = lend.table('liquidity_coverage_latest', {
  reserve: text('reserve').primaryKey(),
  ...coverageColumns(),
  slotMin: slot('slot_min').notNull(),
  tokenReserves: integer('token_reserves').notNull(),
  tokenReservesUnknown: integer('token_reserves_unknown').notNull(),
  coverageAt100Bps: doublePrecision('coverage_at_100_bps'),
  coverageAt200Bps: doublePrecision('coverage_at_200_bps'),
  coverageAt500Bps: doublePrecision('coverage_at_500_bps'),
  coverageAt1000Bps: doublePrecision('coverage_at_1000_bps'),
  firstSeenAt: instant('first_seen_at').notNull(),
  changeId: changeId(),
});

export const liquidityCoverage = lend.table(
  'liquidity_coverage',
  { reserve: text('reserve').notNull(), ...coverageColumns() },
  (table) => [primaryKey({ columns: [table.reserve, table.observedAt, table.slotMax] })],
);

/** How much of a bucket was observed. */
const bucketColumns = () => ({
  widthSeconds: integer('width_seconds').notNull(),
  bucketStart: instant('bucket_start').notNull(),
  lowerBound: boolean('lower_bound').notNull(),
  observations: integer('observations').notNull(),
  known: integer('known').notNull(),
  elapsedSeconds: integer('elapsed_seconds').notNull(),
  observedSeconds: integer('observed_seconds').notNull(),
  gapReason: text('gap_reason'),
  final: boolean('final').notNull(),
  computedAt: instant('computed_at').notNull().defaultNow(),
  changeId: changeId(),
});

/** The smallest depth of an hour and of a day; null where it was not known in the whole bucket. */
export const liquidityDepthBuckets = lend.table(
  'liquidity_depth_buckets',
  {
    tokenMint: text('token_mint').notNull(),
    side: text('side').$type<'sell' | 'buy'>().notNull(),
    bps: integer('bps').notNull(),
    minMarginalRaw: exact('min_marginal_raw'),
    minMarginalUsd: exact('min_marginal_usd'),
    minAverageRaw: exact('min_average_raw'),
    minAverageUsd: exact('min_average_usd'),
    closeAverageUsd: exact('close_average_usd'),
    ...bucketColumns(),
  },
  (table) => [primaryKey({ columns: [table.tokenMint, table.widthSeconds, table.bucketStart, table.side, table.bps] })],
);

/** The smallest coverage of an hour and of a day. */
export const liquidityCoverageBuckets = lend.table(
  'liquidity_coverage_buckets',
  {
    reserve: text('reserve').notNull(),
    tokenMint: text('token_mint').notNull(),
    minCoverageAtMinBonus: doublePrecision('min_coverage_at_min_bonus'),
    minTokenCoverageAtMinBonus: doublePrecision('min_token_coverage_at_min_bonus'),
    minSellableAtMinBonusRaw: exact('min_sellable_at_min_bonus_raw'),
    maxCollateralRaw: exact('max_collateral_raw'),
    ...bucketColumns(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.widthSeconds, table.bucketStart] })],
);

/** Up to which read, by the time at which it was recorded, the buckets are made. */
export const liquidityRollup = lend.table('liquidity_rollup', {
  onlyRow: boolean('only_row').primaryKey().default(true),
  recordedTo: instant('recorded_to').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
