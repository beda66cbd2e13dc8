import { DEPTH_FALLS, DEPTH_SIDES } from '@tidemark/model/fields';
import { failureReasonSql } from '../history/failure-reason-sql.ts';

/** A table of buckets and what its rows are made from. */
interface Kind {
  /** Table of the newest rows, with `first_seen_at` and `observed_at`, and the column that names what a row is about. */
  readonly latest: string;
  readonly key: string;
  /** Further columns that tell rows apart, with the values of each, as SQL literals. A read has a row of each. */
  readonly parts: Readonly<Record<string, readonly string[]>>;
  /** Columns of the newest row that buckets repeat. */
  readonly copied: readonly string[];
  readonly history: string;
  readonly buckets: string;
  /** What is counted as known where it is not null. */
  readonly known: string;
  /** Values: out of rows of history, and out of buckets of hours. */
  readonly values: Readonly<Record<string, { readonly ofRows: string; readonly ofHours: string }>>;
}

const smallest = (stored: string, bucket: string) =>
  ({ [bucket]: { ofRows: `min(v.${stored})`, ofHours: `min(p.${bucket})` } }) as const;

const DEPTH: Kind = {
  latest: 'lend.liquidity_tokens',
  key: 'token_mint',
  parts: {
    side: DEPTH_SIDES.map((side) => `'${side}'`),
    bps: DEPTH_FALLS,
  },
  copied: [],
  history: 'lend.liquidity_depth',
  buckets: 'lend.liquidity_depth_buckets',
  known: 'marginal_raw',
  values: {
    ...smallest('marginal_raw', 'min_marginal_raw'),
    ...smallest('marginal_usd', 'min_marginal_usd'),
    ...smallest('average_raw', 'min_average_raw'),
    ...smallest('average_usd', 'min_average_usd'),
    close_average_usd: {
      ofRows:
        '(array_agg(v.average_usd ORDER BY v.observed_at DESC, v.slot_max DESC) FILTER (WHERE v.average_usd IS NOT NULL))[1]',
      ofHours:
        '(array_agg(p.close_average_usd ORDER BY p.bucket_start DESC) FILTER (WHERE p.close_average_usd IS NOT NULL))[1]',
    },
  },
};

const COVERAGE: Kind = {
  latest: 'lend.liquidity_coverage_latest',
  key: 'reserve',
  parts: {},
  copied: ['token_mint'],
  history: 'lend.liquidity_coverage',
  buckets: 'lend.liquidity_coverage_buckets',
  known: 'coverage_at_min_bonus',
  values: {
    ...smallest('coverage_at_min_bonus', 'min_coverage_at_min_bonus'),
    ...smallest('token_coverage_at_min_bonus', 'min_token_coverage_at_min_bonus'),
    ...smallest('sellable_at_min_bonus_raw', 'min_sellable_at_min_bonus_raw'),
    max_collateral_raw: { ofRows: 'max(v.collateral_raw)', ofHours: 'max(p.max_collateral_raw)' },
  },
};

const COUNTS = ['lower_bound', 'observations', 'known', 'elapsed_seconds', 'observed_seconds', 'gap_reason', 'final'];

/** Ends a statement: writes the rows of `bucket` that are new or differ, and tells how many. */
function writeSql({ key, parts, copied, values, buckets }: Kind, width: number): string {
  const keys = [key, 'bucket_start', ...Object.keys(parts)];
  const columns = [...copied, ...Object.keys(values), ...COUNTS];
  const list = (prefix: string): string => columns.map((name) => prefix + name).join(', ');
  return `, written AS (
  INSERT INTO ${buckets} AS b (width_seconds, ${keys.join(', ')}, ${list('')})
  SELECT ${width}, ${keys.join(', ')}, ${list('')} FROM bucket ORDER BY ${keys.join(', ')}
  ON CONFLICT (${['width_seconds', ...keys].join(', ')}) DO UPDATE
  SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}, computed_at = now()
  WHERE (${list('b.')}) IS DISTINCT FROM (${list('excluded.')})
  RETURNING 1
)
SELECT count(*)::int AS written FROM written`;
}

