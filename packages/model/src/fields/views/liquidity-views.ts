import { instantField, numberField, textField } from '@tidemark/core';
import { liquidityFields as f } from '../liquidity.ts';
import { depthVariants, poolVariants } from '../liquidity-variants.ts';
import { liquidationCoverageViews } from './liquidation-coverage-views.ts';
import { edgesOf } from './bucket-columns.ts';
import { observedColumns, readAt, readColumn, readColumns } from './liquidity-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const ingest = { methodVersion: 'ingest-1.0' } as const;
const { token_address, token_symbol, token_decimals, source_str } = depthVariants;

const poolRead = {
  slot: poolVariants.slot,
  observed_at: instantField('Chain time of the read.', 'Clock sysvar, read in the same call', {
    nullRule: 'null while the pool was not read',
  }),
};

const poolsView: ViewDefinition = {
  description:
    'Pools that pair a token, and whether each counts for it or why not: one row per token and pool. A pool has a row for each of its tokens that is lent.',
  columns: {
    token_address: poolVariants.token_address,
    pool: f.pool,
    source_str: poolVariants.source_str,
    evidence_str: poolVariants.evidence_str,
    token_a_address: f.token_a_address,
    token_b_address: f.token_b_address,
    counted_b: f.counted_b,
    route_str: f.route_str,
    excluded_reason_str: f.excluded_reason_str,
    excluded_detail_str: f.excluded_detail_str,
    depth_usd_f: f.depth_usd_f,
    price_gap_bps_f: f.price_gap_bps_f,
    pool_price_raw: f.pool_price_raw,
    pool_status_str: f.pool_status_str,
    pool_detail_str: f.pool_detail_str,
    lower_bound_reasons: f.lower_bound_reasons,
    pool_used_at: instantField('Time of the last swap or change, as the account states it.', 'account of the pool', {
      nullRule: 'null where the account does not say, or was not read',
    }),
    one_bank_b: f.one_bank_b,
    found_by_str: f.found_by_str,
    search_failure_str: f.search_failure_str,
    first_seen_at: instantField('Time at which the pool was found.', 'clock of the database'),
    ...poolRead,
    ...readColumn,
  },
};

const poolDepthView: ViewDefinition = {
  description: 'What each pool takes of each of its tokens: one row per pool, token that is sold, and fall.',
  columns: {
    pool: f.pool,
    source_str: poolVariants.source_str,
    evidence_str: poolVariants.evidence_str,
    token_in_address: f.token_in_address,
    token_out_address: f.token_out_address,
    fall_bps: f.fall_bps,
    marginal_in_raw: f.marginal_in_raw,
    marginal_out_raw: f.marginal_out_raw,
    average_in_raw: f.average_in_raw,
    average_out_raw: f.average_out_raw,
    lower_bound_b: f.lower_bound_b,
    depth_gap_str: f.depth_gap_str,
    one_bank_b: f.one_bank_b,
    ...poolRead,
    ...readColumn,
  },
};

const atTwoPercent = (token: string) => ({
  ...f.marginal_in_raw,
  description: `What leaves the seller of token ${token} until the price of the pool has fallen by 2 %.`,
});
const poolHistoryView: ViewDefinition = {
  description:
    'Pools as they were stored: where price, state or depth changed, and every ten minutes. Rows are kept for PRICE_RETENTION_MONTHS.',
  columns: {
    pool: f.pool,
    slot: { ...poolVariants.slot, nullRule: 'never' },
    observed_at: instantField('Chain time of the read.', 'Clock sysvar, read in the same call'),
    pool_status_str: f.pool_status_str,
    pool_detail_str: f.pool_detail_str,
    pool_price_raw: f.pool_price_raw,
    sell_a_raw: atTwoPercent('a'),
    sell_b_raw: atTwoPercent('b'),
    one_bank_b: { ...f.one_bank_b, nullRule: 'never' },
    ...readColumn,
  },
};

const tokensView: ViewDefinition = {
  description: 'The newest read of each token that is lent: which pools count, and what its depth is measured by.',
  columns: {
    token_address,
    token_symbol,
    token_decimals,
    ...readColumns,
    reference_price_usd_raw: f.reference_price_usd_raw,
    reference_price_usd_f: f.reference_price_usd_f,
    reference_age_seconds: f.reference_age_seconds,
    pools_counted: f.pools_counted,
    pools_excluded: f.pools_excluded,
    pools_unknown: f.pools_unknown,
    evidence_str: f.evidence_str,
    lower_bound_b: f.lower_bound_b,
    depth_gap_str: f.depth_gap_str,
    first_seen_at: instantField('Chain time of the first read of the token’s pools.', 'Clock sysvar'),
    ...readColumn,
    ...changeIdColumn,
    coverage_24h_f: {
      ...f.coverage_24h_f,
      nullRule: 'null until the first read after an update from the version before',
    },
  },
};

const depthColumns = {
  marginal_amount_raw: f.marginal_amount_raw,
  marginal_usd_f: f.marginal_usd_f,
  average_amount_raw: f.average_amount_raw,
  average_usd_f: f.average_usd_f,
  largest_pool_share_f: f.largest_pool_share_f,
  via_sol_share_f: f.via_sol_share_f,
  lower_bound_b: f.lower_bound_b,
};

