import type { Queryable, Sql } from '../create-database.ts';

/** What a run did: buckets that are new or came out differently. Null: another process is rolling up. */
export interface PriceRollupReport {
  readonly batches: number;
  readonly quarterHourly: number;
  readonly hourly: number;
  readonly daily: number;
}

/** Batches of one step: some hours of them, so that a statement stays within seconds. */
const BATCHES_A_STEP = 5_000;
const STEPS_A_RUN = 20;
/**
 * Longer than a transaction of a writer may take: a batch is recorded at the beginning of its transaction, and seen at the end.
 */
const OVERLAP = '2 minutes';

/** Brings the buckets up to date with the batches that were recorded since the last run. A run may be repeated, or end in the middle. */
export async function rollUpPrices(sql: Sql): Promise<PriceRollupReport | null> {
  let total = { batches: 0, quarterHourly: 0, hourly: 0, daily: 0 };
  for (let step = 0; step < STEPS_A_RUN; step += 1) {
    const report = await sql.begin('isolation level read committed', rollUpStep);
    if (report === null) return step === 0 ? null : total;
    total = addReports(total, report);
    if (report.batches < BATCHES_A_STEP) break;
  }
  return total;
}

/** Makes the buckets of a range again from what is stored of it. The same rows give the same buckets. */
export async function rebuildPriceBuckets(
  sql: Sql,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Omit<PriceRollupReport, 'batches'>> {
  return sql.begin('isolation level read committed', (tx) => writeBuckets(tx, from, to));
}

async function rollUpStep(tx: Queryable): Promise<PriceRollupReport | null> {
  await tx`INSERT INTO lend.price_rollup (recorded_to) VALUES ('epoch') ON CONFLICT DO NOTHING`;
  const [state] = await tx<{ recordedTo: Date }[]>`
    SELECT recorded_to AS "recordedTo" FROM lend.price_rollup FOR UPDATE SKIP LOCKED`;
  if (state === undefined) return null;
  const [news] = await tx<{ batches: number; recordedTo: Date | null; from: Date | null; to: Date | null }[]>`
    WITH news AS (
      SELECT observed_at, recorded_at FROM lend.price_batches
      WHERE recorded_at > ${state.recordedTo}::timestamptz AND outcome = 'committed' AND slot IS NOT NULL
      ORDER BY recorded_at LIMIT ${BATCHES_A_STEP}
    )
    SELECT count(*)::int AS batches, least(max(recorded_at), now() - ${OVERLAP}::interval) AS "recordedTo", max(observed_at) AS to,
      -- From the batch before: what lies between belongs to buckets that are made again, too.
      coalesce((SELECT max(b.observed_at) FROM lend.price_batches AS b WHERE b.outcome = 'committed' AND b.slot IS NOT NULL
        AND b.observed_at < (SELECT min(observed_at) FROM news)), min(observed_at)) AS from
    FROM news`;
  const none = { batches: 0, quarterHourly: 0, hourly: 0, daily: 0 };
  if (news === undefined || news.from === null || news.to === null || news.recordedTo === null) return none;
  const written = await writeBuckets(tx, news.from, news.to);
  await tx`
    UPDATE lend.price_rollup SET recorded_to = greatest(recorded_to, ${news.recordedTo}::timestamptz), updated_at = now()`;
  return { batches: news.batches, ...written };
}

async function writeBuckets(tx: Queryable, from: Date, to: Date): Promise<Omit<PriceRollupReport, 'batches'>> {
  const written = async (statement: string, ...more: readonly number[]): Promise<number> => {
    const [row] = await tx.unsafe<{ written: number }[]>(statement, [from, to, ...more], { prepare: true });
    return row?.written ?? 0;
  };
  const quarterHourly = await written(QUARTERS_SQL);
  const hourly = await written(FOLD_SQL, 3_600, 900);
  return { quarterHourly, hourly, daily: await written(FOLD_SQL, 86_400, 3_600) };
}

function addReports(left: PriceRollupReport, right: PriceRollupReport): PriceRollupReport {
  return {
    batches: left.batches + right.batches,
    quarterHourly: left.quarterHourly + right.quarterHourly,
    hourly: left.hourly + right.hourly,
    daily: left.daily + right.daily,
  };
}

const COLUMNS = [
  'open_price',
  'high_price',
  'low_price',
  'close_price',
  'price_seconds',
  'observations',
  'elapsed_seconds',
  'observed_seconds',
  'priced_seconds',
  'gap_reason',
  'final',
];
const list = (prefix: string): string => COLUMNS.map((name) => prefix + name).join(', ');

const upsert = (width: string): string => `
), written AS (
  INSERT INTO lend.price_buckets AS b (token_mint, width_seconds, bucket_start, ${list('')})
  SELECT token_mint, ${width}, bucket_start, ${list('')} FROM bucket
  ON CONFLICT (token_mint, width_seconds, bucket_start) DO UPDATE
  SET ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}, computed_at = now()
  WHERE (${list('b.')}) IS DISTINCT FROM (${list('excluded.')})
  RETURNING 1
)
SELECT count(*)::int AS written FROM written`;

/** Why time was not observed: the first attempt that failed in it, or nobody asked. */
const REASON = `coalesce((
      SELECT 'poll_failed:' || f.error_code FROM lend.price_batches AS f
      WHERE f.outcome = 'failed' AND f.started_at >= e.bucket_start AND f.started_at < e.bucket_start + interval '15 minutes'
        AND e.token_mint = ANY(f.mints) ORDER BY f.started_at, f.attempt_id LIMIT 1), 'not_polled')`;

/**
 * Quarters of an hour that begin between $1 and $2, or in which these lie. A batch covers the time up to the next one where that is not too late;
 * the price in force in it is that of the newest stored aggregate, which is stored whenever it changes, and none where it is stale.
 */
const QUARTERS_SQL = `
WITH span AS (
  SELECT date_bin('15 minutes', $1::timestamptz, 'epoch') AS from_at,
    date_bin('15 minutes', $2::timestamptz, 'epoch') + interval '15 minutes' AS to_at
), batch AS (
  SELECT m.mint, b.observed_at, max(b.gap_after_ms) AS gap_after_ms
  FROM span, lend.price_batches AS b CROSS JOIN LATERAL unnest(b.mints) AS m(mint)
  WHERE b.outcome = 'committed' AND b.slot IS NOT NULL
    AND b.observed_at >= span.from_at - interval '1 hour' AND b.observed_at <= span.to_at + interval '1 hour'
  GROUP BY 1, 2
), next AS (
  SELECT mint, observed_at AS from_at, gap_after_ms, lead(observed_at) OVER (PARTITION BY mint ORDER BY observed_at) AS to_at FROM batch
), step AS MATERIALIZED (
  SELECT n.mint, n.from_at, a.price,
    CASE WHEN n.to_at - n.from_at <= n.gap_after_ms * interval '1 millisecond' THEN n.to_at ELSE n.from_at END AS to_at
  FROM next AS n
  LEFT JOIN LATERAL (
    SELECT CASE WHEN g.status <> 'stale' THEN g.price END AS price FROM lend.price_aggregates AS g
    WHERE g.token_mint = n.mint AND g.observed_at <= n.from_at AND g.observed_at > n.from_at - interval '2 days'
    ORDER BY g.observed_at DESC, g.slot DESC LIMIT 1
  ) AS a ON true
), piece AS (
  SELECT s.mint, q.bucket_start, s.from_at, s.price, s.from_at >= q.bucket_start AS is_observation,
    extract(epoch FROM least(s.to_at, q.bucket_start + interval '15 minutes') - greatest(s.from_at, q.bucket_start))::int AS seconds
  FROM span, step AS s
  CROSS JOIN LATERAL generate_series(date_bin('15 minutes', s.from_at, 'epoch'), date_bin('15 minutes', s.to_at, 'epoch'),
    interval '15 minutes') AS q(bucket_start)
  WHERE q.bucket_start >= span.from_at AND q.bucket_start < span.to_at AND (s.to_at > q.bucket_start OR s.from_at = q.bucket_start)
), summary AS (
  SELECT mint, bucket_start,
    (array_agg(price ORDER BY from_at) FILTER (WHERE price IS NOT NULL))[1] AS open_price, max(price) AS high_price,
    min(price) AS low_price, (array_agg(price ORDER BY from_at DESC) FILTER (WHERE price IS NOT NULL))[1] AS close_price,
    coalesce(sum(price * seconds), 0) AS price_seconds, count(*) FILTER (WHERE is_observation)::int AS observations,
    sum(seconds)::int AS observed_seconds, coalesce(sum(seconds) FILTER (WHERE price IS NOT NULL), 0)::int AS priced_seconds
  FROM piece GROUP BY 1, 2
), expected AS (
  SELECT l.token_mint, q.bucket_start, q.bucket_start + interval '15 minutes' <= l.observed_at AS final,
    greatest(0, extract(epoch FROM least(q.bucket_start + interval '15 minutes', l.observed_at) - greatest(q.bucket_start, l.first_seen_at)))::int AS elapsed_seconds
  FROM span, lend.price_latest AS l
  CROSS JOIN LATERAL generate_series(greatest(span.from_at, date_bin('15 minutes', l.first_seen_at, 'epoch')),
    least(span.to_at - interval '1 second', l.observed_at), interval '15 minutes') AS q(bucket_start)
), bucket AS (
  SELECT e.token_mint, e.bucket_start, s.open_price, s.high_price, s.low_price, s.close_price,
    coalesce(s.price_seconds, 0) AS price_seconds, coalesce(s.observations, 0) AS observations, e.elapsed_seconds,
    coalesce(s.observed_seconds, 0) AS observed_seconds, coalesce(s.priced_seconds, 0) AS priced_seconds,
    CASE WHEN coalesce(s.observed_seconds, 0) < e.elapsed_seconds THEN ${REASON} END AS gap_reason, e.final
  FROM expected AS e LEFT JOIN summary AS s ON s.mint = e.token_mint AND s.bucket_start = e.bucket_start
${upsert('900')}`;

/** Buckets of $3 seconds out of those of $4, of everything between $1 and $2. */
const FOLD_SQL = `
WITH span AS (
  SELECT date_bin(make_interval(secs => $3::int), $1::timestamptz, 'epoch') AS from_at,
    date_bin(make_interval(secs => $3::int), $2::timestamptz, 'epoch') + make_interval(secs => $3::int) AS to_at
), part AS (
  SELECT p.*, date_bin(make_interval(secs => $3::int), p.bucket_start, 'epoch') AS start
  FROM span, lend.price_buckets AS p
  WHERE p.width_seconds = $4::int AND p.bucket_start >= span.from_at AND p.bucket_start < span.to_at
), bucket AS (
  SELECT p.token_mint, p.start AS bucket_start,
    (array_agg(open_price ORDER BY p.bucket_start) FILTER (WHERE open_price IS NOT NULL))[1] AS open_price,
    max(high_price) AS high_price, min(low_price) AS low_price,
    (array_agg(close_price ORDER BY p.bucket_start DESC) FILTER (WHERE close_price IS NOT NULL))[1] AS close_price,
    sum(price_seconds) AS price_seconds, sum(observations)::int AS observations, sum(elapsed_seconds)::int AS elapsed_seconds,
    sum(observed_seconds)::int AS observed_seconds, sum(priced_seconds)::int AS priced_seconds,
    -- The reason of the part that lacks most.
    (array_agg(gap_reason ORDER BY elapsed_seconds - observed_seconds DESC, p.bucket_start)
      FILTER (WHERE gap_reason IS NOT NULL))[1] AS gap_reason,
    p.start + make_interval(secs => $3::int) <= l.observed_at AS final
  FROM part AS p JOIN lend.price_latest AS l ON l.token_mint = p.token_mint
  GROUP BY p.token_mint, p.start, l.observed_at
${upsert('$3::int')}`;
