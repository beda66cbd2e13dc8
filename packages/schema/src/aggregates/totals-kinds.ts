import { USD_STABLECOINS, usdPegBand } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { TotalsKind } from '../tables/index.ts';
import { PRICE } from './bucket-cells.ts';
import { detailColumns, totalColumns } from './bucket-totals.ts';

/** Of what makes a row: changes with its formulas. Rows of a smaller number are made again. */
export const TOTALS_VERSION = 2;

/** How the rows of a kind are grouped, and whether its means weigh by amounts. */
const KINDS = [
  ['market', 'lending_market', "'all'"],
  ['token', 'token_mint', 'part'],
  ['protocol', "''::text", 'part'],
] as const satisfies readonly (readonly [TotalsKind, subject: string, part: string])[];

/** What only means something where there is one token. */
const OF_ONE_TOKEN: ReadonlySet<string> = new Set(['supplied', 'borrowed', 'availableRaw', 'unpricedSupplied']);

/** Columns of the benchmark alone, by their keys in `detailColumns`. */
const DETAIL_COLUMNS: ReadonlyMap<string, string> = new Map([
  ['supplyAprWeighted', 'supply_apr_weighted'],
  ['borrowAprWeighted', 'borrow_apr_weighted'],
  ['pricedMints', 'priced_mints'],
]);
const DETAILS = [...DETAIL_COLUMNS.values(), 'off_peg_reserves'];
const NO_DETAILS =
  'NULL::numeric AS supply_apr_weighted, NULL::numeric AS borrow_apr_weighted, NULL::text[] AS priced_mints, NULL::text[] AS off_peg_reserves';

/** Interest and its receivers: the stored column, and that of the buckets. */
export const FEE_SUMS = ['supply_side', 'protocol', 'referrer_max', 'host'].map(
  (part) => [`interest_${part}_usd`, `interest_${part}_usd_sf`] as const,
);

/** Stored columns of fees with the expression over rows of one reserve and period each. */
const FEES = [
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

const TOTALS = totalColumns('usd').map(([, column]) => column);
/** What is stored of a row, beside its key. */
export const VALUES: readonly string[] = [...TOTALS, ...DETAILS, ...FEES.map(([column]) => column)];

/** Rows of totals over `cells`, see `bucketCells`, with the columns of the benchmark. */
export function selectTotals(protocol: string): string {
  return [...KINDS.map(selectKind), selectBenchmark(protocol)].join(' UNION ALL ');
}

/** Rows of fees over `fee_reserves`, one of each reserve and period. */
export function selectFees(): string {
  return KINDS.map(
    ([kind, subject, part]) => `SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start,
      ${FEES.map(([column, value]) => `${value} AS ${column}`).join(', ')}
    FROM fee_reserves GROUP BY 2, 3, 4`,
  ).join(' UNION ALL ');
}

function selectKind([kind, subject, part]: (typeof KINDS)[number]): string {
  const values = totalColumns(kind === 'token' ? 'amount' : 'usd').map(([key, column, value]) =>
    kind !== 'token' && OF_ONE_TOKEN.has(key) ? `NULL::numeric AS ${column}` : `${value} AS ${column}`,
  );
  return `SELECT '${kind}' AS subject_kind, ${subject} AS subject, ${part} AS part, period_start, ${values.join(', ')},
      ${NO_DETAILS}
    FROM cells GROUP BY 2, 3, 4`;
}

/** Of reserves of tokens that stand for a dollar: those whose price is near one count, the others are named. */
function selectBenchmark(protocol: string): string {
  const { min, max } = usdPegBand(protocolOf(protocol).scale);
  const mints = USD_STABLECOINS.map(({ mint }) => `'${mint}'`).join(', ');
  const inBand = (value: string) => `CASE WHEN near.by THEN c.${value} END AS ${value}`;
  const values = totalColumns('usd').map(([key, column, value]) =>
    OF_ONE_TOKEN.has(key) ? `NULL::numeric AS ${column}` : `${value} AS ${column}`,
  );
  const details = detailColumns('usd').map(([key, value]) => `${value} AS ${DETAIL_COLUMNS.get(key)}`);
  return `SELECT 'benchmark', '', part, period_start, ${values.join(', ')}, ${details.join(', ')},
      array_agg(reserve ORDER BY reserve) FILTER (WHERE is_observed AND NOT is_priced AND has_price) AS off_peg_reserves
    FROM (
      SELECT c.reserve, c.token_mint, c.part, c.period_start, c.observed_seconds, c.elapsed_seconds, c.gap_reason, c.is_final,
        c.is_whole, c.is_observed, c.close_at, c.close_price_status, c.close_price_updated_at, c.supplied, c.borrowed, c.available,
        c.supply_apy_parts, c.borrow_apy_parts, c.supply_apr_parts, c.borrow_apr_parts,
        ${['supplied_usd', 'borrowed_usd', 'available_usd'].map(inBand).join(', ')}, c.price_usd_close_f IS NOT NULL AS has_price,
        c.is_priced AND near.by AS is_priced, c.is_accepted AND near.by AS is_accepted
      FROM cells AS c CROSS JOIN LATERAL (SELECT coalesce(c.${PRICE} BETWEEN ${min} AND ${max}, false) AS by) AS near
      WHERE c.token_mint IN (${mints}) AND c.part <> 'unlisted'
    ) AS dollars GROUP BY 3, 4`;
}
