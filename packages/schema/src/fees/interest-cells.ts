import type { PendingQuery, Row } from 'postgres';
import type { IngestStop } from '../coverage/coverage-facts.ts';
import type { Queryable } from '../create-database.ts';
import { INTEREST_RECEIVERS } from '../tables/index.ts';

/** A reserve of a group. Groups are numbered by the caller. */
export interface FeeReserve {
  readonly reserve: string;
  readonly group: number;
  /** Periods that end before are none of its. */
  readonly firstSeenAt: Date;
  /** Since when the account is no longer on chain: hours and days that begin then or later are none of its. */
  readonly missingSinceAt: Date | null;
  /** Last read of an account that is refused since: why nothing is rolled up of what begins then or later. */
  readonly refusedAfter: Date | null;
}

export interface InterestFilter {
  readonly protocol: string;
  readonly reserves: readonly FeeReserve[];
  /** Start of the first period; periods follow each other from here. */
  readonly from: Date;
  /** End of the last period. Both are whole hours, whole days with the grain `daily`. */
  readonly to: Date;
  /** Length of a period: whole hours, whole days with the grain `daily`. */
  readonly periodSeconds: number;
  /** `daily` reads days where they are final and known throughout, and their hours otherwise: both are the sums of hours. */
  readonly grain: 'hourly' | 'daily';
  /** Adds up base units too, which only makes sense where every group is one reserve. */
  readonly inBaseUnits: boolean;
  /** Periods that begin after this have no row. */
  readonly now: Date;
}

/** With the times that nothing was read in and that no rollup has come to. */
export interface InterestCellFilter extends Omit<InterestFilter, 'periodSeconds' | 'inBaseUnits'> {
  readonly stops: readonly IngestStop[];
}

const PARTS = ['supply_side', 'protocol', ...Object.values(INTEREST_RECEIVERS)].flatMap((part) => [
  `${part}_sf`,
  `${part}_usd_sf`,
]);
/** Columns of buckets that are needed. The whole of the interest is the sum of its parts, of which all are known or none. */
const BUCKET = [
  'reserve_id',
  'bucket_start',
  'final',
  'gap_reason',
  'observed_seconds',
  'elapsed_seconds',
  'priced_seconds',
]
  .concat(PARTS.map((part) => `interest_${part}`))
  .join(', ');
const UNKNOWN = `b.interest_${PARTS[0]} IS NULL`;
/** In whole or in part: of a day that is known throughout the sum is over its priced hours. */
const UNPRICED = `NOT (${UNKNOWN}) AND (b.interest_${PARTS[1]} IS NULL OR b.priced_seconds < b.elapsed_seconds)`;
const SUMMED = PARTS.map((part) => `b.interest_${part}`)
  .concat(`${UNKNOWN} AS is_unknown`, `${UNPRICED} AS is_unpriced`)
  .join(', ');

/**
 * Statement with one row per reserve and bucket that there should be: with the bucket where it is stored, with nulls
 * otherwise. There should be none of a reserve that has left the chain, or no sum would be final again. `missing` sorts by
 * the seconds that are missing and ends with the reason; `is_whole` tells days from hours.
 */
export function interestCells(sql: Queryable, filter: InterestCellFilter): PendingQuery<Row[]> {
  return filter.grain === 'hourly' ? hourlyCells(sql, filter) : dailyCells(sql, filter);
}

function hourlyCells(sql: Queryable, filter: InterestCellFilter): PendingQuery<Row[]> {
  const { reserves, from, to } = filter;
  // Read by themselves: the planner knows how many buckets a range has, and not how many cells.
  return sql`
    WITH buckets AS MATERIALIZED (
      SELECT ${sql.unsafe(BUCKET)} FROM lend.reserve_hourly
      WHERE bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz
        AND reserve_id IN (SELECT id FROM lend.reserves WHERE address = ANY(${reserves.map(({ reserve }) => reserve)}::text[]))
    )
    SELECT w.group_index, w.reserve_index, c.cell_start, false AS is_whole, ${bucketColumns(sql, filter)}
    FROM ${wanted(sql, filter)}
    CROSS JOIN generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 hour', interval '1 hour')
      AS c(cell_start)
    LEFT JOIN buckets AS b ON b.reserve_id = w.reserve_id AND b.bucket_start = c.cell_start
    WHERE ${isExpected(sql, filter)}`;
}

/**
 * Days, but the hours of those that are not final yet or not known throughout: a day that lacks the interest of one hour has no sum of base
 * units, and all the same the other hours are known.
 */
