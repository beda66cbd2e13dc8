import { PRICE_BOUND_BPS, USD_STABLECOINS } from '@tidemark/core';
import { PROTOCOLS } from '@tidemark/protocols';
import {
  FOLDED_SPAN_SQL,
  QUARTERS_OF_STEP,
  SECONDS_OF_STEP,
  STEPS_SQL,
  UNOBSERVED_REASON,
  writeBucketsSql,
} from './price-steps-sql.ts';

const quoted = (texts: readonly string[]): string => texts.map((text) => `'${text}'`).join(', ');

/** Protocols whose programs keep a verdict on a price; of the others it is not known what they would accept. */
const JUDGING = quoted(PROTOCOLS.filter((protocol) => protocol.acceptsPrice(0) !== null).map(({ name }) => name));
const STABLE_MINTS = quoted(USD_STABLECOINS.map(({ mint }) => mint));

/**
 * Columns of a comparison, where `a` is the aggregate of a token that was in force at a read, all null where there was none, `o` what the
 * feed of the reserve said at that read, and `r` the reserve. Without a reason the two prices are compared.
 */
export const COMPARISON_SQL = `CASE
      WHEN a.status IS NULL THEN 'missing'
      WHEN a.status IN ('stale', 'disagreement', 'missing') THEN a.status
      WHEN coalesce(a.price, 0) <= 0 THEN 'missing'
      WHEN a.reserves_only THEN 'no_other_source'
      WHEN o.feed IS NULL OR o.problem = 'not_read' THEN 'not_read'
      WHEN coalesce(o.price, 0) <= 0 THEN 'protocol_unpriced'
    END AS reason,
    round((o.price - a.price) * 10000 / nullif(a.price, 0), 6) AS bps,
    CASE WHEN r.protocol IN (${JUDGING}) THEN CASE
      WHEN o.problem IS NULL THEN true WHEN o.problem IN ('refused_by_program', 'stale') THEN false END END AS is_accepted`;

/** The newest of a token, and of a reserve’s feed, that was stored at or before a read; older rows are of feeds that are gone. */
export const joinStored = (mint: string, reserve: string, at: string): string => `LEFT JOIN LATERAL (
    SELECT g.* FROM lend.price_aggregates AS g
    WHERE g.token_mint = ${mint} AND g.observed_at <= ${at} AND g.observed_at > ${at} - interval '2 days'
    ORDER BY g.observed_at DESC, g.slot DESC LIMIT 1
  ) AS a ON true
  LEFT JOIN LATERAL (
    SELECT f.* FROM lend.price_observations AS f
    WHERE f.token_mint = ${mint} AND f.feed = 'reserve:' || ${reserve} AND f.observed_at <= ${at} AND f.observed_at > ${at} - interval '2 days'
    ORDER BY f.observed_at DESC, f.slot DESC LIMIT 1
  ) AS o ON true`;

const COLUMNS = [
  'open_bps',
  'high_bps',
  'low_bps',
  'close_bps',
  'bps_seconds',
  'observations',
  'elapsed_seconds',
  'observed_seconds',
  'compared_seconds',
  'beyond_seconds',
  'accepted_seconds',
  'refused_seconds',
  'accepted_beyond_seconds',
  'gap_reason',
  'final',
];
const TABLE = 'lend.price_divergence_buckets';
const KEYS = ['reserve', 'token_mint'];

/** Seconds of pieces that fulfil a condition. */
const secondsWhere = (condition: string): string => `coalesce(sum(seconds) FILTER (WHERE ${condition}), 0)::int`;

