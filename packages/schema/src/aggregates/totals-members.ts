import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';

/** Periods of one width that follow each other, of one protocol. */
export interface TotalsPeriods {
  readonly protocol: string;
  /** Start of the first and end of the last. */
  readonly from: Date;
  readonly to: Date;
  /** An hour, four or a day. */
  readonly periodSeconds: number;
}

/**
 * Which sums over several markets a reserve `r` of the market `m` counts in. One that lends on through another reserve of a listed market, of any protocol,
 * is kept apart: what it holds lies there.
 */
export const PART_OF_RESERVE = `CASE WHEN NOT coalesce(m.listed, false) THEN 'unlisted'
    WHEN EXISTS (SELECT FROM lend.reserves AS u JOIN lend.lending_markets AS n ON n.address = u.lending_market AND n.listed
      WHERE u.address = r.underlying_reserve) THEN 'wrapping' ELSE 'listed' END`;

/** Statement with the reserves of the protocol: where each counts, when it was there, and since when it is refused. */
export function membersOf(tx: Queryable, { protocol }: TotalsPeriods): PendingQuery<Row[]> {
  return tx`
    SELECT r.address AS reserve, r.token_mint, r.token_decimals, r.lending_market, r.first_seen_at,
      coalesce(r.missing_since_at, 'infinity') AS gone_at, n.newest_at, ${tx.unsafe(PART_OF_RESERVE)} AS part,
      CASE WHEN r.missing_since_at IS NULL AND EXISTS (
        SELECT FROM lend.quarantine AS q
        WHERE q.protocol = ${protocol} AND q.account_kind = 'reserve' AND q.address = r.address
          AND coalesce(q.last_seen_slot > l.slot, true) AND q.last_seen_at >= n.newest_at - interval '1 hour'
      ) THEN date_trunc('second', r.last_seen_at) END AS refused_after
    FROM lend.reserves AS r
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    CROSS JOIN (
      SELECT date_trunc('second', max(x.observed_at)) AS newest_at
      FROM lend.reserve_latest AS x JOIN lend.reserves AS k ON k.address = x.reserve
      WHERE k.protocol = ${protocol} AND k.missing_since_at IS NULL
    ) AS n
    WHERE r.protocol = ${protocol}`;
}

/**
 * Statement with a row for each of the `members` and period that it was there in: how long, as far as the protocol was read, and whether it has been
 * refused since before, so that no bucket of it is to come.
 */
export function presenceOf(tx: Queryable, { from, to, periodSeconds }: TotalsPeriods): PendingQuery<Row[]> {
  const width = tx`make_interval(secs => ${periodSeconds}::int)`;
  return tx`
    SELECT m.*, p.period_start, coalesce(m.refused_after < p.period_start, false) AS is_refused,
      greatest(0, extract(epoch FROM least(p.period_start + ${width}, m.gone_at, m.newest_at) - greatest(p.period_start, m.first_seen_at))) AS lived
    FROM members AS m
    JOIN generate_series(${from}::timestamptz, ${to}::timestamptz - ${width}, ${width}) AS p(period_start)
      ON m.first_seen_at < p.period_start + ${width} AND m.gone_at > p.period_start`;
}
