import { USD_STABLECOINS, usdPegBand } from '@tidemark/core';
import { PROTOCOLS, protocolOf } from '@tidemark/protocols';
import type { TotalsKind } from '../tables/index.ts';
import { PRICE } from './bucket-cells.ts';
import { partsOf } from './exact-scale.ts';
import { type SumColumn, sumColumns } from './totals-columns.ts';

/** How the rows of a kind are grouped. */
const KINDS = [
  ['market', 'lending_market', "'all'"],
  ['token', 'token_mint', 'part'],
  ['protocol', "''::text", 'part'],
] as const satisfies readonly (readonly [TotalsKind, subject: string, part: string])[];

/** Stands for all protocols together where a row names one; no protocol and no segment is called so. */
export const ALL_PROTOCOLS = 'all';

/** Interest and its receivers: the stored column, and that of the buckets. */
export const FEE_SUMS = ['supply_side', 'protocol', 'referrer_max', 'host'].map(
  (part) => [`interest_${part}_usd`, `interest_${part}_usd_sf`] as const,
);

/** Stored columns of fees with the expression over rows of one reserve and period each. */
export const FEES = [
  ...FEE_SUMS.map(([column]) => [column, `sum(${column})`] as const),
  ['fee_buckets', 'sum(buckets)::int'],
  ['fee_final', 'bool_and(is_final)'],
  ['fee_observed_seconds', 'sum(observed_seconds)::float8'],
  ['fee_elapsed_seconds', 'sum(elapsed_seconds)::float8'],
  ['fee_missing', 'max(missing)'],
  ['incomplete_reserves', 'array_agg(id ORDER BY id) FILTER (WHERE NOT is_complete)'],
  ['unknown_reserves', 'array_agg(id ORDER BY id) FILTER (WHERE is_unknown)'],
  ['unpriced_fee_reserves', 'array_agg(id ORDER BY id) FILTER (WHERE is_unpriced)'],
] as const;

/** Rows of fees over `fee_reserves`, one of each reserve and period. */
export function selectFees(): string {
  return KINDS.map(
    ([kind, subject, part]) => `SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start,
      ${FEES.map(([column, value]) => `${value} AS ${column}`).join(', ')}
    FROM fee_reserves GROUP BY 2, 3, 4`,
  ).join(' UNION ALL ');
}

const DOLLARS = `token_mint IN (${USD_STABLECOINS.map(({ mint }) => `'${mint}'`).join(', ')}) AND part <> 'unlisted'`;

/** Rows over `presence`, one of each reserve and period that it was there in. */
export function selectPresence(): string {
  const select = (kind: TotalsKind, subject: string, part: string, where = 'true') => `
    SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start, count(*)::int AS alive,
      count(*) FILTER (WHERE is_refused)::int AS refused, sum(lived)::float8 AS lived_seconds, max(token_decimals) AS token_decimals
    FROM presence WHERE ${where} GROUP BY 2, 3, 4`;
  return [
    ...KINDS.map(([kind, subject, part]) => select(kind, subject, part)),
    select('benchmark', "''::text", 'part', DOLLARS),
  ].join(' UNION ALL ');
}

/** Rows of sums over `cells`, see `bucketCells`. */
export function selectSums(protocol: string): string {
  return [
    ...KINDS.map(([kind, subject, part]) => selectKind(kind, subject, part, 'cells')),
    selectKind('benchmark', "''::text", 'part', dollarsOf(protocol)),
  ].join(' UNION ALL ');
}

function selectKind(kind: TotalsKind, subject: string, part: string, cells: string): string {
  const sums = sumColumns(kind).map(
    ({ column, ofCells, only = kind }) => `${only === kind ? ofCells : 'NULL::numeric'} AS ${column}`,
  );
  const ofBenchmark = (value: string) => (kind === 'benchmark' ? value : 'NULL::text[]');
  return `SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start, ${sums.join(', ')},
      bool_and(is_final) AS is_final, mode() WITHIN GROUP (ORDER BY gap_reason) AS gap_reason, max(token_decimals) AS token_decimals,
      floor(extract(epoch FROM max(close_at - close_price_updated_at) FILTER (WHERE is_priced))) AS oldest_price_seconds,
      array_agg(reserve ORDER BY reserve) FILTER (WHERE is_observed AND NOT is_priced) AS unpriced_reserves,
      ${ofBenchmark('array_agg(DISTINCT token_mint ORDER BY token_mint) FILTER (WHERE is_priced)')} AS included_token_addresses,
      ${ofBenchmark('array_agg(reserve ORDER BY reserve) FILTER (WHERE is_observed AND NOT is_priced AND has_price)')} AS off_peg_reserves
    FROM ${cells} GROUP BY 2, 3, 4`;
}