/**
 * Begins a statement: the hours in which $1 to $2 lie and which have begun by the database's clock, as `expected`, and how much of each was
 * `observed`. A read that has a row of a key covers the time up to the next one that has, where that is not too late: a read without the
 * key, of which a node withheld the accounts, says nothing of it.
 */
function observedTimeSql({ latest, key, parts, copied, history }: Kind): string {
  const partOfEach = Object.entries(parts).map(([name, [first]]) => ` AND v.${name} = ${first}`);
  const readsSql = (where: string): string =>
    `SELECT v.observed_at FROM ${history} AS v WHERE v.${key} = k.${key}${partOfEach.join('')} AND ${where}`;
  return `WITH span AS (
  SELECT date_bin('1 hour', $1::timestamptz, 'epoch') AS from_at, date_bin('1 hour', $2::timestamptz, 'epoch') + interval '1 hour' AS to_at
), batch AS MATERIALIZED (
  SELECT b.observed_at, max(b.gap_after_ms) AS gap_after_ms FROM span, lend.liquidity_batches AS b
  WHERE b.outcome = 'committed' AND b.observed_at >= span.from_at - interval '1 day' AND b.observed_at <= span.to_at
  GROUP BY 1
), expected AS MATERIALIZED (
  SELECT ${[key, ...copied].map((name) => `l.${name}`).join(', ')}, l.first_seen_at, h.bucket_start,
    h.bucket_start + interval '1 hour' <= l.observed_at AS final,
    greatest(0, extract(epoch FROM least(h.bucket_start + interval '1 hour', l.observed_at) - greatest(h.bucket_start, l.first_seen_at)))::int
      AS elapsed_seconds
  FROM span, ${latest} AS l
  CROSS JOIN LATERAL generate_series(greatest(span.from_at, date_bin('1 hour', l.first_seen_at, 'epoch')),
    least(span.to_at - interval '1 second', l.observed_at, clock_timestamp()), interval '1 hour') AS h(bucket_start)
), read AS (
  SELECT k.${key}, r.observed_at FROM span, (SELECT DISTINCT ${key} FROM expected) AS k CROSS JOIN LATERAL (
    (${readsSql("v.observed_at >= span.from_at - interval '1 day' AND v.observed_at < span.from_at")} ORDER BY v.observed_at DESC LIMIT 1)
    UNION ALL (${readsSql('v.observed_at >= span.from_at AND v.observed_at < span.to_at')})
    UNION ALL (${readsSql("v.observed_at >= span.to_at AND v.observed_at <= span.to_at + interval '1 day'")} ORDER BY v.observed_at LIMIT 1)
  ) AS r
), step AS MATERIALIZED (
  SELECT ${key}, from_at, to_at
  FROM (SELECT ${key}, observed_at AS from_at, lead(observed_at) OVER (PARTITION BY ${key} ORDER BY observed_at) AS to_at FROM read) AS s
  JOIN batch AS b ON b.observed_at = from_at WHERE to_at - from_at <= gap_after_ms * interval '1 millisecond'
), observed AS (
  SELECT e.${key}, e.bucket_start,
    sum(extract(epoch FROM least(s.to_at, e.bucket_start + interval '1 hour') - greatest(s.from_at, e.bucket_start)))::int AS seconds
  FROM expected AS e JOIN step AS s
    ON s.${key} = e.${key} AND s.from_at >= e.first_seen_at AND s.from_at < e.bucket_start + interval '1 hour' AND s.to_at > e.bucket_start
  GROUP BY 1, 2
`;
}

