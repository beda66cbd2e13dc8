import { RATE_SCALE, USD_STABLECOINS } from '@tidemark/core';
import { reserveHourly } from '../tables/index.ts';
import { share } from './totals-view-sources.ts';
import { NAMES_OF_RESERVE, namesJoin, type ViewSource } from './view-sources.ts';

// Made of other views, so that what a bucket is called and where it lies is said in one place.

const VIEWS = { '1h': 'reserve_hourly', '1d': 'reserve_daily' } as const;
type Interval = keyof typeof VIEWS;
const DAY = "(b.bucket_start AT TIME ZONE 'UTC')::date";

const coverageOf = (interval: Interval): ViewSource => ({
  table: reserveHourly,
  alias: 'b',
  from: `lend_v1.${VIEWS[interval]} AS b\n${namesJoin('b')}`,
  columns: {
    ...NAMES_OF_RESERVE,
    protocol: 'b.protocol',
    token_address: 'r.token_mint',
    interval_str: `'${interval}'::text`,
    bucket_end: 'b.bucket_end',
    day_utc: DAY,
    expected_seconds: 'b.elapsed_seconds',
    missing_seconds: 'b.elapsed_seconds - b.observed_seconds',
    coverage_f: 'b.coverage_f',
    quality_str: 'b.quality_str',
    gap_reason_str: 'b.gap_reason_str',
    final_b: 'b.final_b',
    computed_at: 'b.computed_at',
    change_id: 'b.change_id',
  },
});

/** Reserves that sums count and whose token stands for a dollar: of listed markets, and not lending on through another listed one. */
const STABLE_RESERVES = `(
  SELECT r.* FROM lend.reserves AS r JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
  WHERE r.token_mint IN (${USD_STABLECOINS.map(({ mint }) => `'${mint}'`).join(', ')}) AND NOT EXISTS (
    SELECT FROM lend.reserves AS u JOIN lend.lending_markets AS n ON n.address = u.lending_market AND n.listed
    WHERE u.address = r.underlying_reserve)
)`;
const RATES = ['supply_apy', 'borrow_apy', 'supply_apr', 'borrow_apr'] as const;

/** Through text, because the cast of a double keeps fifteen digits only. */
const weighted = (rate: (typeof RATES)[number]) =>
  `sum(c.${rate.startsWith('supply') ? 'supplied' : 'borrowed'}_usd * round(c.${rate}_close_f::text::numeric * ${RATE_SCALE})) AS ${rate}_weighted`;

/** The price lies from 0.95 to 1.05, as `usdPegBand` has it. */
const bucketsOf = (interval: Interval): string => `(
  SELECT c.bucket_start, c.bucket_end, count(*)::int AS rolled_up, count(c.close_at)::int AS observed,
    (count(*) FILTER (WHERE c.quality_str = 'ok'))::int AS whole, count(c.unit_price)::int AS priced, bool_and(c.final_b) AS final,
    sum(c.observed_seconds)::float8 AS observed_seconds, sum(c.elapsed_seconds)::float8 AS elapsed_seconds,
    mode() WITHIN GROUP (ORDER BY c.gap_reason_str) AS gap_reason, max(c.computed_at) AS computed_at,
    sum(c.supplied_usd) AS supplied_usd, sum(c.borrowed_usd) AS borrowed_usd, ${RATES.map(weighted).join(', ')},
    array_agg(DISTINCT c.protocol COLLATE "C" ORDER BY c.protocol COLLATE "C") FILTER (WHERE c.unit_price IS NOT NULL) AS protocols,
    array_agg(DISTINCT c.token_mint COLLATE "C" ORDER BY c.token_mint COLLATE "C") FILTER (WHERE c.unit_price IS NOT NULL) AS mints
  FROM (
    SELECT b.bucket_start, b.bucket_end, b.close_at, b.quality_str, b.final_b, b.observed_seconds, b.elapsed_seconds,
      b.gap_reason_str, b.computed_at, b.protocol, r.token_mint, p.unit_price, b.close_total_supply_raw * p.unit_price AS supplied_usd,
      b.close_borrowed_amount_raw * p.unit_price AS borrowed_usd, ${RATES.map((rate) => `b.${rate}_close_f`).join(', ')}
    FROM ${STABLE_RESERVES} AS r
    JOIN lend_v1.${VIEWS[interval]} AS b ON b.reserve = r.address
    CROSS JOIN LATERAL (
      SELECT CASE WHEN b.price_usd_close_f IS NOT NULL AND b.close_price_raw BETWEEN 0.95 AND 1.05
        THEN b.close_price_raw * ('1e-' || r.token_decimals)::numeric END AS unit_price
    ) AS p
  ) AS c
  GROUP BY c.bucket_start, c.bucket_end
)`;

const meanOf = (rate: (typeof RATES)[number]) => {
  const weight = `b.${rate.startsWith('supply') ? 'supplied' : 'borrowed'}_usd`;
  return `CASE WHEN ${weight} > 0 THEN ${share(`b.${rate}_weighted`, `(${weight} * ${RATE_SCALE})`)} END`;
};

const benchmarkOf = (interval: Interval): ViewSource => ({
  table: reserveHourly,
  alias: 'b',
  from: `${bucketsOf(interval)} AS b
CROSS JOIN LATERAL (
  SELECT greatest(b.rolled_up, count(*)::int) AS expected FROM ${STABLE_RESERVES} AS r
  WHERE r.first_seen_at < b.bucket_end AND (r.missing_since_at IS NULL OR r.missing_since_at > b.bucket_start)
) AS e`,
  columns: {
    interval_str: `'${interval}'::text`,
    bucket_end: 'b.bucket_end',
    day_utc: DAY,
    tracked_supply_usd_f: 'b.supplied_usd::float8',
    tracked_borrow_usd_f: 'b.borrowed_usd::float8',
    ...Object.fromEntries(RATES.map((rate) => [`${rate}_wavg_f`, meanOf(rate)])),
    reserves_expected: 'e.expected',
    reserves_observed: 'b.observed',
    reserves_included: 'b.priced',
    excluded_reserve_count: 'b.observed - b.priced',
    missing_reserve_count: 'e.expected - b.observed',
    included_protocols: `coalesce(b.protocols, '{}') COLLATE "default"`,
    included_token_addresses: `coalesce(b.mints, '{}') COLLATE "default"`,
    coverage_f: 'b.observed_seconds / nullif(b.elapsed_seconds, 0)',
    quality_str: `CASE WHEN b.observed = 0 THEN 'missing' WHEN b.whole = e.expected THEN 'ok' ELSE 'partial' END`,
    gap_reason_str: 'b.gap_reason',
    final_b: 'b.final AND b.rolled_up = e.expected',
  },
});

/** `lend_v1.benchmark_rates` and `lend_v1.coverage`. */
export const qualityViewSources: Readonly<Record<string, ViewSource>> = {
  benchmark_rates: { ...benchmarkOf('1h'), and: benchmarkOf('1d') },
  coverage: { ...coverageOf('1h'), and: coverageOf('1d') },
};
