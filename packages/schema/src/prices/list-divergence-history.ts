import type { Queryable } from '../create-database.ts';
import { COMPARISON_SQL, joinStored } from './divergence-sql.ts';
import type { PriceBucketWidth } from './list-price-history.ts';

/** A bucket, or where none was made of the time a row that says so: `elapsedSeconds` is then null. Divergences are basis points. */
export interface DivergenceBucketRow {
  readonly bucketStart: Date;
  readonly open: number | null;
  readonly high: number | null;
  readonly low: number | null;
  readonly close: number | null;
  readonly twavg: number | null;
  readonly observations: number;
  readonly elapsedSeconds: number | null;
  readonly observedSeconds: number;
  readonly comparedSeconds: number;
  readonly beyondSeconds: number;
  readonly acceptedSeconds: number;
  readonly refusedSeconds: number;
  readonly acceptedBeyondSeconds: number;
  readonly gapReason: string | null;
  readonly final: boolean;
}

interface Range {
  readonly reserve: string;
  readonly from: Date;
  /** Does not belong to the range. */
  readonly to: Date;
  readonly limit: number;
}

const SECONDS = ['observed', 'compared', 'beyond', 'accepted', 'refused', 'accepted_beyond']
  .map((name) => {
    const property = name.replace(/_([a-z])/, (_, letter: string) => letter.toUpperCase());
    return `coalesce(b.${name}_seconds, 0) AS "${property}Seconds"`;
  })
  .join(', ');

/** Buckets that begin in a range, whole ones: both ends lie on edges. By time, every one of the range. */
export async function listDivergenceBuckets(
  sql: Queryable,
  { reserve, from, to, limit, width }: Range & { readonly width: PriceBucketWidth },
): Promise<DivergenceBucketRow[]> {
  return sql<DivergenceBucketRow[]>`
    SELECT q.bucket_start AS "bucketStart", b.open_bps::float8 AS open, b.high_bps::float8 AS high, b.low_bps::float8 AS low,
      b.close_bps::float8 AS close, (b.bps_seconds / nullif(b.compared_seconds, 0))::float8 AS twavg,
      coalesce(b.observations, 0) AS observations, b.elapsed_seconds AS "elapsedSeconds", ${sql.unsafe(SECONDS)},
      b.gap_reason AS "gapReason", coalesce(b.final, false) AS final
    FROM generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 second', make_interval(secs => ${width}::int))
      AS q(bucket_start)
    LEFT JOIN lend.price_divergence_buckets AS b
      ON b.reserve = ${reserve} AND b.width_seconds = ${width} AND b.bucket_start = q.bucket_start
    ORDER BY q.bucket_start LIMIT ${limit}`;
}

/** The two prices beside each other where one of them was stored anew. */
export interface DivergenceRow {
  readonly observedAt: Date;
  readonly slot: bigint;
  /** Null where `gapReason` says why. */
  readonly bps: number | null;
  readonly gapReason: string | null;
  /** Null where the program keeps no verdict. */
  readonly isAccepted: boolean | null;
}

/** Comparisons of a range by time, after a place where one is given. */
export async function listDivergences(
  sql: Queryable,
  { reserve, from, to, limit, after }: Range & { readonly after: { readonly at: Date; readonly slot: bigint } | null },
): Promise<DivergenceRow[]> {
  const start = after ?? { at: new Date(from.getTime() - 1), slot: 0n };
  return sql<DivergenceRow[]>`
    SELECT c."observedAt", c.slot, CASE WHEN c.reason IS NULL THEN c.bps::float8 END AS bps, c.reason AS "gapReason",
      c.is_accepted AS "isAccepted"
    FROM (
      SELECT s.observed_at AS "observedAt", s.slot, ${sql.unsafe(COMPARISON_SQL)}
      FROM (SELECT address, protocol, token_mint FROM lend.reserves WHERE address = ${reserve}) AS r
      CROSS JOIN LATERAL (
        SELECT u.observed_at, u.slot FROM (
          SELECT p.observed_at, p.slot FROM lend.price_aggregates AS p
          WHERE p.token_mint = r.token_mint AND p.observed_at >= ${from}::timestamptz AND p.observed_at < ${to}::timestamptz
          UNION
          SELECT p.observed_at, p.slot FROM lend.price_observations AS p
          WHERE p.token_mint = r.token_mint AND p.feed = 'reserve:' || r.address AND p.observed_at >= ${from}::timestamptz
            AND p.observed_at < ${to}::timestamptz
        ) AS u
        WHERE (u.observed_at, u.slot) > (${start.at}::timestamptz, ${start.slot}::bigint)
        ORDER BY u.observed_at, u.slot LIMIT ${limit}
      ) AS s
      ${sql.unsafe(joinStored('r.token_mint', 'r.address', 's.observed_at'))}
    ) AS c
    ORDER BY c."observedAt", c.slot`;
}
