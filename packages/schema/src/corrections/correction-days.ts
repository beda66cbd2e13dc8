import type { TimeRange } from '@tidemark/core';
import type { Queryable } from '../create-database.ts';

interface Days {
  readonly protocol: string;
  /** Null: all of the protocol. */
  readonly reserves: readonly string[] | null;
  /** Whole UTC days. */
  readonly range: TimeRange;
}

const ofReserves = (sql: Queryable, { protocol, reserves }: Days) => sql`
  r.protocol = ${protocol} ${reserves === null ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}`;

/**
 * From now on, and until `endCorrection`, every change of a final bucket of these days is written down in `lend.corrections`, whoever
 * makes it. Days of a correction that was begun before keep its reason.
 */
export async function beginCorrection(sql: Queryable, days: Days & { readonly reason: string }): Promise<void> {
  const { range, reason } = days;
  await sql`
    INSERT INTO lend.open_corrections (reserve, day, reason)
    SELECT r.address, d.day, ${reason}
    FROM lend.reserves AS r
    CROSS JOIN generate_series(${range.from}::timestamptz, ${range.to}::timestamptz - interval '24 hours', interval '24 hours') AS d (day)
    WHERE ${ofReserves(sql, days)}
    ORDER BY 1, 2
    ON CONFLICT (reserve, day) DO NOTHING`;
}

/** The buckets of these days are made again. Answers how many of their values were replaced since the beginning. */
export async function endCorrection(sql: Queryable, days: Days): Promise<number> {
  const { range } = days;
  const [row] = await sql<{ values: number }[]>`
    WITH ended AS (
      DELETE FROM lend.open_corrections AS o USING lend.reserves AS r
      WHERE r.address = o.reserve AND ${ofReserves(sql, days)}
        AND o.day >= ${range.from}::timestamptz AND o.day < ${range.to}::timestamptz
      RETURNING o.reserve, o.day, o.begun_at
    )
    SELECT count(*)::int AS values FROM ended AS e JOIN lend.corrections AS c ON c.reserve = e.reserve
      AND c.of_table <> 'reserve_snapshots' AND c.at >= e.day AND c.at < e.day + interval '24 hours' AND c.corrected_at >= e.begun_at`;
  return row?.values ?? 0;
}
