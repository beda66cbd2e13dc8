import {
  priceAggregates,
  priceBatches,
  priceBuckets,
  priceDivergenceBuckets,
  priceLatest,
  priceObservations,
  priceSourceLatest,
} from '../tables/index.ts';
import { failureReasonSql } from '../history/failure-reason-sql.ts';
import { NAMES_OF_RESERVE, namesJoin, type ViewSource } from './view-sources.ts';

const double = (column: string) => `${column}::float8`;

const aggregateColumns = (alias: string) => ({
  token_address: `${alias}.token_mint`,
  price_batch_id: `${alias}.batch_id`,
  price_usd_raw: `${alias}.price`,
  price_usd_f: double(`${alias}.price`),
  source_count: `${alias}.sources`,
  used_source_count: `${alias}.used`,
  spread_bps_f: `${alias}.spread_bps`,
  price_confidence_usd_raw: `${alias}.confidence`,
  price_confidence_usd_f: double(`${alias}.confidence`),
  price_age_seconds: `extract(epoch FROM ${alias}.observed_at - ${alias}.published_at)::bigint`,
  methodology: `${alias}.method`,
  snapshot_reason_str: `${alias}.reason`,
});

const feedColumns = (alias: string) => ({
  ...aggregateColumns(alias),
  price_account: `${alias}.account`,
  average_price_usd_f: double(`${alias}.average`),
  problem_str: `${alias}.problem`,
  weight_f: `${alias}.weight`,
  deviation_bps_f: `${alias}.deviation_bps`,
});

const buckets = (seconds: number): ViewSource => ({
  table: priceBuckets,
  alias: 'b',
  from: `(SELECT * FROM lend.price_buckets WHERE width_seconds = ${seconds}) AS b`,
  isDecimal: true,
  columns: {
    token_address: 'b.token_mint',
    bucket_end: `b.bucket_start + interval '${seconds} seconds'`,
    ...Object.fromEntries(
      ['open', 'high', 'low', 'close'].flatMap((name) => [
        [`${name}_price_usd_raw`, `b.${name}_price`],
        [`${name}_price_usd_f`, double(`b.${name}_price`)],
      ]),
    ),
    twavg_price_usd_f: '(b.price_seconds / nullif(b.priced_seconds, 0))::float8',
    price_seconds_raw: 'b.price_seconds',
    coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)',
    day_utc: "(b.bucket_start AT TIME ZONE 'UTC')::date",
  },
});

const divergence = (seconds: number): ViewSource => ({
  table: priceDivergenceBuckets,
  alias: 'b',
  from: `(SELECT * FROM lend.price_divergence_buckets WHERE width_seconds = ${seconds}) AS b\n${namesJoin('b')}`,
  isDecimal: true,
  columns: {
    ...NAMES_OF_RESERVE,
    lending_market: 'r.lending_market',
    token_address: 'b.token_mint',
    bucket_end: `b.bucket_start + interval '${seconds} seconds'`,
    ...Object.fromEntries(
      ['open', 'high', 'low', 'close'].map((name) => [`${name}_divergence_bps_f`, double(`b.${name}_bps`)]),
    ),
    twavg_divergence_bps_f: '(b.bps_seconds / nullif(b.compared_seconds, 0))::float8',
    divergence_bps_seconds_raw: 'b.bps_seconds',
    beyond_bound_seconds: 'b.beyond_seconds',
    accepted_beyond_bound_seconds: 'b.accepted_beyond_seconds',
    coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)',
    day_utc: "(b.bucket_start AT TIME ZONE 'UTC')::date",
  },
});

/** Two batches of a token that are further apart than the first allows, and the first failure between them. */
const gaps = `(
  SELECT n.token_mint, n.from_at, n.to_at, extract(epoch FROM n.to_at - n.from_at)::bigint AS gap_seconds,
    coalesce((
      SELECT ${failureReasonSql('f.error_code')} FROM lend.price_batches AS f
      WHERE f.outcome = 'failed' AND n.token_mint = ANY(f.mints) AND f.started_at >= n.from_at AND f.started_at < n.to_at
      ORDER BY f.started_at, f.attempt_id LIMIT 1), 'not_polled') AS gap_reason
  FROM (
    SELECT m.mint AS token_mint, b.observed_at AS from_at, b.gap_after_ms,
      lead(b.observed_at) OVER (PARTITION BY m.mint ORDER BY b.observed_at, b.slot) AS to_at
    FROM lend.price_batches AS b CROSS JOIN LATERAL unnest(b.mints) AS m(mint)
    WHERE b.outcome = 'committed' AND b.slot IS NOT NULL
  ) AS n
  WHERE n.to_at - n.from_at > n.gap_after_ms * interval '1 millisecond'
)`;

/** Views of prices. Their exact numbers are decimals already. */
export const priceViewSources: Readonly<Record<string, ViewSource>> = {
  prices_latest: {
    table: priceLatest,
    alias: 'p',
    from: 'lend.price_latest AS p',
    isDecimal: true,
    columns: aggregateColumns('p'),
  },
  price_sources_latest: {
    table: priceSourceLatest,
    alias: 's',
    from: 'lend.price_source_latest AS s',
    isDecimal: true,
    columns: feedColumns('s'),
  },
  prices: {
    table: priceAggregates,
    alias: 'p',
    from: 'lend.price_aggregates AS p',
    isDecimal: true,
    columns: aggregateColumns('p'),
  },
  prices_quarter_hourly: buckets(900),
  prices_hourly: buckets(3_600),
  prices_daily: buckets(86_400),
  reserve_price_divergence_quarter_hourly: divergence(900),
  reserve_price_divergence_hourly: divergence(3_600),
  reserve_price_divergence_daily: divergence(86_400),
  price_observations: {
    table: priceObservations,
    alias: 'o',
    from: 'lend.price_observations AS o',
    isDecimal: true,
    columns: feedColumns('o'),
  },
  price_batches: {
    table: priceBatches,
    alias: 'b',
    from: 'lend.price_batches AS b',
    columns: { price_batch_id: 'b.id' },
  },
  price_gaps: {
    table: priceBatches,
    alias: 'g',
    from: `${gaps} AS g`,
    columns: {
      token_address: 'g.token_mint',
      from_at: 'g.from_at',
      to_at: 'g.to_at',
      gap_seconds: 'g.gap_seconds',
      gap_reason_str: 'g.gap_reason',
    },
  },
};
