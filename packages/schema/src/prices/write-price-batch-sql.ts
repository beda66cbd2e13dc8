const OBSERVATION =
  'token_mint, feed, source, account, price, confidence, average, published_at, verification, problem, legs';
const AGGREGATE =
  'token_mint, status, price, published_at, sources, used, spread_bps, confidence, method, reserves_only';

const excluded = (columns: string): string =>
  columns
    .split(', ')
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');

interface Kind {
  /** Columns of the JSON with their types. */
  readonly input: string;
  readonly stored: string;
  readonly columns: string;
  readonly latest: string;
  readonly key: string;
  /** What makes two rows the same. The time of publication alone is no change: a feed that says the same again is not stored again. */
  readonly same: readonly string[];
  readonly latestOnly: string;
  readonly latestValues: string;
}

/** $1 JSON of the rows, $2 slot, $3 time of the bank, $4 heartbeat in milliseconds, $5 id of the batch. */
const writeSql = (kind: Kind): string => `
WITH input AS MATERIALIZED (
  SELECT i.*, l.stored_at, l.token_mint IS NOT NULL AND (l.slot, l.observed_at) > ($2::bigint, $3::timestamptz) AS is_late,
    CASE
      WHEN l.token_mint IS NULL THEN 'first'
      WHEN (${kind.same.map((name) => `l.${name}`).join(', ')}) IS DISTINCT FROM (${kind.same.map((name) => `i.${name}`).join(', ')}) THEN 'changed'
      WHEN l.stored_at <= $3::timestamptz - $4::float8 * interval '1 millisecond' THEN 'heartbeat'
    END AS reason
  FROM json_to_recordset($1::text::json) AS i(${kind.input})
  LEFT JOIN ${kind.latest} AS l ON ${kind.key
    .split(', ')
    .map((name) => `l.${name} = i.${name}`)
    .join(' AND ')}
), stored AS (
  INSERT INTO ${kind.stored} AS s (${kind.columns}, observed_at, slot, reason, batch_id)
  SELECT ${kind.columns}, $3::timestamptz, $2::bigint, reason, $5::text FROM input WHERE NOT is_late AND reason IS NOT NULL
  -- Of one bank that was read twice the later read counts, as in the newest rows: what comes after is stored as a change from it.
  ON CONFLICT (${kind.key}, observed_at, slot) DO UPDATE SET ${excluded(`${kind.columns}, batch_id`)}
  RETURNING 1
), latest AS (
  INSERT INTO ${kind.latest} AS l (${kind.columns}, observed_at, slot, stored_at, batch_id, ${kind.latestOnly})
  SELECT ${kind.columns}, $3::timestamptz, $2::bigint, CASE WHEN reason IS NULL THEN stored_at ELSE $3::timestamptz END, $5::text,
    ${kind.latestValues}
  FROM input WHERE NOT is_late
  ON CONFLICT (${kind.key}) DO UPDATE SET ${excluded(`${kind.columns}, observed_at, slot, stored_at, batch_id`)}${
    kind.latest === 'lend.price_latest' ? ', token_symbol = excluded.token_symbol' : ', roots = excluded.roots'
  }
  WHERE (l.slot, l.observed_at) <= (excluded.slot, excluded.observed_at)
  RETURNING 1
)
SELECT (SELECT count(*)::int FROM stored) AS stored, (SELECT count(*)::int FROM latest) AS latest,
  (SELECT count(*)::int FROM input WHERE NOT is_late AND reason IS NULL) AS unchanged,
  (SELECT count(*)::int FROM input WHERE is_late) AS late`;

/** What feeds said. */
export const WRITE_OBSERVATIONS_SQL = writeSql({
  input:
    'token_mint text, feed text, source text, account text, price numeric, confidence numeric, average numeric, published_at timestamptz, verification text, problem text, legs jsonb, roots text[]',
  stored: 'lend.price_observations',
  columns: OBSERVATION,
  latest: 'lend.price_source_latest',
  key: 'token_mint, feed',
  same: ['price', 'confidence', 'problem'],
  latestOnly: 'roots, used, unused_reason',
  latestValues: "roots, false, 'not_aggregated'",
});

/** What was made of it. */
export const WRITE_AGGREGATES_SQL = writeSql({
  input:
    'token_mint text, token_symbol text, status text, price numeric, published_at timestamptz, sources int, used int, spread_bps float8, confidence numeric, method text, reserves_only boolean',
  stored: 'lend.price_aggregates',
  columns: AGGREGATE,
  latest: 'lend.price_latest',
  key: 'token_mint',
  same: ['status', 'price', 'sources', 'used', 'method', 'reserves_only'],
  latestOnly: 'token_symbol, first_seen_at',
  latestValues: 'token_symbol, $3::timestamptz',
});

/**
 * $1 JSON of the verdicts, $2 slot, $3 tokens of which there is an aggregate. Feeds that it knows nothing of are no longer read.
 * Where something newer is stored of the token, nothing is written.
 */
export const WRITE_VERDICTS_SQL = `
WITH input AS MATERIALIZED (
  SELECT * FROM json_to_recordset($1::text::json)
    AS i(token_mint text, feed text, unused_reason text, weight float8, deviation_bps float8)
), verdict AS (
  SELECT s.token_mint, s.feed, i.feed IS NOT NULL AND i.unused_reason IS NULL AS used,
    CASE WHEN i.feed IS NULL THEN 'not_read' ELSE i.unused_reason END AS unused_reason, i.weight, i.deviation_bps
  FROM lend.price_source_latest AS s
  JOIN lend.price_latest AS t ON t.token_mint = s.token_mint AND t.slot <= $2::bigint
  LEFT JOIN input AS i ON i.token_mint = s.token_mint AND i.feed = s.feed
  WHERE s.token_mint = ANY($3::text[])
)
UPDATE lend.price_source_latest AS l
SET used = v.used, unused_reason = v.unused_reason, weight = v.weight, deviation_bps = v.deviation_bps
FROM verdict AS v
WHERE l.token_mint = v.token_mint AND l.feed = v.feed
  AND (l.used, l.unused_reason, l.weight, l.deviation_bps)
    IS DISTINCT FROM (v.used, v.unused_reason, v.weight, v.deviation_bps)`;