/** Cells of tokens that stand for a dollar: those whose price is near one count, the others are named. */
function dollarsOf(protocol: string): string {
  const { min, max } = usdPegBand(protocolOf(protocol).scale);
  const inBand = (value: string) => `CASE WHEN near.by THEN c.${value} END AS ${value}`;
  return `(
      SELECT c.reserve, c.token_mint, c.token_decimals, c.part, c.period_start, c.observed_seconds, c.elapsed_seconds, c.gap_reason, c.is_final,
        c.is_whole, c.is_observed, c.close_at, c.close_price_status, c.close_price_updated_at, c.supplied, c.borrowed, c.available,
        c.supply_apy_parts, c.borrow_apy_parts, c.supply_apr_parts, c.borrow_apr_parts,
        ${['supplied_usd', 'borrowed_usd', 'available_usd'].map(inBand).join(', ')}, c.price_usd_close_f IS NOT NULL AS has_price,
        c.is_priced AND near.by AS is_priced, c.is_accepted AND near.by AS is_accepted
      FROM cells AS c CROSS JOIN LATERAL (SELECT coalesce(c.${PRICE} BETWEEN ${min} AND ${max}, false) AS by) AS near
      WHERE ${DOLLARS}
    ) AS dollars`;
}

/** What most of the reserves that lack something are put down to; one without a bucket is refused, or its bucket is to come. */
const GAP_REASON = `CASE WHEN t.gaps > 0 OR p.alive > coalesce(t.reserve_count, 0) THEN (
      SELECT v.reason FROM (VALUES (t.gap_reason, t.gaps), ('quarantined', least(p.refused, p.alive - coalesce(t.reserve_count, 0))),
        ('not_rolled_up', p.alive - coalesce(t.reserve_count, 0) - p.refused)) AS v(reason, reserves)
      WHERE v.reason IS NOT NULL AND v.reserves > 0 GROUP BY 1 ORDER BY sum(v.reserves) DESC, v.reason COLLATE "C" LIMIT 1) END`;

/** Sums of one protocol over `totals` and `present`: also of what is there and has no bucket yet. */
export function mergeSums(protocol: string): string {
  const known = ({ column, only }: SumColumn) =>
    only === undefined
      ? `coalesce(t.${column}, 0) AS ${column}`
      : `CASE subject_kind WHEN '${only}' THEN coalesce(t.${column}, 0) END AS ${column}`;
  return `SELECT subject_kind, subject, part, period_start, ${sumColumns('protocol').map(known).join(', ')},
      coalesce(p.alive, 0) AS alive, coalesce(p.lived_seconds, 0) AS lived_seconds, t.is_final, ${GAP_REASON} AS gap_reason_str,
      coalesce(t.token_decimals, p.token_decimals) AS token_decimals, t.oldest_price_seconds, t.unpriced_reserves,
      t.included_token_addresses, CASE WHEN subject_kind = 'benchmark' AND t.priced_reserve_count > 0 THEN ARRAY['${protocol}'] END AS included_protocols,
      t.off_peg_reserves
    FROM totals AS t FULL JOIN present AS p USING (subject_kind, subject, part, period_start)`;
}

const PARTS = PROTOCOLS.map(({ name }) => `('${name}', ${partsOf(name)}::numeric)`).join(', ');
const SCALES = {
  one: '1',
  amount: 'parts',
  usd: 'usd_parts',
  weighted: "CASE subject_kind WHEN 'token' THEN parts ELSE usd_parts END",
} as const;

/** Sums of all protocols over the stored totals of each. */
export function addUpProtocols(table: string): string {
  const sum = ({ column, scale }: SumColumn) =>
    scale === undefined
      ? `sum(${column})${column.endsWith('_seconds') ? '' : '::int'} AS ${column}`
      : `sum(${column} * ${SCALES[scale]}) AS ${column}`;
  // Nearly all are empty.
  const union = (
    column: string,
  ) => `CASE WHEN max(cardinality(${column})) > 0 THEN (SELECT array_agg(DISTINCT one ORDER BY one)
      FROM unnest(string_to_array(string_agg(nullif(array_to_string(${column}, ','), ''), ','), ',')) AS one(one)) END AS ${column}`;
  return `SELECT subject_kind, subject, part, bucket_start AS period_start, ${sumColumns('protocol').map(sum).join(', ')},
      sum(reserves_expected)::int AS alive, sum(lived_seconds) AS lived_seconds, bool_and(final_b) AS is_final,
      (array_agg(gap_reason_str ORDER BY gaps + reserves_expected - reserve_count DESC, gap_reason_str COLLATE "C")
        FILTER (WHERE gap_reason_str IS NOT NULL))[1] AS gap_reason_str, max(token_decimals) AS token_decimals,
      max(oldest_price_age_seconds) AS oldest_price_seconds,
      ${['unpriced_reserves', 'included_protocols', 'included_token_addresses', 'off_peg_reserves'].map(union).join(', ')}
    FROM (SELECT t.*, p.parts, p.parts * p.parts AS usd_parts FROM ${table} AS t JOIN (VALUES ${PARTS}) AS p(name, parts) ON p.name = t.protocol) AS t
    WHERE subject_kind <> 'market' GROUP BY 1, 2, 3, 4`;
}
