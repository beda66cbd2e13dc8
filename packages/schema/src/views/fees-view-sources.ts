import { getTableColumns } from 'drizzle-orm';
import { reserveHourly } from '../tables/index.ts';
import { NAMES_OF_RESERVE, namesJoin, type ViewSource } from './view-sources.ts';

/** Interest and its parts, as hours and days hold them. */
const INTEREST = Object.values(getTableColumns(reserveHourly)).flatMap(({ name }) =>
  name.startsWith('interest_') && name.endsWith('_sf') ? [name] : [],
);
const UNIT = 'lend.unit_of(b.protocol)';

/** More than any bucket has seconds, so that texts sort as numbers do. */
const DIGITS = 10;
const isUnknown = (bucket: string) => `${bucket}.interest_sf IS NULL`;
const isUnpriced = (bucket: string) =>
  `${bucket}.interest_sf IS NOT NULL AND (${bucket}.interest_usd_sf IS NULL OR ${bucket}.priced_seconds < ${bucket}.elapsed_seconds)`;
const reasonOf = (bucket: string) =>
  `coalesce(${bucket}.gap_reason, CASE WHEN ${isUnknown(bucket)} THEN 'interest_unknown' END)`;

const hours = `(
  SELECT h.reserve, h.protocol, h.bucket_start, h.bucket_start + interval '1 hour' AS bucket_end,
    h.change_id, h.computed_at, h.final, h.observed_seconds, h.elapsed_seconds, ${reasonOf('h')} AS gap_reason,
    (${isUnknown('h')})::int AS unknown, (${isUnpriced('h')})::int AS unpriced,
    ${INTEREST.map((name) => `h.${name}`).join(', ')}
  FROM lend.reserve_hourly AS h
)`;

/** A day says all of itself where it will not change and the interest of each hour is known; in USD it is the sum of the priced ones. */
const IS_WHOLE = 'd.final AND d.interest_sf IS NOT NULL';
const DAY = `d.reserve, d.protocol, d.bucket_start, d.bucket_start + interval '1 day' AS bucket_end,
    d.computed_at, d.final, d.observed_seconds, d.elapsed_seconds`;
const days = `(
  SELECT ${DAY}, ${reasonOf('d')} AS gap_reason,
    0 AS unknown, (${isUnpriced('d')})::int AS unpriced, ${INTEREST.map((name) => `d.${name}`).join(', ')}
  FROM lend.reserve_daily AS d
  WHERE ${IS_WHOLE}
  UNION ALL
  SELECT ${DAY}, h.*
  FROM lend.reserve_daily AS d
  CROSS JOIN LATERAL (
    SELECT substr(max(lpad((o.elapsed_seconds - o.observed_seconds)::text, ${DIGITS}, '0') || ${reasonOf('o')}), ${DIGITS + 1}) AS gap_reason,
      coalesce(bool_or(${isUnknown('o')}), true)::int AS unknown, coalesce(bool_or(${isUnpriced('o')}), false)::int AS unpriced,
      ${INTEREST.map((name) => `sum(o.${name}) AS ${name}`).join(', ')}
    FROM lend.reserve_hourly AS o
    WHERE o.reserve = d.reserve AND o.protocol = d.protocol
      AND o.bucket_start >= d.bucket_start AND o.bucket_start < d.bucket_start + interval '1 day'
  ) AS h
  WHERE (${IS_WHOLE}) IS NOT TRUE
)`;

const usd = (...parts: readonly string[]) =>
  `((${parts.map((part) => `coalesce(b.interest_${part}usd_sf, 0)`).join(' + ')}) * ${UNIT})::float8`;
const wherePriced = (value: string) => `CASE WHEN b.interest_usd_sf IS NOT NULL THEN ${value} END`;

function sourceOf(buckets: string): ViewSource {
  return {
    table: reserveHourly,
    alias: 'b',
    from: `${buckets} AS b\n${namesJoin('b')}`,
    protocol: 'b.protocol',
    decimals: 'r.token_decimals',
    columns: {
      ...NAMES_OF_RESERVE,
      protocol: 'b.protocol',
      lending_market: 'r.lending_market',
      token_address: 'r.token_mint',
      token_decimals: 'r.token_decimals',
      bucket_end: 'b.bucket_end',
      coverage_f: 'b.observed_seconds::float8 / nullif(b.elapsed_seconds, 0)',
      coverage_str: "'interest_only'",
      unknown_reserve_count: 'b.unknown',
      unpriced_reserve_count: 'b.unpriced',
      fees_usd_f: wherePriced(usd('')),
      revenue_usd_f: wherePriced(usd('protocol_', 'host_')),
      supply_side_usd_f: wherePriced(usd('supply_side_', 'referrer_max_')),
      day_utc: "(b.bucket_start AT TIME ZONE 'UTC')::date",
    },
  };
}

/** `lend_v1.fees_hourly` and `lend_v1.fees_daily`. */
export const feesViewSources: Readonly<Record<string, ViewSource>> = {
  fees_hourly: sourceOf(hours),
  fees_daily: sourceOf(days),
};