/** Quarters of an hour of the reserves of listed markets that begin between $1 and $2, or in which these lie. */
export const DIVERGENCE_QUARTERS_SQL = `
WITH ${STEPS_SQL}, reserve AS MATERIALIZED (
  SELECT r.address AS reserve, r.protocol, r.token_mint, greatest(l.first_seen_at, r.first_seen_at) AS first_seen_at,
    least(l.observed_at, coalesce(r.missing_since_at, l.observed_at)) AS last_seen_at,
    CASE WHEN r.token_mint IN (${STABLE_MINTS}) THEN ${PRICE_BOUND_BPS.stable} ELSE ${PRICE_BOUND_BPS.other} END AS bound
  FROM lend.reserves AS r
  JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
  JOIN lend.price_latest AS l ON l.token_mint = r.token_mint
), compared AS MATERIALIZED (
  SELECT r.reserve, r.bound, n.from_at, least(n.to_at, greatest(n.from_at, r.last_seen_at)) AS to_at, ${COMPARISON_SQL}
  FROM next AS n
  JOIN reserve AS r ON r.token_mint = n.mint AND n.from_at >= r.first_seen_at AND n.from_at <= r.last_seen_at
  ${joinStored('n.mint', 'r.reserve', 'n.from_at')}
), piece AS (
  SELECT s.reserve, q.bucket_start, s.from_at, s.reason, CASE WHEN s.reason IS NULL THEN s.bps END AS bps,
    abs(s.bps) > s.bound AS is_beyond, s.is_accepted, s.from_at >= q.bucket_start AS is_observation, ${SECONDS_OF_STEP}
  FROM span, compared AS s
  ${QUARTERS_OF_STEP}
), summary AS (
  SELECT reserve, bucket_start, (array_agg(bps ORDER BY from_at) FILTER (WHERE bps IS NOT NULL))[1] AS open_bps, max(bps) AS high_bps,
    min(bps) AS low_bps, (array_agg(bps ORDER BY from_at DESC) FILTER (WHERE bps IS NOT NULL))[1] AS close_bps,
    coalesce(sum(bps * seconds), 0) AS bps_seconds, count(*) FILTER (WHERE is_observation)::int AS observations,
    sum(seconds)::int AS observed_seconds, ${secondsWhere('bps IS NOT NULL')} AS compared_seconds,
    ${secondsWhere('bps IS NOT NULL AND is_beyond')} AS beyond_seconds,
    ${secondsWhere('bps IS NOT NULL AND is_accepted')} AS accepted_seconds,
    ${secondsWhere('bps IS NOT NULL AND NOT is_accepted')} AS refused_seconds,
    ${secondsWhere('bps IS NOT NULL AND is_beyond AND is_accepted')} AS accepted_beyond_seconds
  FROM piece GROUP BY 1, 2
), lack AS (
  SELECT DISTINCT ON (reserve, bucket_start) reserve, bucket_start, reason, seconds
  FROM (
    SELECT reserve, bucket_start, reason, sum(seconds)::int AS seconds FROM piece WHERE reason IS NOT NULL GROUP BY 1, 2, 3
  ) AS reasons ORDER BY reserve, bucket_start, seconds DESC, reason
), expected AS (
  SELECT r.reserve, r.token_mint, q.bucket_start, q.bucket_start + interval '15 minutes' <= l.observed_at AS final,
    greatest(0, extract(epoch FROM least(q.bucket_start + interval '15 minutes', r.last_seen_at)
      - greatest(q.bucket_start, r.first_seen_at)))::int AS elapsed_seconds
  FROM span, reserve AS r JOIN lend.price_latest AS l ON l.token_mint = r.token_mint
  CROSS JOIN LATERAL generate_series(greatest(span.from_at, date_bin('15 minutes', r.first_seen_at, 'epoch')),
    least(span.to_at - interval '1 second', r.last_seen_at, clock_timestamp()), interval '15 minutes') AS q(bucket_start)
), bucket AS (
  SELECT e.reserve, e.token_mint, e.bucket_start, s.open_bps, s.high_bps, s.low_bps, s.close_bps,
    coalesce(s.bps_seconds, 0) AS bps_seconds, coalesce(s.observations, 0) AS observations,
    greatest(e.elapsed_seconds, coalesce(s.observed_seconds, 0)) AS elapsed_seconds,
    coalesce(s.observed_seconds, 0) AS observed_seconds, coalesce(s.compared_seconds, 0) AS compared_seconds,
    coalesce(s.beyond_seconds, 0) AS beyond_seconds, coalesce(s.accepted_seconds, 0) AS accepted_seconds,
    coalesce(s.refused_seconds, 0) AS refused_seconds, coalesce(s.accepted_beyond_seconds, 0) AS accepted_beyond_seconds,
    CASE WHEN coalesce(s.compared_seconds, 0) < e.elapsed_seconds THEN CASE
      WHEN e.elapsed_seconds - coalesce(s.observed_seconds, 0) > coalesce(k.seconds, 0) THEN ${UNOBSERVED_REASON}
      ELSE k.reason END END AS gap_reason, e.final
  FROM expected AS e
  LEFT JOIN summary AS s ON s.reserve = e.reserve AND s.bucket_start = e.bucket_start
  LEFT JOIN lack AS k ON k.reserve = e.reserve AND k.bucket_start = e.bucket_start
)${writeBucketsSql(TABLE, KEYS, COLUMNS, '900')}`;

const SUMMED = COLUMNS.filter((name) => name.endsWith('_seconds') || name === 'observations');

/** Buckets of $3 seconds out of those of $4, of everything between $1 and $2. */
export const DIVERGENCE_FOLD_SQL = `
WITH ${FOLDED_SPAN_SQL}, part AS (
  SELECT p.*, date_bin(make_interval(secs => $3::int), p.bucket_start, 'epoch') AS start
  FROM span, ${TABLE} AS p
  WHERE p.width_seconds = $4::int AND p.bucket_start >= span.from_at AND p.bucket_start < span.to_at
), bucket AS (
  SELECT p.reserve, p.token_mint, p.start AS bucket_start,
    (array_agg(open_bps ORDER BY p.bucket_start) FILTER (WHERE open_bps IS NOT NULL))[1] AS open_bps,
    max(high_bps) AS high_bps, min(low_bps) AS low_bps,
    (array_agg(close_bps ORDER BY p.bucket_start DESC) FILTER (WHERE close_bps IS NOT NULL))[1] AS close_bps,
    ${SUMMED.map((name) => `sum(${name})${name === 'bps_seconds' ? '' : '::int'} AS ${name}`).join(', ')},
    -- The reason of the part that lacks most.
    (array_agg(gap_reason ORDER BY elapsed_seconds - compared_seconds DESC, p.bucket_start)
      FILTER (WHERE gap_reason IS NOT NULL))[1] AS gap_reason,
    p.start + make_interval(secs => $3::int) <= l.observed_at AS final
  FROM part AS p JOIN lend.price_latest AS l ON l.token_mint = p.token_mint
  GROUP BY p.reserve, p.token_mint, p.start, l.observed_at
)${writeBucketsSql(TABLE, KEYS, COLUMNS, '$3::int')}`;
