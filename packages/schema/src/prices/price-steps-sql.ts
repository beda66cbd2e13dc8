import { failureReasonSql } from '../history/failure-reason-sql.ts';

/**
 * `span`, the quarters of an hour between $1 and $2, or in which these lie, and `next`, the batches of each token around them: a batch
 * covers the time up to the next one where that is not too late.
 */
export const STEPS_SQL = `span AS (
  SELECT date_bin('15 minutes', $1::timestamptz, 'epoch') AS from_at,
    date_bin('15 minutes', $2::timestamptz, 'epoch') + interval '15 minutes' AS to_at
), batch AS (
  SELECT m.mint, b.observed_at, max(b.gap_after_ms) AS gap_after_ms
  FROM span, lend.price_batches AS b CROSS JOIN LATERAL unnest(b.mints) AS m(mint)
  WHERE b.outcome = 'committed' AND b.slot IS NOT NULL
    AND b.observed_at >= span.from_at - interval '1 hour' AND b.observed_at <= span.to_at + interval '1 hour'
  GROUP BY 1, 2
), step_of AS (
  SELECT mint, observed_at AS from_at, gap_after_ms, lead(observed_at) OVER (PARTITION BY mint ORDER BY observed_at) AS to_at FROM batch
), next AS (
  SELECT mint, from_at,
    CASE WHEN to_at - from_at <= gap_after_ms * interval '1 millisecond' THEN to_at ELSE from_at END AS to_at
  FROM step_of
)`;

/** The part of step `s` in each quarter of an hour of the span, `q`; a step without length is in the one that it begins in. */
export const QUARTERS_OF_STEP = `CROSS JOIN LATERAL generate_series(date_bin('15 minutes', s.from_at, 'epoch'),
    date_bin('15 minutes', s.to_at, 'epoch'), interval '15 minutes') AS q(bucket_start)
  WHERE q.bucket_start >= span.from_at AND q.bucket_start < span.to_at AND (s.to_at > q.bucket_start OR s.from_at = q.bucket_start)`;
export const SECONDS_OF_STEP = `extract(epoch FROM least(s.to_at, q.bucket_start + interval '15 minutes')
      - greatest(s.from_at, q.bucket_start))::int AS seconds`;

/** Why time of bucket `e` was not observed: the first attempt that failed in it, or nobody asked. */
export const UNOBSERVED_REASON = `coalesce((
      SELECT ${failureReasonSql('f.error_code')} FROM lend.price_batches AS f
      WHERE f.outcome = 'failed' AND f.started_at >= e.bucket_start AND f.started_at < e.bucket_start + interval '15 minutes'
        AND e.token_mint = ANY(f.mints) ORDER BY f.started_at, f.attempt_id LIMIT 1), 'not_polled')`;

/** The buckets of which part $1 to $2 is, of $3 seconds. */
export const FOLDED_SPAN_SQL = `span AS (
  SELECT date_bin(make_interval(secs => $3::int), $1::timestamptz, 'epoch') AS from_at,
    date_bin(make_interval(secs => $3::int), $2::timestamptz, 'epoch') + make_interval(secs => $3::int) AS to_at
)`;

/** Ends a statement: writes the rows of `bucket` that are new or differ, and tells how many. */
export function writeBucketsSql(
  table: string,
  keys: readonly string[],
  columns: readonly string[],
  width: string,
): string {
  const list = (prefix: string): string => columns.map((name) => prefix + name).join(', ');
  return `, written AS (
  INSERT INTO ${table} AS b (${keys.join(', ')}, width_seconds, bucket_start, ${list('')})
  SELECT ${keys.join(', ')}, ${width}, bucket_start, ${list('')} FROM bucket
  ON CONFLICT (${keys[0]}, width_seconds, bucket_start) DO UPDATE
  SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, computed_at = now()
  WHERE (${list('b.')}) IS DISTINCT FROM (${list('excluded.')})
  RETURNING 1
)
SELECT count(*)::int AS written FROM written`;
}
