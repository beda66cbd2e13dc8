import { earlier, endOf, HOUR_MS } from '@tidemark/core';
import type { Queryable, Sql } from '../create-database.ts';

export interface RefreshSpansResult {
  /** Spans that were added or differed from the stored ones. */
  readonly written: number;
  /** Stored spans that are no longer there. */
  readonly deleted: number;
}

/**
 * Makes the observation spans of the hours (UTC) that the range touches again from the committed poll batches. Whole hours,
 * so the outcome depends on the batches alone: not on when it runs, how often, or what the range was. Hours whose poll
 * batches were deleted (`purgePollBatches`) keep the spans they have.
 *
 * A span is a run of observations of one set of reserves with the same ones not observed and the same ones refused, each at most `gap_after_ms` after the
 * one before, cut at the edges of hours. A `follow` is no observation: it says that an account changed, and nothing of the time before.
 * Hour by hour, each in a transaction of its own.
 */
export async function refreshObservationSpans(
  sql: Sql,
  { protocol, from, to }: { readonly protocol: string; readonly from: Date; readonly to: Date },
): Promise<RefreshSpansResult> {
  let [written, deleted] = [0, 0];
  let start = from;
  while (start < to) {
    // An hour of thousands of reserves is tens of thousands of batches, and no run goes on beyond its hour: in longer
    // pieces the outcome is the same, and the statement is cancelled for the time it takes.
    const range = { protocol, from: start, to: earlier(to, endOf(start, HOUR_MS)) };
    const result = await sql.begin('isolation level read committed', (tx) => refreshSpansInTransaction(tx, range));
    written += result.written;
    deleted += result.deleted;
    start = range.to;
  }
  return { written, deleted };
}

/** One writer at a time, and none between a purge's mark and what an earlier refresh of the same hours read. */
export async function lockSpans(tx: Queryable, protocol: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`lend.observation_spans ${protocol}`}, 0))`;
}

/** The same within a transaction. */
export async function refreshSpansInTransaction(
  tx: Queryable,
  { protocol, from, to }: { readonly protocol: string; readonly from: Date; readonly to: Date },
): Promise<RefreshSpansResult> {
  await lockSpans(tx, protocol);
  const [result] = await tx<RefreshSpansResult[]>`
    WITH ${wantedSpans(tx, { protocol, from, to })}, written AS (
      INSERT INTO lend.observation_spans AS o
        (protocol, hour_start, span_index, from_at, to_at, from_slot, to_slot, observations, gap_after_ms, reserve_set,
         first_reserve, last_reserve, not_observed, refused, from_started_at, to_started_at)
      SELECT ${protocol}, hour_start, span_index, from_at, to_at, from_slot, to_slot, observations, gap_after_ms,
        reserve_set, first_reserve, last_reserve, not_observed, refused, from_started_at, to_started_at
      FROM wanted
      ON CONFLICT (protocol, hour_start, span_index) DO UPDATE SET
        from_at = excluded.from_at, to_at = excluded.to_at, from_slot = excluded.from_slot, to_slot = excluded.to_slot,
        observations = excluded.observations, gap_after_ms = excluded.gap_after_ms, reserve_set = excluded.reserve_set,
        first_reserve = excluded.first_reserve, last_reserve = excluded.last_reserve, not_observed = excluded.not_observed,
        refused = excluded.refused, from_started_at = excluded.from_started_at, to_started_at = excluded.to_started_at
      WHERE (o.from_at, o.to_at, o.from_slot, o.to_slot, o.observations, o.gap_after_ms, o.reserve_set, o.first_reserve,
          o.last_reserve, o.not_observed, o.refused, o.from_started_at, o.to_started_at)
        IS DISTINCT FROM (excluded.from_at, excluded.to_at, excluded.from_slot, excluded.to_slot, excluded.observations,
          excluded.gap_after_ms, excluded.reserve_set, excluded.first_reserve, excluded.last_reserve,
          excluded.not_observed, excluded.refused, excluded.from_started_at, excluded.to_started_at)
      RETURNING 1
    ), gone AS (
      DELETE FROM lend.observation_spans AS o USING bounds AS b
      WHERE o.protocol = ${protocol} AND o.hour_start >= b.first_hour AND o.hour_start < b.end_at
        AND NOT EXISTS (
          SELECT FROM wanted AS w WHERE w.hour_start = o.hour_start AND w.span_index = o.span_index)
      RETURNING 1
    )
    SELECT (SELECT count(*)::int FROM written) AS written, (SELECT count(*)::int FROM gone) AS deleted`;
  return result === undefined ? { written: 0, deleted: 0 } : { ...result };
}

/** The spans of the hours as a list of common table expressions: `bounds` of the hours, and `wanted`, the spans as they should be. */
function wantedSpans(
  tx: Queryable,
  { protocol, from, to }: { readonly protocol: string; readonly from: Date; readonly to: Date },
) {
  return tx`
    bounds AS (
      SELECT
        greatest(date_trunc('hour', ${from}::timestamptz, 'UTC'), (
          SELECT s.purged_before FROM lend.rollup_state AS s WHERE s.protocol = ${protocol})) AS first_hour,
        date_trunc('hour', ${to}::timestamptz - interval '1 microsecond', 'UTC') + interval '1 hour' AS end_at
    ), observations AS (
      SELECT date_trunc('hour', p.observed_at, 'UTC') AS hour_start, p.observed_at, p.slot, p.id, p.gap_after_ms,
        p.reserve_set, p.first_reserve, p.last_reserve, p.not_observed, p.started_at,
        coalesce(p.refused, CASE WHEN p.quarantined > 0 THEN p.not_observed ELSE '{}' END) AS refused
      FROM lend.poll_batches AS p
      WHERE p.protocol = ${protocol} AND p.kind <> 'follow' AND p.first_reserve IS NOT NULL
        AND p.observed_at >= (SELECT first_hour FROM bounds) AND p.observed_at < (SELECT end_at FROM bounds)
    ), marked AS (
      SELECT *, coalesce(observed_at - lag(observed_at) OVER alike > gap_after_ms * interval '1 millisecond', true) AS starts
      FROM observations
      WINDOW alike AS (
        PARTITION BY hour_start, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms
        ORDER BY observed_at, slot, id)
    ), numbered AS (
      SELECT *, count(*) FILTER (WHERE starts) OVER (
        PARTITION BY hour_start, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms
        ORDER BY observed_at, slot, id) AS run
      FROM marked
    ), spans AS (
      SELECT hour_start, min(observed_at) AS from_at, max(observed_at) AS to_at, min(slot) AS from_slot,
        max(slot) AS to_slot, count(*)::int AS observations, gap_after_ms, reserve_set, first_reserve, last_reserve,
        not_observed, refused, (array_agg(started_at ORDER BY observed_at, slot, started_at))[1] AS from_started_at,
        (array_agg(started_at ORDER BY observed_at DESC, slot DESC, started_at DESC))[1] AS to_started_at
      FROM numbered
      GROUP BY hour_start, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms, run
    ), wanted AS (
      SELECT (row_number() OVER (
          PARTITION BY hour_start
          ORDER BY from_at, from_slot, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms
        ) - 1)::int AS span_index, *
      FROM spans
    )`;
}