const depthLatestView: ViewDefinition = {
  description:
    'The newest depth of each token: one row per side, fall and source, and over all sources (source_str all). Where no pool counts, the row over all sources says why.',
  columns: {
    token_address,
    side_str: f.side_str,
    fall_bps: f.fall_bps,
    source_str,
    evidence_str: f.evidence_str,
    ...depthColumns,
    depth_gap_str: f.depth_gap_str,
    observed_at: readAt,
    ...readColumn,
    min_24h_marginal_amount_raw: f.min_24h_marginal_amount_raw,
    min_24h_marginal_usd_f: f.min_24h_marginal_usd_f,
    min_24h_average_amount_raw: f.min_24h_average_amount_raw,
    min_24h_average_usd_f: f.min_24h_average_usd_f,
    known_24h_share_f: f.known_24h_share_f,
    sol_leg_share_f: f.sol_leg_share_f,
  },
};

const quotesView: ViewDefinition = {
  description: 'Sales of each token of seven sizes in US dollars, at its newest read.',
  columns: {
    token_address,
    size_usd_f: f.size_usd_f,
    quote_amount_raw: f.quote_amount_raw,
    quote_out_usd_f: f.quote_out_usd_f,
    price_impact_bps_f: f.price_impact_bps_f,
    depth_gap_str: f.depth_gap_str,
    observed_at: readAt,
    ...readColumn,
  },
};

const depthView: ViewDefinition = {
  description:
    'Depth of tokens over all sources: one row per read, side and fall. Rows are kept for PRICE_RETENTION_MONTHS.',
  columns: {
    token_address,
    side_str: f.side_str,
    fall_bps: f.fall_bps,
    slot_max: readColumns.slot_max,
    observed_at: readAt,
    ...depthColumns,
    depth_gap_str: f.depth_gap_str,
    ...readColumn,
    sol_leg_share_f: f.sol_leg_share_f,
  },
};

const depthBucketsView = (width: string): ViewDefinition => ({
  description: `The smallest depth of each token in each ${width} (UTC) since it was read first: one row per side and fall.`,
  columns: {
    token_address,
    side_str: f.side_str,
    fall_bps: f.fall_bps,
    ...edgesOf(width),
    min_marginal_amount_raw: f.min_marginal_amount_raw,
    min_marginal_usd_f: f.min_marginal_usd_f,
    min_average_amount_raw: f.min_average_amount_raw,
    min_average_usd_f: f.min_average_usd_f,
    close_average_usd_f: f.close_average_usd_f,
    ...observedColumns(width),
  },
});

const count = (unit: string, description: string) => numberField(unit, description, 'counted', ingest);
const batchesView: ViewDefinition = {
  description:
    'One row per read of pools that was committed, and one per attempt that failed. Rows are kept for POLL_BATCH_RETENTION_DAYS.',
  columns: {
    liquidity_batch_id: textField(
      'Id of the read: attempts at the same work have the same one.',
      'made from the time',
      ingest,
    ),
    slot_min: f.slot_min,
    slot_max: f.slot_max,
    observed_at: { ...readAt, nullRule: 'null where nothing was read' },
    calls: count('calls', 'Calls of getMultipleAccounts, each of one bank.'),
    tokens: count('tokens', 'Tokens whose depth was computed.'),
    pools: count('pools', 'Pools that were read.'),
    torn: count('pools', 'Pools of them whose accounts are of several banks.'),
    missing: count('accounts', 'Pools that do not exist.'),
    refused: count('accounts', 'Pools that could not be decoded: see pool_detail_str.'),
    reserves: count('reserves', 'Reserves whose coverage was computed.'),
    started_at: instantField('Time at which the read was started.', 'clock of the indexer'),
    duration_ms: numberField('milliseconds', 'Time from the start to the write.', 'clock of the indexer', ingest),
    outcome_str: textField(
      'committed, or failed: an attempt of which nothing else was stored.',
      'decided by the indexer',
      ingest,
    ),
    error_code_str: textField('Why the attempt failed.', 'code of the error', {
      ...ingest,
      nullRule: 'null where it was committed',
    }),
    gap_after_ms: numberField(
      'milliseconds',
      'How long after this read the next one may come before the time between counts as not observed.',
      'setting of the indexer',
      ingest,
    ),
    ...shared('recorded_at'),
    attempt_id: numberField(
      'id',
      'Number of the attempt, committed or failed, in the order in which they were stored.',
      'counted by the database',
      ingest,
    ),
  },
};

/** Views of liquidity. */
export const liquidityViews: Readonly<Record<string, ViewDefinition>> = {
  liquidity_tokens_latest: tokensView,
  liquidity_depth_latest: depthLatestView,
  liquidity_quotes_latest: quotesView,
  liquidity_depth: depthView,
  liquidity_depth_hourly: depthBucketsView('hour'),
  liquidity_depth_daily: depthBucketsView('day'),
  liquidity_pools: poolsView,
  liquidity_pool_depth_latest: poolDepthView,
  liquidity_pool_history: poolHistoryView,
  ...liquidationCoverageViews,
  liquidity_batches: batchesView,
};