function dailyCells(sql: Queryable, filter: InterestCellFilter): PendingQuery<Row[]> {
  const { from, to } = filter;
  // OFFSET 0 makes the hours lookups by key: the planner takes the few days for many, and would read all hours there are.
  return sql`
    WITH days AS MATERIALIZED (
      SELECT w.*, c.cell_start AS day_start, b.reserve_id IS NOT NULL AS is_whole, ${sql.unsafe(SUMMED)}, b.final,
        b.gap_reason, b.observed_seconds, b.elapsed_seconds, b.priced_seconds
      FROM ${wanted(sql, filter)}
      CROSS JOIN generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 day', interval '1 day')
        AS c(cell_start)
      LEFT JOIN lend.reserve_daily AS b
        ON b.reserve_id = w.reserve_id AND b.bucket_start = c.cell_start AND b.final AND NOT (${sql.unsafe(UNKNOWN)})
      WHERE c.cell_start < w.missing_since_at
    )
    SELECT b.group_index, b.reserve_index, b.day_start AS cell_start, true AS is_whole, ${sql.unsafe(SUMMED)}, b.final,
      b.observed_seconds, b.elapsed_seconds,
      CASE WHEN b.gap_reason IS NOT NULL
        THEN lpad((b.elapsed_seconds - b.observed_seconds)::text, 10, '0') || b.gap_reason END AS missing
    FROM days AS b WHERE is_whole
    UNION ALL
    SELECT w.group_index, w.reserve_index, c.cell_start, false AS is_whole, ${bucketColumns(sql, filter)}
    FROM days AS w
    CROSS JOIN generate_series(0, 23) AS h(hour)
    CROSS JOIN LATERAL (SELECT w.day_start + h.hour * interval '1 hour') AS c(cell_start)
    LEFT JOIN LATERAL (
      SELECT ${sql.unsafe(BUCKET)} FROM lend.reserve_hourly AS o
      WHERE o.reserve_id = w.reserve_id AND o.bucket_start = c.cell_start OFFSET 0
    ) AS b ON true
    WHERE NOT w.is_whole AND ${isExpected(sql, filter)}`;
}

function wanted(sql: Queryable, { reserves }: Pick<InterestFilter, 'reserves'>): PendingQuery<Row[]> {
  return sql`(
    SELECT i.id AS reserve_id, group_index, u.first_seen_at, coalesce(u.missing_since_at, 'infinity') AS missing_since_at,
      refused_after, (place - 1)::int AS reserve_index
    FROM unnest(
      ${reserves.map(({ reserve }) => reserve)}::text[],
      ${reserves.map(({ group }) => group)}::int[],
      ${reserves.map(({ firstSeenAt }) => firstSeenAt.toISOString())}::timestamptz[],
      ${reserves.map(({ missingSinceAt }) => missingSinceAt?.toISOString() ?? null)}::timestamptz[],
      ${reserves.map(({ refusedAfter }) => refusedAfter?.toISOString() ?? null)}::timestamptz[]
    ) WITH ORDINALITY AS u(reserve, group_index, first_seen_at, missing_since_at, refused_after, place)
    JOIN lend.reserves AS i ON i.address = u.reserve) AS w`;
}

/** Whether the reserve `w` was there in the hour `c`, which has begun. */
function isExpected(sql: Queryable, { now }: Pick<InterestFilter, 'now'>): PendingQuery<Row[]> {
  return sql`w.first_seen_at < c.cell_start + interval '1 hour' AND c.cell_start < w.missing_since_at
      AND c.cell_start <= ${now}::timestamptz`;
}

/** Columns of the bucket `b` of the cell `c` of the reserve `w`; what is not rolled up counts as time that has passed and was not observed. */
function bucketColumns(sql: Queryable, { now, stops }: InterestCellFilter): PendingQuery<Row[]> {
  const elapsed = sql`coalesce(b.elapsed_seconds, greatest(0, extract(epoch FROM
    least(c.cell_start + interval '1 hour', ${now}::timestamptz, w.missing_since_at)
      - greatest(c.cell_start, w.first_seen_at)))::int)`;
  return sql`${sql.unsafe(SUMMED)}, b.final, coalesce(b.observed_seconds, 0) AS observed_seconds,
    ${elapsed} AS elapsed_seconds,
    CASE WHEN b.gap_reason IS NOT NULL OR ${sql.unsafe(UNKNOWN)}
      THEN lpad((${elapsed} - coalesce(b.observed_seconds, 0))::text, 10, '0')
        || coalesce(b.gap_reason, CASE WHEN b.final IS NOT NULL THEN 'interest_unknown'
          WHEN w.refused_after <= c.cell_start THEN 'quarantined' ELSE ${unrolledReason(sql, stops)} END)
    END AS missing`;
}

/** Why the cell `c` has no bucket: nothing was read in it, or the rollups have not come to it. */
function unrolledReason(sql: Queryable, stops: readonly IngestStop[]): PendingQuery<Row[]> {
  return sql`coalesce((
    SELECT s.reason FROM unnest(${stops.map(({ from }) => from.toISOString())}::timestamptz[],
      ${stops.map(({ to }) => to?.toISOString() ?? null)}::timestamptz[],
      ${stops.map(({ reason }) => reason)}::text[]) AS s(from_at, to_at, reason)
    WHERE s.from_at <= c.cell_start AND (s.to_at IS NULL OR s.to_at >= c.cell_start + interval '1 hour')
    LIMIT 1), 'not_rolled_up')`;
}
