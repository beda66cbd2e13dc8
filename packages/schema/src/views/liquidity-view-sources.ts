import {
  liquidityBatches,
  liquidityCoverage,
  liquidityCoverageBuckets,
  liquidityCoverageLatest,
  liquidityDepth,
  liquidityDepthBuckets,
  liquidityDepthLatest,
  liquidityPoolHistory,
  liquidityPools,
  liquidityTokens,
} from '../tables/index.ts';
import { NAMES_OF_RESERVE, namesJoin, type ViewSource } from './view-sources.ts';

const double = (column: string) => `${column}::float8`;

const depthColumns = (alias: string) => ({
  token_address: `${alias}.token_mint`,
  fall_bps: `${alias}.bps`,
  source_str: `${alias}.source`,
  liquidity_batch_id: `${alias}.batch_id`,
  marginal_amount_raw: `${alias}.marginal_raw`,
  marginal_usd_f: double(`${alias}.marginal_usd`),
  average_amount_raw: `${alias}.average_raw`,
  average_usd_f: double(`${alias}.average_usd`),
  largest_pool_share_f: `${alias}.largest_pool_share`,
  via_sol_share_f: `${alias}.via_sol_share`,
  sol_leg_share_f: `${alias}.sol_leg_share`,
  depth_gap_str: `${alias}.reason`,
});

const poolColumns = (alias: string) => ({
  liquidity_batch_id: `${alias}.batch_id`,
  pool_status_str: `${alias}.status`,
  pool_detail_str: `${alias}.detail`,
  pool_price_raw: `${alias}.price`,
  token_a_address: `${alias}.mint_a`,
  token_b_address: `${alias}.mint_b`,
});

const COVERAGES = [
  'coverage_at_min_bonus',
  'coverage_at_max_bonus',
  'token_coverage_at_min_bonus',
  'token_coverage_at_max_bonus',
  'coverage_at_100_bps',
  'coverage_at_200_bps',
  'coverage_at_500_bps',
  'coverage_at_1000_bps',
];
const coverageColumns = (alias: string) => ({
  token_address: `${alias}.token_mint`,
  liquidity_batch_id: `${alias}.batch_id`,
  coverage_gap_str: `${alias}.reason`,
  ...Object.fromEntries(COVERAGES.map((name) => [`${name}_f`, `${alias}.${name}`])),
});

const bucketColumns = (seconds: number) => ({
  token_address: 'b.token_mint',
  bucket_end: `b.bucket_start + interval '${seconds} seconds'`,
  known_observations: 'b.known',
  coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)',
  day_utc: "(b.bucket_start AT TIME ZONE 'UTC')::date",
});

const depthBuckets = (seconds: number): ViewSource => ({
  table: liquidityDepthBuckets,
  alias: 'b',
  from: `(SELECT * FROM lend.liquidity_depth_buckets WHERE width_seconds = ${seconds}) AS b`,
  isDecimal: true,
  columns: {
    ...bucketColumns(seconds),
    fall_bps: 'b.bps',
    min_marginal_amount_raw: 'b.min_marginal_raw',
    min_marginal_usd_f: double('b.min_marginal_usd'),
    min_average_amount_raw: 'b.min_average_raw',
    min_average_usd_f: double('b.min_average_usd'),
    close_average_usd_f: double('b.close_average_usd'),
  },
});

const coverageBuckets = (seconds: number): ViewSource => ({
  table: liquidityCoverageBuckets,
  alias: 'b',
  from: `(SELECT * FROM lend.liquidity_coverage_buckets WHERE width_seconds = ${seconds}) AS b\n${namesJoin('b')}`,
  isDecimal: true,
  columns: {
    ...NAMES_OF_RESERVE,
    ...bucketColumns(seconds),
    min_coverage_at_min_bonus_f: 'b.min_coverage_at_min_bonus',
    min_token_coverage_at_min_bonus_f: 'b.min_token_coverage_at_min_bonus',
  },
});

/** The objects of a stored list as rows. */
const POOL_DEPTH = `lend.liquidity_pools AS p CROSS JOIN LATERAL jsonb_to_recordset(p.depth)
  AS d(direction text, bps integer, "marginalIn" numeric, "marginalOut" numeric, "averageIn" numeric, "averageOut" numeric, unknown text)`;
const QUOTES = `lend.liquidity_tokens AS t CROSS JOIN LATERAL jsonb_to_recordset(t.quotes)
  AS q(size numeric, amount numeric, out numeric, reason text)`;

