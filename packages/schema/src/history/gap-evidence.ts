import type { Queryable } from '../create-database.ts';

/** Failures of batches that all asked for the same reserves. */
export interface PollFailure {
  readonly errorCode: string;
  readonly requested: readonly string[];
}

/**
 * Batches that failed between two looks, the first failure of each code and set first. A batch that failed may know no bank;
 * which of two came first is told by the times at which the work on them began, so that the clocks of the chain and of this
 * machine are never compared. Empty where the batches of the looks were deleted. Follow batches are left out: no time depends
 * on them. An outage of days has hundreds of thousands of them, each with a list of addresses that is stored apart from its row:
 * they are told apart by the hash of their set, and only rows of earlier versions, which have none, by the list.
 */
export async function listPollFailures(
  sql: Queryable,
  { protocol, from, to }: { readonly protocol: string; readonly from: Date; readonly to: Date },
): Promise<PollFailure[]> {
  const rows = await sql<PollFailure[]>`
    WITH looks AS (
      SELECT
        (SELECT max(started_at) FROM lend.poll_batches
         WHERE protocol = ${protocol} AND observed_at = ${from}::timestamptz) AS begins,
        (SELECT min(started_at) FROM lend.poll_batches
         WHERE protocol = ${protocol} AND observed_at = ${to}::timestamptz) AS ends
    ), failures AS (
      SELECT a.error_code, a.reserve_set, min(a.started_at) AS first_at
      FROM lend.failed_attempts AS a, looks AS l
      WHERE a.protocol = ${protocol} AND a.kind <> 'follow' AND a.started_at >= l.begins AND a.started_at <= l.ends
      GROUP BY 1, 2
    )
    SELECT f.error_code AS "errorCode", s.reserves AS requested
    FROM failures AS f JOIN lend.reserve_sets AS s ON s.sha256 = f.reserve_set
    ORDER BY f.first_at, f.error_code`;
  return rows.map((row) => ({ ...row }));
}

/** From when to when a protocol was read, by the clock of its banks. */
export interface ObservedRange {
  readonly first: Date;
  readonly last: Date;
  /** End of the newest observation span: later batches, and those of `follow`, vouch for no time yet. Null: there is none. */
  readonly lastInSpans: Date | null;
}

/** Null where no batch was ever committed. */
export async function getObservedRange(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<ObservedRange | null> {
  const [row] = await sql<{ first: Date | null; last: Date | null; lastInSpans: Date | null }[]>`
    WITH spans AS (
      SELECT
        (SELECT min(from_at) FROM lend.observation_spans WHERE protocol = ${protocol} AND hour_start = (
          SELECT min(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol})) AS first,
        (SELECT max(to_at) FROM lend.observation_spans WHERE protocol = ${protocol} AND hour_start = (
          SELECT max(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol})) AS last
    ), batches AS (
      SELECT min(observed_at) AS first, max(observed_at) AS last FROM lend.poll_batches
      WHERE protocol = ${protocol}
    )
    SELECT least(s.first, b.first) AS first, greatest(s.last, b.last) AS last, s.last AS "lastInSpans"
    FROM spans AS s, batches AS b`;
  const { first = null, last = null, lastInSpans = null } = row ?? {};
  return first === null || last === null ? null : { first, last, lastInSpans };
}
