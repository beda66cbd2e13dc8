import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { FEE_SUMS } from '../aggregates/totals-kinds.ts';
import { PART_OF_RESERVE, type TotalsPeriods } from '../aggregates/totals-members.ts';
import { interestCells } from './interest-cells.ts';

/** A reserve, and which totals it counts in. */
export interface PlacedReserve {
  readonly id: number;
  readonly reserve: string;
  readonly market: string;
  readonly mint: string;
  readonly part: string;
  readonly firstSeenAt: Date;
  readonly missingSinceAt: Date | null;
}

/**
 * Statement with one row for each reserve and period that it was there in: what its buckets tell of fees, and whether it has them all. It is
 * there from its first sight until it left, in whole seconds, as it is published.
 */
export function feeReserves(
  tx: Queryable,
  periods: TotalsPeriods,
  placed: readonly PlacedReserve[],
): PendingQuery<Row[]> {
  const { protocol, from, to, periodSeconds } = periods;
  const reserves = placed.map((row) => ({ ...row, group: 0, refusedAfter: null }));
  const grain = periodSeconds === 86_400 ? 'daily' : 'hourly';
  // What has no bucket is left to who reads: no time of now is needed, and no reason.
  const cells = interestCells(tx, { protocol, reserves, from, to, grain, now: to, stops: [] });
  const width = tx`make_interval(secs => ${periodSeconds}::int)`;
  const sums = FEE_SUMS.map(([column, ofBucket]) => `sum(${ofBucket}) AS ${column}`).join(', ');
  return tx`
    SELECT p.id, p.lending_market, p.token_mint, p.part, t.period_start, coalesce(c.is_complete, false) AS is_complete,
      coalesce(c.buckets, 0) AS buckets, ${tx.unsafe(FEE_SUMS.map(([column]) => `c.${column}`).join(', '))}, c.is_final,
      coalesce(c.observed_seconds, 0) AS observed_seconds, coalesce(c.elapsed_seconds, 0) AS elapsed_seconds, c.missing,
      coalesce(c.is_unknown, false) AS is_unknown, coalesce(c.is_unpriced, false) AS is_unpriced
    FROM unnest(
      ${placed.map(({ id }) => id)}::int[], ${placed.map(({ market }) => market)}::text[],
      ${placed.map(({ mint }) => mint)}::text[], ${placed.map(({ part }) => part)}::text[],
      ${placed.map(({ firstSeenAt }) => firstSeenAt.toISOString())}::timestamptz[],
      ${placed.map(({ missingSinceAt }) => missingSinceAt?.toISOString() ?? null)}::timestamptz[]
    ) WITH ORDINALITY AS p(id, lending_market, token_mint, part, first_seen_at, missing_since_at, place)
    JOIN generate_series(${from}::timestamptz, ${to}::timestamptz - ${width}, ${width}) AS t(period_start)
      ON p.first_seen_at < t.period_start + ${width} AND (p.missing_since_at IS NULL OR p.missing_since_at > t.period_start)
    LEFT JOIN (
      SELECT reserve_index, date_bin(${width}, cell_start, ${from}::timestamptz) AS period_start, count(*)::int AS buckets,
        bool_or(is_whole) OR count(*) * 3600 = ${periodSeconds}::int AS is_complete, ${tx.unsafe(sums)}, bool_and(final) AS is_final,
        sum(observed_seconds) AS observed_seconds, sum(elapsed_seconds) AS elapsed_seconds, max(missing COLLATE "C") AS missing,
        bool_or(is_unknown) AS is_unknown, bool_or(is_unpriced) AS is_unpriced
      FROM (${cells}) AS i WHERE final IS NOT NULL GROUP BY 1, 2
    ) AS c ON c.reserve_index = p.place - 1 AND c.period_start = t.period_start`;
}

export async function listPlaced(tx: Queryable, protocol: string): Promise<PlacedReserve[]> {
  return await tx<PlacedReserve[]>`
    SELECT r.id, r.address AS reserve, r.lending_market AS market, r.token_mint AS mint,
      ${tx.unsafe(PART_OF_RESERVE)} AS part,
      s.first AS "firstSeenAt", CASE WHEN r.missing_since_at IS NOT NULL
        THEN greatest(date_trunc('second', r.missing_since_at), s.first + interval '1 second') END AS "missingSinceAt"
    FROM lend.reserves AS r
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    CROSS JOIN LATERAL (SELECT date_trunc('second', r.first_seen_at) AS first) AS s
    WHERE r.protocol = ${protocol} ORDER BY r.address`;
}
