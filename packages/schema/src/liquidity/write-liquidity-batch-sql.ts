import { DEPTH_FALLS, DEPTH_SIDES } from '@tidemark/model/fields';

// Statements of one read. $1 is JSON of the rows, $2 the id of the batch; the rest is said with each. Of two reads of one bank the later one is
// kept: a node may have withheld an account in the first.

const excluded = (columns: string): string =>
  columns
    .split(', ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

const POOL =
  'mint_a, mint_b, status, detail, lower_bound, price, depth, last_used_at, one_bank, decoder_version, slot, observed_at';

/** Pools that are known. $3 heartbeat in milliseconds. A pool that is missing or refused keeps the tokens that were known of it. */
export const WRITE_POOLS_SQL = `
WITH input AS MATERIALIZED (
  SELECT i.*, p.stored_at IS NULL OR p.stored_at <= i.observed_at - $3::float8 * interval '1 millisecond'
    OR (p.status, p.detail, p.price, p.depth, p.one_bank) IS DISTINCT FROM (i.status, i.detail, i.price, i.depth, i.one_bank) AS is_new
  FROM json_to_recordset($1::text::json) AS i(pool text, mint_a text, mint_b text, status text, detail text, lower_bound text[],
    price numeric, depth jsonb, sell_a_raw numeric, sell_b_raw numeric, last_used_at timestamptz, one_bank boolean, data_sha_256 bytea,
    decoder_version int, slot bigint, observed_at timestamptz)
  JOIN lend.liquidity_pools AS p ON p.pool = i.pool AND (p.slot IS NULL OR (p.slot, p.observed_at) <= (i.slot, i.observed_at))
  ORDER BY i.pool FOR UPDATE OF p
), stored AS (
  INSERT INTO lend.liquidity_pool_history (pool, observed_at, slot, status, detail, price, sell_a_raw, sell_b_raw, one_bank, batch_id)
  SELECT pool, observed_at, slot, status, detail, price, sell_a_raw, sell_b_raw, one_bank, $2::text FROM input WHERE is_new
  ON CONFLICT (pool, observed_at, slot) DO UPDATE SET ${excluded('status, detail, price, sell_a_raw, sell_b_raw, one_bank, batch_id')}
  RETURNING 1
), latest AS (
  UPDATE lend.liquidity_pools AS p SET (${POOL}) = ROW(coalesce(i.mint_a, p.mint_a), coalesce(i.mint_b, p.mint_b), i.status, i.detail,
      i.lower_bound, i.price, i.depth, i.last_used_at, i.one_bank, i.decoder_version, i.slot, i.observed_at),
    data_sha256 = i.data_sha_256, batch_id = $2::text, stored_at = CASE WHEN i.is_new THEN i.observed_at ELSE p.stored_at END
  FROM input AS i WHERE p.pool = i.pool RETURNING 1
)
SELECT (SELECT count(*)::int FROM stored) AS stored FROM (SELECT count(*) FROM latest) AS l`;

const VERDICT = 'counted, route, reason, detail, price_gap_bps, depth_usd, observed_at, batch_id';

/** $3 time of the read. */
export const WRITE_VERDICTS_SQL = `
WITH written AS (
  INSERT INTO lend.liquidity_verdicts AS v (token_mint, pool, ${VERDICT})
  SELECT token_mint, pool, reason IS NULL, route, reason, detail, price_gap_bps, depth_usd, $3::timestamptz, $2::text
  FROM json_to_recordset($1::text::json) AS i(token_mint text, pool text, route text, reason text, detail text, price_gap_bps float8,
    depth_usd float8)
  ORDER BY token_mint, pool
  ON CONFLICT (token_mint, pool) DO UPDATE SET ${excluded(VERDICT)} WHERE v.observed_at <= excluded.observed_at
  RETURNING 1
) SELECT count(*)::int AS stored FROM written`;

const TOKEN =
  'token_symbol, token_decimals, observed_at, slot_min, slot_max, price, price_at, counted, excluded, unknown, evidence, lower_bound, reason, quotes, coverage_24h, batch_id';

/** A read of a token has a row of each side and fall: this one tells which reads there were. */
const ONE_PART = `side = '${DEPTH_SIDES[0]}' AND bps = ${DEPTH_FALLS[0]}`;

/**
 * $3 time of the read, $4 its highest slot. A read of a token covers the time up to the next one of it where that is not too late, as in
 * buckets; what lies before a token was read first is not covered. Depth is written after: the rows of this read may not be there yet.
 */
export const WRITE_TOKENS_SQL = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json) AS i(token_mint text, slot_min bigint, token_symbol text, token_decimals int, price numeric,
    price_at timestamptz, counted int, excluded int, unknown int, evidence text, lower_bound boolean, reason text, quotes jsonb)
), batch AS MATERIALIZED (
  SELECT observed_at, max(gap_after_ms) AS gap_after_ms FROM lend.liquidity_batches
  WHERE outcome = 'committed' AND observed_at >= $3::timestamptz - interval '2 days' AND observed_at < $3::timestamptz GROUP BY 1
), read AS (
  SELECT i.token_mint, v.observed_at FROM input AS i CROSS JOIN LATERAL (
    SELECT observed_at FROM lend.liquidity_depth
    WHERE token_mint = i.token_mint AND ${ONE_PART} AND observed_at >= $3::timestamptz - interval '2 days'
      AND observed_at < $3::timestamptz OFFSET 0) AS v
  UNION SELECT token_mint, $3::timestamptz FROM input
), covered AS (
  SELECT token_mint, sum(extract(epoch FROM to_at - greatest(from_at, $3::timestamptz - interval '1 day')))::float8 / 86400 AS share
  FROM (SELECT token_mint, observed_at AS from_at, lead(observed_at) OVER (PARTITION BY token_mint ORDER BY observed_at) AS to_at FROM read) AS s
  JOIN batch AS b ON b.observed_at = s.from_at
  WHERE to_at > $3::timestamptz - interval '1 day' AND to_at - from_at <= gap_after_ms * interval '1 millisecond'
  GROUP BY 1
), written AS (
  INSERT INTO lend.liquidity_tokens AS t (token_mint, ${TOKEN}, first_seen_at)
  SELECT token_mint, i.token_symbol, i.token_decimals, $3::timestamptz, i.slot_min, $4::bigint, i.price, i.price_at, i.counted, i.excluded,
    i.unknown, i.evidence, i.lower_bound, i.reason, i.quotes,
    coalesce(c.share, 0), $2::text, $3::timestamptz
  FROM input AS i LEFT JOIN covered AS c USING (token_mint)
  ORDER BY token_mint
  ON CONFLICT (token_mint) DO UPDATE SET ${excluded(TOKEN)} WHERE (t.slot_max, t.observed_at) <= (excluded.slot_max, excluded.observed_at)
  RETURNING 1
) SELECT count(*)::int AS stored FROM written`;

const DEPTH =
  'marginal_raw, marginal_usd, average_raw, average_usd, largest_pool_share, via_sol_share, sol_leg_share, lower_bound, reason, batch_id';

const AMOUNTS = ['marginal_raw', 'marginal_usd', 'average_raw', 'average_usd'];
const LEAST = [...AMOUNTS.map((name) => `min_24h_${name}`), 'known_24h_share'].join(', ');

/**
 * The smallest of the 24 hours up to this read: hours that are final, and single reads of the rest, which is a part of an hour at either end
 * unless hours are made late. OFFSET keeps each part a range of the key: without it, and without statistics, all reads of a month are compared.
 */
const DAY_SQL = `hour AS MATERIALIZED (
  SELECT b.token_mint, b.side, b.bps, max(b.bucket_start) + interval '1 hour' AS to_at, sum(b.known)::int AS known,
    sum(b.observations)::int AS observations, ${AMOUNTS.map((name) => `min(b.min_${name}) AS ${name}`).join(', ')}
  FROM (SELECT DISTINCT token_mint FROM input) AS t JOIN lend.liquidity_depth_buckets AS b ON b.token_mint = t.token_mint
    AND b.width_seconds = 3600 AND b.final AND b.bucket_start > $3::timestamptz - interval '1 day'
    AND b.bucket_start <= $3::timestamptz - interval '1 hour'
  GROUP BY 1, 2, 3
), day AS MATERIALIZED (
  SELECT i.token_mint, i.side, i.bps, ${AMOUNTS.map((name) => `least(i.${name}, h.${name}, r.${name}) AS ${name}`).join(', ')},
    (r.known + coalesce(h.known, 0) + num_nonnulls(i.marginal_raw))::float8 / (r.observations + coalesce(h.observations, 0) + 1) AS known_share
  FROM input AS i LEFT JOIN hour AS h USING (token_mint, side, bps) CROSS JOIN LATERAL (
    SELECT count(*)::int AS observations, count(v.marginal_raw)::int AS known, ${AMOUNTS.map((name) => `min(v.${name}) AS ${name}`).join(', ')}
    FROM (VALUES ($3::timestamptz - interval '1 day', date_bin('1 hour', $3::timestamptz - interval '23 hours', 'epoch')),
      (coalesce(h.to_at, date_bin('1 hour', $3::timestamptz - interval '23 hours', 'epoch')), 'infinity')) AS part(from_at, to_at)
    CROSS JOIN LATERAL (
      SELECT * FROM lend.liquidity_depth AS v WHERE (v.token_mint, v.side, v.bps) = (i.token_mint, i.side, i.bps)
        AND v.observed_at >= part.from_at AND v.observed_at < part.to_at AND v.observed_at <= $3::timestamptz
        AND (v.observed_at, v.slot_max) <> ($3::timestamptz, $4::bigint) OFFSET 0) AS v
  ) AS r WHERE i.source = 'all'
)`;

/** Rows of all sources are history too. Newest rows of sources that no longer count go. $3 time of the read, $4 its highest slot. */
export const WRITE_DEPTH_SQL = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json) AS i(token_mint text, side text, bps int, source text, marginal_raw numeric,
    marginal_usd numeric, average_raw numeric, average_usd numeric, largest_pool_share float8, via_sol_share float8, sol_leg_share float8, lower_bound boolean,
    evidence text, reason text)
), ${DAY_SQL}, stored AS (
  INSERT INTO lend.liquidity_depth (token_mint, side, bps, observed_at, slot_max, ${DEPTH})
  SELECT token_mint, side, bps, $3::timestamptz, $4::bigint, marginal_raw, marginal_usd, average_raw, average_usd, largest_pool_share,
    via_sol_share, sol_leg_share, lower_bound, reason, $2::text
  FROM input WHERE source = 'all'
  ON CONFLICT (token_mint, side, bps, observed_at, slot_max) DO UPDATE SET ${excluded(DEPTH)} RETURNING 1
), latest AS (
  INSERT INTO lend.liquidity_depth_latest AS d (token_mint, side, bps, source, evidence, observed_at, ${DEPTH}, ${LEAST})
  SELECT i.token_mint, i.side, i.bps, i.source, i.evidence, $3::timestamptz, i.marginal_raw, i.marginal_usd, i.average_raw, i.average_usd,
    i.largest_pool_share, i.via_sol_share, i.sol_leg_share, i.lower_bound, i.reason, $2::text, ${AMOUNTS.map((name) => `y.${name}`).join(', ')}, y.known_share
  FROM input AS i LEFT JOIN day AS y ON (y.token_mint, y.side, y.bps) = (i.token_mint, i.side, i.bps) AND i.source = 'all'
  ORDER BY i.token_mint, i.side, i.bps, i.source
  ON CONFLICT (token_mint, side, bps, source) DO UPDATE SET ${excluded(`evidence, observed_at, ${DEPTH}, ${LEAST}`)}
  WHERE d.observed_at <= excluded.observed_at
  RETURNING 1
), gone AS (
  DELETE FROM lend.liquidity_depth_latest AS d
  WHERE d.token_mint IN (SELECT token_mint FROM input) AND d.observed_at <= $3::timestamptz AND NOT EXISTS (
    SELECT FROM input AS i WHERE (i.token_mint, i.side, i.bps, i.source) = (d.token_mint, d.side, d.bps, d.source))
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM stored) AS stored FROM (SELECT count(*) FROM latest) AS l, (SELECT count(*) FROM gone) AS g`;