/** Views of liquidity. Their exact numbers are decimals already. */
export const liquidityViewSources: Readonly<Record<string, ViewSource>> = {
  liquidity_tokens_latest: {
    table: liquidityTokens,
    alias: 't',
    from: 'lend.liquidity_tokens AS t',
    isDecimal: true,
    columns: {
      token_address: 't.token_mint',
      liquidity_batch_id: 't.batch_id',
      reference_price_usd_raw: 't.price',
      reference_price_usd_f: double('t.price'),
      reference_age_seconds: 'extract(epoch FROM t.observed_at - t.price_at)::bigint',
      pools_counted: 't.counted',
      pools_excluded: 't.excluded',
      pools_unknown: 't.unknown',
      depth_gap_str: 't.reason',
      coverage_24h_f: 't.coverage_24h',
    },
  },
  liquidity_depth_latest: {
    table: liquidityDepthLatest,
    alias: 'd',
    from: 'lend.liquidity_depth_latest AS d',
    isDecimal: true,
    columns: {
      ...depthColumns('d'),
      min_24h_marginal_amount_raw: 'd.min_24h_marginal_raw',
      min_24h_marginal_usd_f: double('d.min_24h_marginal_usd'),
      min_24h_average_amount_raw: 'd.min_24h_average_raw',
      min_24h_average_usd_f: double('d.min_24h_average_usd'),
      known_24h_share_f: 'd.known_24h_share',
    },
  },
  liquidity_quotes_latest: {
    table: liquidityTokens,
    alias: 't',
    from: QUOTES,
    isDecimal: true,
    columns: {
      token_address: 't.token_mint',
      liquidity_batch_id: 't.batch_id',
      size_usd_f: double('q.size'),
      quote_amount_raw: 'q.amount',
      quote_out_usd_f: double('q.out'),
      price_impact_bps_f: `(10000 - 10000 * q.out / nullif(q.amount * t.price * ('1e-' || t.token_decimals)::numeric, 0))::float8`,
      depth_gap_str: 'q.reason',
    },
  },
  liquidity_depth: {
    table: liquidityDepth,
    alias: 'd',
    from: 'lend.liquidity_depth AS d',
    isDecimal: true,
    columns: depthColumns('d'),
  },
  liquidity_depth_hourly: depthBuckets(3_600),
  liquidity_depth_daily: depthBuckets(86_400),
  liquidity_pools: {
    table: liquidityPools,
    alias: 'p',
    from: `lend.liquidity_verdicts AS v JOIN lend.liquidity_pools AS p ON p.pool = v.pool
LEFT JOIN lend.liquidity_searches AS s ON s.token_mint = v.token_mint`,
    isDecimal: true,
    columns: {
      ...poolColumns('p'),
      token_address: 'v.token_mint',
      counted_b: 'v.counted',
      route_str: 'v.route',
      excluded_reason_str: 'v.reason',
      excluded_detail_str: 'v.detail',
      depth_usd_f: 'v.depth_usd',
      price_gap_bps_f: 'v.price_gap_bps',
      lower_bound_reasons: 'p.lower_bound',
      pool_used_at: 'p.last_used_at',
      search_failure_str: 's.failure',
    },
  },
  liquidity_pool_depth_latest: {
    table: liquidityPools,
    alias: 'p',
    from: POOL_DEPTH,
    isDecimal: true,
    columns: {
      ...poolColumns('p'),
      token_in_address: "CASE d.direction WHEN 'a_to_b' THEN p.mint_a ELSE p.mint_b END",
      token_out_address: "CASE d.direction WHEN 'a_to_b' THEN p.mint_b ELSE p.mint_a END",
      fall_bps: 'd.bps',
      marginal_in_raw: 'd."marginalIn"',
      marginal_out_raw: 'd."marginalOut"',
      average_in_raw: 'd."averageIn"',
      average_out_raw: 'd."averageOut"',
      lower_bound_b: "p.lower_bound <> '{}' OR d.unknown IS NOT NULL",
      depth_gap_str: 'd.unknown',
    },
  },
  liquidity_pool_history: {
    table: liquidityPoolHistory,
    alias: 'h',
    from: 'lend.liquidity_pool_history AS h',
    isDecimal: true,
    columns: poolColumns('h'),
  },
  liquidation_coverage_latest: {
    table: liquidityCoverageLatest,
    alias: 'c',
    from: `lend.liquidity_coverage_latest AS c\n${namesJoin('c')}`,
    isDecimal: true,
    columns: { ...coverageColumns('c'), ...NAMES_OF_RESERVE, lending_market: 'r.lending_market' },
  },
  liquidation_coverage: {
    table: liquidityCoverage,
    alias: 'c',
    from: `lend.liquidity_coverage AS c\n${namesJoin('c')}`,
    isDecimal: true,
    columns: { ...coverageColumns('c'), ...NAMES_OF_RESERVE },
  },
  liquidation_coverage_hourly: coverageBuckets(3_600),
  liquidation_coverage_daily: coverageBuckets(86_400),
  liquidity_batches: {
    table: liquidityBatches,
    alias: 'b',
    from: 'lend.liquidity_batches AS b',
    columns: { liquidity_batch_id: 'b.id' },
  },
};
