import { USD_STABLECOINS } from '@tidemark/core';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import type { TotalsKind } from '../tables/index.ts';
import { ALL_PROTOCOLS } from './totals-kinds.ts';
import { PART_OF_RESERVE, type TotalsPeriods } from './totals-members.ts';

export { ALL_PROTOCOLS } from './totals-kinds.ts';

/** Whose totals, and of which periods; those of all protocols together are of `ALL_PROTOCOLS`. */
export interface TotalsFilter extends TotalsPeriods {
  readonly kind: TotalsKind;
  /** Address of a market or a token; else empty. */
  readonly of: string;
}

/** A row by the published names of its columns; lists are lists, times unix seconds. */
export type TotalsRow = Readonly<Record<string, number | string | boolean | null | readonly string[]>>;

const COUNTS = `extract(epoch FROM q.at)::float8 AS timestamp,
  coalesce(v.reserves_expected, n.alive) AS reserves_expected, coalesce(v.reserves_observed, 0) AS reserves_observed,
  coalesce(v.reserves_expected, n.alive) - coalesce(v.reserves_observed, 0) AS missing_reserve_count`;
/** Periods that are to be made again are not final, whatever was stored of them. */
const QUALITY = `v.coverage_f, coalesce(v.quality_str, 'missing') AS quality_str,
  CASE WHEN v.subject IS NOT NULL THEN v.gap_reason_str WHEN n.alive > 0 THEN 'not_rolled_up' END AS gap_reason_str,
  coalesce(v.final_b AND q.at NOT IN (SELECT bucket_start FROM due), false) AS final_b`;
const SUMS = `coalesce(v.priced_reserve_count, 0) AS priced_reserve_count,
  coalesce(v.reserves_observed - v.priced_reserve_count, 0) AS unpriced_reserve_count,
  v.supplied_usd_f, v.borrowed_usd_f, v.available_usd_f, v.tvl_usd_f, v.utilization_f, v.supply_apy_wavg_f, v.borrow_apy_wavg_f,
  v.usable_price_share_f, coalesce(v.unjudged_reserve_count, 0) AS unjudged_reserve_count,
  v.oldest_price_age_seconds::float8 AS oldest_price_age_seconds, coalesce(v.unpriced_reserves, '{}') AS unpriced_reserves`;
const leftOut = (column: string) =>
  `CASE WHEN coalesce(u.reserves_expected, n.unlisted) = 0 OR u.priced_reserve_count > 0 THEN coalesce(u.${column}, 0) END AS unlisted_${column}`;
const LEFT_OUT = `coalesce(u.reserves_expected, n.unlisted) AS unlisted_reserve_count, ${leftOut('supplied_usd_f')}, ${leftOut('borrowed_usd_f')},
  coalesce(w.reserves_expected, n.wrapped) AS wrapped_reserve_count`;

const COLUMNS: Readonly<Record<TotalsKind, string>> = {
  market: `${COUNTS}, ${SUMS}, ${QUALITY}`,
  protocol: `${COUNTS}, ${SUMS}, ${LEFT_OUT}, ${QUALITY}`,
  token: `${COUNTS}, ${SUMS}, ${LEFT_OUT}, v.supplied_amount_f, v.borrowed_amount_f, v.available_amount_f, v.unpriced_supply_share_f, ${QUALITY}`,
  benchmark: `${COUNTS}, v.supplied_usd_f AS tracked_supply_usd_f, v.borrowed_usd_f AS tracked_borrow_usd_f,
    v.supply_apy_wavg_f, v.borrow_apy_wavg_f, v.supply_apr_wavg_f, v.borrow_apr_wavg_f, coalesce(v.priced_reserve_count, 0) AS reserves_included,
    coalesce(v.reserves_observed - v.priced_reserve_count, 0) AS excluded_reserve_count, coalesce(v.included_protocols, '{}') AS included_protocols,
    coalesce(v.included_token_addresses, '{}') AS included_token_addresses, ${QUALITY}`,
};

const DOLLARS = USD_STABLECOINS.map(({ mint }) => mint);