/** Hours in which $1 to $2 lie. An hour keeps the smallest of its rows. */
function hoursSql(kind: Kind): string {
  const { key, parts, copied, history, known, values } = kind;
  const names = [key, ...Object.keys(parts)];
  const crossed = Object.entries(parts).map(
    ([name, list]) => `CROSS JOIN (VALUES ${list.map((value) => `(${value})`).join(', ')}) AS of_${name}(${name})`,
  );
  return `
${observedTimeSql(kind)}), value AS (
  SELECT ${names.map((name) => `v.${name}`).join(', ')}, date_bin('1 hour', v.observed_at, 'epoch') AS bucket_start,
    ${Object.entries(values)
      .map(([name, { ofRows }]) => `${ofRows} AS ${name}`)
      .join(', ')},
    bool_or(v.lower_bound) AS lower_bound, count(*)::int AS observations, count(v.${known})::int AS known
  FROM span, ${history} AS v WHERE v.observed_at >= span.from_at AND v.observed_at < span.to_at
  GROUP BY ${[...names, 'bucket_start'].map((_, place) => place + 1).join(', ')}
), wanted AS (
  SELECT e.*, ${[...Object.keys(parts).map((name) => `of_${name}.${name}`), ''].join(', ')}
    least(e.elapsed_seconds, coalesce(o.seconds, 0)) AS observed_seconds
  FROM expected AS e LEFT JOIN observed AS o ON o.${key} = e.${key} AND o.bucket_start = e.bucket_start ${crossed.join(' ')}
), bucket AS (
  SELECT ${[...names, ...copied].map((name) => `w.${name}`).join(', ')}, w.bucket_start,
    ${Object.keys(values)
      .map((name) => `v.${name}`)
      .join(', ')}, coalesce(v.lower_bound, false) AS lower_bound, coalesce(v.observations, 0) AS observations,
    coalesce(v.known, 0) AS known, w.elapsed_seconds, w.observed_seconds,
    CASE WHEN w.observed_seconds < w.elapsed_seconds THEN coalesce((
      SELECT ${failureReasonSql('f.error_code')} FROM lend.liquidity_batches AS f
      WHERE f.outcome = 'failed' AND f.started_at >= w.bucket_start AND f.started_at < w.bucket_start + interval '1 hour'
      ORDER BY f.started_at, f.attempt_id LIMIT 1), 'not_polled') END AS gap_reason, w.final
  FROM wanted AS w LEFT JOIN value AS v
    ON ${[...names, 'bucket_start'].map((name) => `v.${name} = w.${name}`).join(' AND ')}
)${writeSql(kind, 3_600)}`;
}

/** Days of which $1 to $2 is part, out of their hours. */
function daysSql(kind: Kind): string {
  const { latest, key, parts, copied, buckets, values } = kind;
  const names = [key, ...Object.keys(parts)];
  return `
WITH span AS (
  SELECT date_bin('1 day', $1::timestamptz, 'epoch') AS from_at, date_bin('1 day', $2::timestamptz, 'epoch') + interval '1 day' AS to_at
), bucket AS (
  SELECT ${names.map((name) => `p.${name}`).join(', ')}, date_bin('1 day', p.bucket_start, 'epoch') AS bucket_start,
    ${[...copied.map((name) => `max(p.${name}) AS ${name}`), ...Object.entries(values).map(([name, { ofHours }]) => `${ofHours} AS ${name}`)].join(', ')},
    bool_or(p.lower_bound) AS lower_bound, sum(p.observations)::int AS observations, sum(p.known)::int AS known,
    sum(p.elapsed_seconds)::int AS elapsed_seconds, sum(p.observed_seconds)::int AS observed_seconds,
    -- The reason of the hour that lacks most.
    (array_agg(p.gap_reason ORDER BY p.elapsed_seconds - p.observed_seconds DESC, p.bucket_start)
      FILTER (WHERE p.gap_reason IS NOT NULL))[1] AS gap_reason,
    date_bin('1 day', p.bucket_start, 'epoch') + interval '1 day' <= max(l.observed_at) AS final
  FROM span, ${buckets} AS p JOIN ${latest} AS l ON l.${key} = p.${key}
  WHERE p.width_seconds = 3600 AND p.bucket_start >= span.from_at AND p.bucket_start < span.to_at
  GROUP BY ${names.map((name) => `p.${name}`).join(', ')}, date_bin('1 day', p.bucket_start, 'epoch')
)${writeSql(kind, 86_400)}`;
}

export const BUCKETS_OF_LIQUIDITY: readonly Pick<Kind, 'buckets' | 'latest' | 'key'>[] = [DEPTH, COVERAGE];
export const HOURS_OF_DEPTH_SQL = hoursSql(DEPTH);
export const DAYS_OF_DEPTH_SQL = daysSql(DEPTH);
export const HOURS_OF_COVERAGE_SQL = hoursSql(COVERAGE);
export const DAYS_OF_COVERAGE_SQL = daysSql(COVERAGE);
