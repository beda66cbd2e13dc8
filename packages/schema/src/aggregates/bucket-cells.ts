import { MAX_TOKEN_DECIMALS, RATE_SCALE } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { BUCKET_SECONDS, BUCKET_TABLES } from '../history/bucket-selection.ts';
import { reserveHourly } from '../tables/index.ts';
import type { TotalsPeriods } from './totals-members.ts';

const SUPPLIED = reserveHourly.closeSupplied.name;
const BORROWED = reserveHourly.closeBorrowed.name;
const AVAILABLE = reserveHourly.closeAvailable.name;
export const PRICE = reserveHourly.closePrice.name;
const RATES = ['supply_apy', 'borrow_apy', 'supply_apr', 'borrow_apr'] as const;
/** Columns of the close that sums are made of. */
const CLOSE = ['close_at', SUPPLIED, BORROWED, AVAILABLE, PRICE, 'price_usd_close_f', 'close_price_status']
  .concat('close_price_updated_at', ...RATES.map((rate) => `${rate}_close_f`))
  .map((column) => `b.${column}`)
  .join(', ');

/**
 * Statement with one row per reserve of `members` and period that has a bucket: what it holds at its close, and whether that counts. Values
 * in USD are null without a price. Each product is made once: the planner would make it again for every sum.
 */
export function bucketCells(sql: Queryable, periods: TotalsPeriods): PendingQuery<Row[]> {
  const protocol = protocolOf(periods.protocol);
  const statuses = Array.from({ length: 256 }, (_, status) => status);
  const accepted = statuses.filter((status) => protocol.acceptsPrice(status) === true).join(',');
  return sql`
    SELECT c.*, ${sql.unsafe(`c.${SUPPLIED} AS supplied, c.${BORROWED} AS borrowed, c.${AVAILABLE} AS available,
      c.${SUPPLIED} * c.unit_price AS supplied_usd, c.${BORROWED} * c.unit_price AS borrowed_usd,
      c.${AVAILABLE} * c.unit_price AS available_usd, ${RATES.map(rateParts).join(', ')},`)}
      c.unit_price IS NOT NULL AS is_priced,
      c.unit_price IS NOT NULL AND c.close_price_status = ANY(${`{${accepted}}`}::smallint[]) AS is_accepted
    FROM (
      SELECT o.*, r.token_mint, r.token_decimals, r.lending_market, r.part, o.close_at IS NOT NULL AS is_observed,
        CASE WHEN o.price_usd_close_f IS NOT NULL THEN
          ${sql.unsafe(`o.${PRICE} * ('1e' || (${MAX_TOKEN_DECIMALS} - r.token_decimals))::numeric`)} END AS unit_price
      FROM (${cells(sql, periods)}) AS o JOIN members AS r ON r.reserve = o.reserve
      OFFSET 0
    ) AS c
    OFFSET 0`;
}

/** Through text, because the cast of a double keeps fifteen digits only. */
function rateParts(rate: (typeof RATES)[number]): string {
  return `round(c.${rate}_close_f::text::numeric * ${RATE_SCALE}) AS ${rate}_parts`;
}

function cells(sql: Queryable, periods: TotalsPeriods): PendingQuery<Row[]> {
  const { from, periodSeconds } = periods;
  const grain = periodSeconds === BUCKET_SECONDS.daily ? 'daily' : 'hourly';
  const bucketSeconds = BUCKET_SECONDS[grain];
  if (periodSeconds === bucketSeconds) {
    return buckets(
      sql,
      periods,
      grain,
      `b.reserve, b.bucket_start AS period_start, b.observed_seconds, b.elapsed_seconds, b.gap_reason,
      b.final AS is_final, b.quality = 'ok' AS is_whole, ${CLOSE}`,
    );
  }
  const period = sql`make_interval(secs => ${periodSeconds}::int)`;
  // As buckets are folded: closes with the last one that was observed, whole where every one is.
  return sql`
    SELECT p.*, ${sql.unsafe(CLOSE)}
    FROM (
      SELECT h.reserve, h.period_start, sum(h.observed_seconds) AS observed_seconds,
        sum(h.elapsed_seconds) AS elapsed_seconds, mode() WITHIN GROUP (ORDER BY h.gap_reason) AS gap_reason,
        max(h.bucket_start) FILTER (WHERE h.close_at IS NOT NULL) AS last_start,
        bool_and(h.final) AND max(h.bucket_end) = h.period_start + ${period} AS is_final,
        bool_and(h.quality = 'ok') AND count(*) * make_interval(secs => ${bucketSeconds}::int)
          = max(h.bucket_end) - min(h.bucket_start) AS is_whole
      FROM (
        SELECT i.*, date_bin(${period}, i.bucket_start, ${from}::timestamptz) AS period_start
        FROM (${buckets(
          sql,
          periods,
          grain,
          `b.reserve, b.bucket_start, b.bucket_end, b.observed_seconds, b.elapsed_seconds, b.gap_reason, b.final,
          b.quality, b.close_at`,
        )}) AS i
      ) AS h
      GROUP BY h.reserve, h.period_start
    ) AS p
    LEFT JOIN LATERAL (
      SELECT * FROM ${sql.unsafe(BUCKET_TABLES[grain])} AS b
      WHERE b.reserve = p.reserve AND b.bucket_start = p.last_start OFFSET 0
    ) AS b ON true`;
}

/**
 * Columns of the buckets `b` of the range. OFFSET 0 keeps the planner to one walk through an index for each start: it would rather read the whole
 * table, which grows with the years.
 */
function buckets(
  sql: Queryable,
  { protocol, from, to }: TotalsPeriods,
  grain: 'hourly' | 'daily',
  columns: string,
): PendingQuery<Row[]> {
  const width = sql`make_interval(secs => ${BUCKET_SECONDS[grain]}::int)`;
  return sql`
    SELECT b.* FROM generate_series(${from}::timestamptz, ${to}::timestamptz - ${width}, ${width}) AS w(bucket_start)
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(columns)} FROM ${sql.unsafe(BUCKET_TABLES[grain])} AS b
      WHERE b.bucket_start = w.bucket_start AND b.protocol = ${protocol} OFFSET 0
    ) AS b`;
}