/** Stored totals, a row for each period by time. One that the rollup has yet to come to is missing, with the reserves that there were. */
export async function listTotals(sql: Queryable, filter: TotalsFilter): Promise<TotalsRow[]> {
  const { protocol, kind, of, from, to, periodSeconds } = filter;
  const width = sql`make_interval(secs => ${periodSeconds}::int)`;
  const isAll = protocol === ALL_PROTOCOLS;
  const stored = (part: string) => sql`(
      SELECT * FROM lend.bucket_totals
      WHERE protocol = ${protocol} AND subject_kind = ${kind} AND subject = ${of} AND width_seconds = ${periodSeconds}::int
        AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz AND part = ${part}
    )`;
  const leftOutParts =
    kind === 'token' || kind === 'protocol'
      ? sql`LEFT JOIN ${stored('unlisted')} AS u ON u.bucket_start = q.at LEFT JOIN ${stored('wrapping')} AS w ON w.bucket_start = q.at`
      : sql``;
  const members: Readonly<Record<TotalsKind, PendingQuery<Row[]>>> = {
    market: sql`r.lending_market = ${of}`,
    token: sql`r.token_mint = ${of}`,
    protocol: sql`true`,
    benchmark: sql`r.token_mint = ANY(${DOLLARS}::text[])`,
  };
  const rows = await sql<TotalsRow[]>`
    WITH due AS MATERIALIZED (
      SELECT bucket_start FROM lend.bucket_totals_due
      WHERE (${isAll} OR protocol = ${protocol}) AND width_seconds = ${periodSeconds}::int
        AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
    )
    SELECT ${sql.unsafe(COLUMNS[kind])}
    FROM generate_series(${from}::timestamptz, ${to}::timestamptz - ${width}, ${width}) AS q(at)
    LEFT JOIN ${stored(kind === 'market' ? 'all' : 'listed')} AS v ON v.bucket_start = q.at
    ${leftOutParts}
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE part IN ('all', 'listed'))::int AS alive, count(*) FILTER (WHERE part = 'unlisted')::int AS unlisted,
        count(*) FILTER (WHERE part = 'wrapping')::int AS wrapped
      FROM (
        SELECT ${sql.unsafe(kind === 'market' ? "'all'" : PART_OF_RESERVE)} AS part
        FROM lend.reserves AS r LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
        WHERE v.subject IS NULL AND (${isAll} OR r.protocol = ${protocol}) AND ${members[kind]}
          AND r.first_seen_at < q.at + ${width} AND coalesce(r.missing_since_at, 'infinity') > q.at
      ) AS r
    ) AS n
    ORDER BY q.at`;
  return [...rows];
}

/** A reserve that the benchmark was made without. */
export interface BenchmarkExclusionRow {
  readonly reserve: string;
  readonly tokenMint: string;
  /** True where it had no price, false where the price lay outside of the band. */
  readonly unpriced: boolean;
  readonly buckets: number;
  readonly firstStart: Date;
  readonly lastStart: Date;
}

/** Reserves that the benchmark was made without, by address and reason. */
export async function listBenchmarkExclusions(
  sql: Queryable,
  { from, to, periodSeconds }: Omit<TotalsPeriods, 'protocol'>,
): Promise<BenchmarkExclusionRow[]> {
  const rows = await sql<BenchmarkExclusionRow[]>`
    WITH alike AS (
      -- The lists of most periods are the same: each is taken apart once.
      SELECT t.unpriced_reserves, t.off_peg_reserves, count(*) AS buckets, min(t.bucket_start) AS first_start, max(t.bucket_start) AS last_start
      FROM lend.bucket_totals AS t
      WHERE t.protocol = ${ALL_PROTOCOLS} AND t.subject_kind = 'benchmark' AND t.part = 'listed' AND t.width_seconds = ${periodSeconds}::int
        AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
      GROUP BY 1, 2
    )
    SELECT u.reserve, r.token_mint AS "tokenMint", NOT coalesce(u.reserve = ANY(a.off_peg_reserves), false) AS unpriced,
      sum(a.buckets)::int AS buckets, min(a.first_start) AS "firstStart", max(a.last_start) AS "lastStart"
    FROM alike AS a CROSS JOIN LATERAL unnest(a.unpriced_reserves) AS u(reserve)
    JOIN lend.reserves AS r ON r.address = u.reserve
    GROUP BY 1, 2, 3 ORDER BY u.reserve COLLATE "C", 3`;
  return [...rows];
}
