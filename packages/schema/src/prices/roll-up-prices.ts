import type { Queryable, Sql } from '../create-database.ts';
import { type RecordedNews, type RecordedRollup, rollUpRecorded, writtenBy } from '../roll-up-recorded.ts';
import { DIVERGENCE_FOLD_SQL, DIVERGENCE_QUARTERS_SQL } from './divergence-sql.ts';
import {
  FOLDED_SPAN_SQL,
  QUARTERS_OF_STEP,
  SECONDS_OF_STEP,
  STEPS_SQL,
  UNOBSERVED_REASON,
  writeBucketsSql,
} from './price-steps-sql.ts';

/** What a run did: buckets that are new or came out differently. Null: another process is rolling up. */
export interface PriceRollupReport {
  readonly batches: number;
  readonly quarterHourly: number;
  readonly hourly: number;
  readonly daily: number;
  /** Of divergences of reserves, of all widths. */
  readonly divergence: number;
}

const ROLLUP: RecordedRollup<PriceRollupReport> = {
  state: 'lend.price_rollup',
  batches: 'lend.price_batches',
  where: "outcome = 'committed' AND slot IS NOT NULL",
  kinds: [{ buckets: 'lend.price_buckets', widthSeconds: 900, latest: 'lend.price_latest', key: 'token_mint' }],
  // Some hours of batches.
  batchesAStep: 5_000,
  none: { batches: 0, quarterHourly: 0, hourly: 0, daily: 0, divergence: 0 },
  add: (left, right) => ({
    batches: left.batches + right.batches,
    quarterHourly: left.quarterHourly + right.quarterHourly,
    hourly: left.hourly + right.hourly,
    daily: left.daily + right.daily,
    divergence: left.divergence + right.divergence,
  }),
  write: writeBuckets,
};

/** Brings the buckets up to date with the batches that were recorded since the last run. A run may be repeated, or end in the middle. */
export async function rollUpPrices(sql: Sql): Promise<PriceRollupReport | null> {
  return rollUpRecorded(sql, ROLLUP);
}

/** Makes the buckets of a range again from what is stored of it. The same rows give the same buckets. */
export async function rebuildPriceBuckets(
  sql: Sql,
  range: { readonly from: Date; readonly to: Date },
): Promise<Omit<PriceRollupReport, 'batches'>> {
  const { batches: _, ...written } = await sql.begin('isolation level read committed', (tx) =>
    writeBuckets(tx, { ...range, batches: 0 }),
  );
  return written;
}

async function writeBuckets(tx: Queryable, { batches, from, to }: RecordedNews): Promise<PriceRollupReport> {
  const written = (statement: string, ...more: readonly number[]) => writtenBy(tx, statement, [from, to, ...more]);
  const quarterHourly = await written(QUARTERS_SQL);
  const hourly = await written(FOLD_SQL, 3_600, 900);
  const daily = await written(FOLD_SQL, 86_400, 3_600);
  const divergence =
    (await written(DIVERGENCE_QUARTERS_SQL)) +
    (await written(DIVERGENCE_FOLD_SQL, 3_600, 900)) +
    (await written(DIVERGENCE_FOLD_SQL, 86_400, 3_600));
  return { batches, quarterHourly, hourly, daily, divergence };
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
const TABLE = 'lend.price_buckets';
const KEYS = ['token_mint'];

/**
 * Quarters of an hour that begin between $1 and $2, or in which these lie, and not after now: a read can be ahead of the database's clock. A batch covers the time up to the next one where that is not too late;
 * the price in force in it is that of the newest stored aggregate, which is stored whenever it changes, and none where it is stale.
 */
const QUARTERS_SQL = `
WITH ${STEPS_SQL}, step AS MATERIALIZED (
  SELECT n.mint, n.from_at, n.to_at, a.price
  FROM next AS n
  LEFT JOIN LATERAL (
    SELECT CASE WHEN g.status <> 'stale' THEN g.price END AS price FROM lend.price_aggregates AS g
    WHERE g.token_mint = n.mint AND g.observed_at <= n.from_at AND g.observed_at > n.from_at - interval '2 days'
    ORDER BY g.observed_at DESC, g.slot DESC LIMIT 1
  ) AS a ON true
), piece AS (
  SELECT s.mint, q.bucket_start, s.from_at, s.price, s.from_at >= q.bucket_start AS is_observation,
    ${SECONDS_OF_STEP}
  FROM span, step AS s
  ${QUARTERS_OF_STEP}
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
    least(span.to_at - interval '1 second', l.observed_at, clock_timestamp()), interval '15 minutes') AS q(bucket_start)
), bucket AS (
  SELECT e.token_mint, e.bucket_start, s.open_price, s.high_price, s.low_price, s.close_price,
    coalesce(s.price_seconds, 0) AS price_seconds, coalesce(s.observations, 0) AS observations,
    -- The newest row is the one of the newest slot, and its time may be before that of an earlier slot.
    greatest(e.elapsed_seconds, coalesce(s.observed_seconds, 0)) AS elapsed_seconds,
    coalesce(s.observed_seconds, 0) AS observed_seconds, coalesce(s.priced_seconds, 0) AS priced_seconds,
    CASE WHEN coalesce(s.observed_seconds, 0) < e.elapsed_seconds THEN ${UNOBSERVED_REASON} END AS gap_reason, e.final
  FROM expected AS e LEFT JOIN summary AS s ON s.mint = e.token_mint AND s.bucket_start = e.bucket_start
)${writeBucketsSql(TABLE, KEYS, COLUMNS, '900')}`;

/** Buckets of $3 seconds out of those of $4, of everything between $1 and $2. */
const FOLD_SQL = `
WITH ${FOLDED_SPAN_SQL}, part AS (
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
)${writeBucketsSql(TABLE, KEYS, COLUMNS, '$3::int')}`;