const COVERAGE =
  'collateral_raw, token_collateral_raw, min_net_bonus_bps, max_net_bonus_bps, sellable_at_min_bonus_raw, sellable_at_max_bonus_raw, coverage_at_min_bonus, coverage_at_max_bonus, token_coverage_at_min_bonus, token_coverage_at_max_bonus, lower_bound, reason';
const COVERAGE_LATEST =
  'token_reserves, token_reserves_unknown, coverage_at_100_bps, coverage_at_200_bps, coverage_at_500_bps, coverage_at_1000_bps';

/** $3 time of the read, $4 its highest slot. */
export const WRITE_COVERAGE_SQL = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json) AS i(reserve text, token_mint text, slot_min bigint, collateral_raw numeric, token_collateral_raw numeric,
    token_reserves int, token_reserves_unknown int, min_net_bonus_bps int, max_net_bonus_bps int, sellable_at_min_bonus_raw numeric,
    sellable_at_max_bonus_raw numeric, coverage_at_min_bonus float8, coverage_at_max_bonus float8, token_coverage_at_min_bonus float8,
    token_coverage_at_max_bonus float8, coverage_at_100_bps float8, coverage_at_200_bps float8, coverage_at_500_bps float8,
    coverage_at_1000_bps float8, lower_bound boolean, reason text)
), stored AS (
  INSERT INTO lend.liquidity_coverage (reserve, token_mint, observed_at, slot_max, batch_id, ${COVERAGE})
  SELECT reserve, token_mint, $3::timestamptz, $4::bigint, $2::text, ${COVERAGE} FROM input
  ON CONFLICT (reserve, observed_at, slot_max) DO UPDATE SET ${excluded(`token_mint, batch_id, ${COVERAGE}`)} RETURNING 1
), latest AS (
  INSERT INTO lend.liquidity_coverage_latest AS c (reserve, token_mint, observed_at, slot_min, slot_max, batch_id, first_seen_at,
    ${COVERAGE}, ${COVERAGE_LATEST})
  SELECT reserve, token_mint, $3::timestamptz, slot_min, $4::bigint, $2::text, $3::timestamptz, ${COVERAGE}, ${COVERAGE_LATEST}
  FROM input ORDER BY reserve
  ON CONFLICT (reserve) DO UPDATE SET
    ${excluded(`token_mint, observed_at, slot_min, slot_max, batch_id, ${COVERAGE}, ${COVERAGE_LATEST}`)}
  WHERE (c.slot_max, c.observed_at) <= (excluded.slot_max, excluded.observed_at)
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM stored) AS stored FROM (SELECT count(*) FROM latest) AS l`;

/**
 * A read that was held up may be stored after a later one: what it is of was seen from it on, and buckets from there to what was the first
 * read are made again. $1 reserves, $2 tokens, $3 time of the read.
 */
export const FIRST_SEEN_SQL = `
WITH moved AS (
  SELECT first_seen_at FROM lend.liquidity_tokens WHERE token_mint = ANY($2::text[]) AND first_seen_at > $3::timestamptz
  UNION ALL SELECT first_seen_at FROM lend.liquidity_coverage_latest WHERE reserve = ANY($1::text[]) AND first_seen_at > $3::timestamptz
), again AS (
  UPDATE lend.liquidity_rollup SET recorded_to = least(recorded_to, (
    SELECT min(recorded_at) - interval '1 microsecond' FROM lend.liquidity_batches
    WHERE outcome = 'committed' AND observed_at >= $3::timestamptz AND observed_at <= (SELECT max(first_seen_at) FROM moved)))
  WHERE EXISTS (SELECT FROM moved)
), tokens AS (
  UPDATE lend.liquidity_tokens SET first_seen_at = $3::timestamptz WHERE token_mint = ANY($2::text[]) AND first_seen_at > $3::timestamptz
)
UPDATE lend.liquidity_coverage_latest SET first_seen_at = $3::timestamptz
WHERE reserve = ANY($1::text[]) AND first_seen_at > $3::timestamptz`;
