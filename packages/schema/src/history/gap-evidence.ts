import { gapReasonOf } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';

/** A time in which a reserve was not observed, between two observations of it. */
export interface GapTimes {
  readonly reserve: string;
  /** By the clock of the banks. */
  readonly from: Date;
  readonly to: Date;
  /**
   * When the work on the observations at both ends began, by the clock that attempts are timed with: the clocks of the chain and of
   * a machine are never compared. Null at the end: the gap goes on.
   */
  readonly fromStartedAt: Date;
  readonly toStartedAt: Date | null;
}

/** The first attempt of a gap that asked for its reserve and failed. */
export interface FirstFailure {
  readonly attemptId: bigint;
  readonly errorCode: string;
}

export interface GapExplanation {
  readonly reason: string;
  /**
   * The first attempt in the gap that failed, whatever the reason is: an observation that is committed late can divide the gap, and the
   * part before it is then one of this failure. An attempt that a gap names is not deleted.
   */
  readonly attemptId: bigint | null;
}

/** The gaps, each with its reason: from the observation spans and the attempts that failed, and nothing else. */
export async function explainGaps<Gap extends GapTimes>(
  sql: Queryable,
  { protocol, gaps }: { readonly protocol: string; readonly gaps: readonly Gap[] },
): Promise<(Gap & GapExplanation)[]> {
  if (gaps.length === 0) return [];
  const vainObservations = await listVainObservations(sql, protocol, gaps);
  const failures = await listFirstFailures(sql, { protocol, gaps });
  return gaps.map((gap, place) => {
    const vainObservation = vainObservations.get(place) ?? null;
    const failure = failures[place] ?? null;
    return { ...gap, reason: gapReasonOf({ vainObservation, failure }), attemptId: failure?.attemptId ?? null };
  });
}

/**
 * The first failure of each gap, in their order; null where there is none. Attempts of `follow` do not count: no time
 * depends on them. Read from the sets that a reserve is in, so that an outage of months costs what a short one does.
 */
export async function listFirstFailures(
  sql: Queryable,
  { protocol, gaps }: { readonly protocol: string; readonly gaps: readonly Omit<GapTimes, 'from' | 'to'>[] },
): Promise<(FirstFailure | null)[]> {
  if (gaps.length === 0) return [];
  const rows = await sql<(FirstFailure & { place: number })[]>`
    SELECT g.place, f.attempt_id AS "attemptId", f.error_code AS "errorCode"
    FROM json_to_recordset(${toJson(
      gaps.map(({ reserve, fromStartedAt, toStartedAt }, place) => ({
        place,
        reserve,
        from_started_at: fromStartedAt,
        to_started_at: toStartedAt,
      })),
    )}::text::json) AS g(place int, reserve text, from_started_at timestamptz, to_started_at timestamptz)
    CROSS JOIN LATERAL (${firstFailureOf(sql, protocol)}) AS f`;
  const found = new Map(rows.map(({ place, ...failure }) => [place, failure]));
  return gaps.map((_, place) => found.get(place) ?? null);
}

/** The first failure of `g`, which has the columns of the ledger: the one place that says which attempts a gap has. */
export function firstFailureOf(sql: Queryable, protocol: string) {
  return sql`
    SELECT a.attempt_id, a.error_code
    FROM lend.reserve_sets AS s CROSS JOIN LATERAL (
      SELECT f.attempt_id, f.error_code, f.started_at FROM lend.failed_attempts AS f
      WHERE f.protocol = ${protocol} AND f.reserve_set = s.sha256 AND f.kind <> 'follow'
        AND f.started_at > g.from_started_at AND f.started_at < coalesce(g.to_started_at, 'infinity')
      ORDER BY f.started_at, f.attempt_id LIMIT 1
    ) AS a
    WHERE s.reserves @> ARRAY[g.reserve] ORDER BY a.started_at, a.attempt_id LIMIT 1`;
}

/**
 * By the place of the gap: the first observation that asked for its reserve and gave no row. Looked for set by set, as a reserve that
 * is asked for no more would otherwise have all spans since then read. Of spans that were under way when the gap began, each of
 * which has an observation in it, one that found a refused account counts first.
 */
async function listVainObservations(
  sql: Queryable,
  protocol: string,
  gaps: readonly GapTimes[],
): Promise<Map<number, { readonly isRefused: boolean }>> {
  // Not by an index: the one that begins with the protocol has the spans of all sets in the order of time.
  const within = sql`
    s.protocol || '' = ${protocol} AND s.hour_start >= date_trunc('hour', g."from", 'UTC') AND s.hour_start <= g."to"
    AND s.to_at > g."from" AND s.from_at <= g."to" AND g.reserve = ANY(s.not_observed)`;
  const observation = sql`
    greatest(s.from_at, g."from") AS at, coalesce(g.reserve = ANY(s.refused), false) AS is_refused`;
  const rows = await sql<{ place: number; isRefused: boolean }[]>`
    SELECT g.place, first.is_refused AS "isRefused"
    FROM json_to_recordset(${toJson(gaps.map(({ reserve, from, to }, place) => ({ place, reserve, from, to })))}::text::json)
      AS g(place int, reserve text, "from" timestamptz, "to" timestamptz)
    CROSS JOIN LATERAL (
      (SELECT observation.* FROM lend.reserve_sets AS r CROSS JOIN LATERAL (
        SELECT ${observation} FROM lend.observation_spans AS s WHERE s.reserve_set = r.sha256 AND ${within}
        ORDER BY s.hour_start, at, is_refused DESC LIMIT 1
      ) AS observation WHERE r.reserves @> ARRAY[g.reserve])
      UNION ALL
      (SELECT ${observation} FROM lend.observation_spans AS s WHERE s.reserve_set IS NULL AND ${within}
       ORDER BY s.hour_start, at, is_refused DESC LIMIT 1)
      ORDER BY at, is_refused DESC LIMIT 1
    ) AS first`;
  return new Map(rows.map(({ place, isRefused }) => [place, { isRefused }]));
}

/** From when to when a protocol was read, by the clock of its banks. */
export interface ObservedRange {
  readonly first: Date;
  readonly last: Date;
  /** End of the newest observation span: later batches, and those of `follow`, cover no time yet. Null: there is none. */
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
