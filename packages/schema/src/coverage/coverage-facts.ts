import { floorMs, HOUR_MS } from '@tidemark/core';
import { gapReasonOf } from '@tidemark/model';
import type { Queryable, Sql } from '../create-database.ts';
import { type FirstFailure, type GapTimes, listFirstFailures } from '../history/gap-evidence.ts';
import { type IngestGap, listIngestGaps } from '../history/gap-ledger.ts';
import { listNeighbourObservations } from '../history/neighbour-observations.ts';
import { listReserveSets, type StoredSpan } from '../history/observation-spans.ts';

export interface CoverageFilter {
  readonly protocol: string;
  readonly from: Date;
  readonly to: Date;
}

/** What is on record about the observations of a range. */
export interface CoverageFacts {
  /**
   * Runs of observations of the range and of a day around it, in the order of their beginnings. None lies across an end of the
   * range, unless single observations of that hour are no longer held.
   */
  readonly runs: readonly StoredSpan[];
  /** The ledger of gaps; it may be a minute behind the runs. */
  readonly ledger: readonly IngestGap[];
}

/** Two observations further apart than this never cover the time between them. */
const AROUND_MS = 86_400_000;

/** Everything that coverage is computed from, as of one moment, but for failures: those are read of gaps that the ledger lacks. */
export function listCoverageFacts(sql: Sql, { protocol, from, to }: CoverageFilter): Promise<CoverageFacts> {
  const around = { from: new Date(from.getTime() - AROUND_MS), to: new Date(to.getTime() + AROUND_MS) };
  return sql.begin('isolation level repeatable read read only', async (tx) => ({
    runs: await listObservationRuns(tx, { protocol, ...around, cuts: [from, to] }),
    ledger: await listIngestGaps(tx, { protocol, from, to }),
  }));
}

export interface ObservationRunFilter {
  readonly protocol: string;
  readonly from: Date;
  readonly to: Date;
  /** Runs are cut at these moments where single observations are held: the observations before and from then on are counted apart. */
  readonly cuts: readonly Date[];
}

interface RunRow extends Omit<StoredSpan, 'reserves' | 'notObserved' | 'refused'> {
  readonly setKey: string | null;
  readonly notObserved: readonly string[];
  readonly refused: readonly string[];
}

/** A stretch of whole hours `[from, to)`. */
interface Hours {
  readonly from: Date;
  readonly to: Date;
}

/**
 * Runs of observations without a gap, in the order of their beginnings: the stored observation spans, but of hours that those may
 * not have reached yet, and of hours that are cut, made from the poll batches themselves. So they are complete to now.
 * For a transaction that sees one state of the database.
 */
export async function listObservationRuns(tx: Queryable, filter: ObservationRunFilter): Promise<StoredSpan[]> {
  const { protocol, from, to } = filter;
  const single = await findSingleHours(tx, filter);
  const starts = single.map((hours) => hours.from.toISOString());
  const ends = single.map((hours) => hours.to.toISOString());
  const cutAt = filter.cuts.map((cut) => cut.toISOString());
  const rows = await tx<RunRow[]>`
    WITH single AS (SELECT * FROM unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) AS s(from_at, to_at)),
    piece AS MATERIALIZED (
      SELECT p.observed_at AS from_at, p.observed_at AS to_at, p.slot AS from_slot, p.slot AS to_slot, 1 AS observations, p.gap_after_ms,
        p.reserve_set, p.first_reserve, p.last_reserve, p.not_observed,
        coalesce(p.refused, CASE WHEN p.quarantined > 0 THEN p.not_observed ELSE '{}' END) AS refused,
        p.started_at AS from_started_at, p.started_at AS to_started_at
      FROM single AS s
      JOIN lend.poll_batches AS p ON p.observed_at >= s.from_at AND p.observed_at < s.to_at
      WHERE p.protocol = ${protocol} AND p.kind <> 'follow' AND p.first_reserve IS NOT NULL
      UNION ALL
      SELECT from_at, to_at, from_slot, to_slot, observations, gap_after_ms, reserve_set, first_reserve, last_reserve,
        not_observed, coalesce(refused, '{}'), coalesce(from_started_at, from_at), coalesce(to_started_at, to_at)
      FROM lend.observation_spans AS o
      WHERE protocol = ${protocol} AND hour_start >= date_trunc('hour', ${from}::timestamptz, 'UTC')
        AND hour_start < ${to}::timestamptz
        AND NOT EXISTS (SELECT FROM single AS s WHERE o.hour_start >= s.from_at AND o.hour_start < s.to_at)
    ), class AS MATERIALIZED (
      -- Few, and long: thousands of pieces are compared by a number instead.
      SELECT row_number() OVER () AS id, c.* FROM (
        SELECT DISTINCT reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms FROM piece) AS c
    ), parted AS (
      SELECT c.id, p.*, (SELECT count(*) FROM unnest(${cutAt}::timestamptz[]) AS t(at) WHERE t.at <= p.from_at) AS part
      FROM piece AS p JOIN class AS c
        ON (p.first_reserve, p.last_reserve, p.gap_after_ms, p.not_observed, p.refused, coalesce(p.reserve_set, ''))
          = (c.first_reserve, c.last_reserve, c.gap_after_ms, c.not_observed, c.refused, coalesce(c.reserve_set, ''))
    ), marked AS (
      SELECT *, coalesce(from_at - lag(to_at) OVER alike > gap_after_ms * interval '1 millisecond', true) AS begins
      FROM parted WINDOW alike AS (PARTITION BY id, part ORDER BY from_at, to_at, from_slot)
    ), joined AS (
      SELECT *, count(*) FILTER (WHERE begins) OVER (PARTITION BY id, part ORDER BY from_at, to_at, from_slot) AS place FROM marked
    ), run AS (
      SELECT id, min(from_at) AS "from", max(to_at) AS "to", min(from_slot) AS "fromSlot", max(to_slot) AS "toSlot",
        sum(observations)::int AS observations,
        (array_agg(from_started_at ORDER BY from_at, to_at, from_slot, from_started_at))[1] AS "fromStartedAt",
        (array_agg(to_started_at ORDER BY to_at DESC, from_at DESC, to_slot DESC, to_started_at DESC))[1] AS "toStartedAt"
      FROM joined GROUP BY id, part, place
    )
    SELECT r."from", r."to", r."fromSlot", r."toSlot", r.observations, r."fromStartedAt", r."toStartedAt", c.gap_after_ms AS "gapAfterMs",
      encode(c.reserve_set, 'hex') AS "setKey", c.first_reserve AS "firstReserve", c.last_reserve AS "lastReserve",
      c.not_observed AS "notObserved", c.refused
    FROM run AS r JOIN class AS c USING (id) ORDER BY r."from", r."to", c.first_reserve`;
  const sets = await listReserveSets(tx, new Set(rows.flatMap((row) => row.setKey ?? [])));
  const nobody: ReadonlySet<string> = new Set();
  return rows.map(({ setKey, notObserved, refused, ...row }) => ({
    reserves: setKey === null ? null : (sets.get(setKey) ?? nobody),
    notObserved: notObserved.length === 0 ? nobody : new Set(notObserved),
    refused: refused.length === 0 ? nobody : new Set(refused),
    ...row,
  }));
}

/** Hours within the range of which single observations are to be read, apart from each other, without those that are deleted. */
async function findSingleHours(tx: Queryable, { protocol, from, to, cuts }: ObservationRunFilter): Promise<Hours[]> {
  const [row] = await tx<{ newestSpans: Date | null; purgedBefore: Date | null }[]>`
    SELECT (SELECT max(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol}) AS "newestSpans",
      (SELECT purged_before FROM lend.rollup_state WHERE protocol = ${protocol}) AS "purgedBefore"`;
  const firstMs = Math.max(floorMs(from.getTime(), HOUR_MS), row?.purgedBefore?.getTime() ?? 0);
  const endMs = floorMs(to.getTime(), HOUR_MS) + HOUR_MS;
  const tailMs = Math.max(firstMs, row?.newestSpans?.getTime() ?? firstMs);
  const edges = [
    ...new Set(
      cuts
        .map((cut) => cut.getTime())
        .filter((ms) => ms % HOUR_MS !== 0)
        .map((ms) => floorMs(ms, HOUR_MS)),
    ),
  ];
  const hours = edges
    .filter((ms) => ms >= firstMs && ms < Math.min(tailMs, endMs))
    .map((ms) => [ms, ms + HOUR_MS] as const);
  const tail = tailMs < endMs ? [[tailMs, endMs] as const] : [];
  return [...hours, ...tail].map(([fromMs, toMs]) => ({ from: new Date(fromMs), to: new Date(toMs) }));
}

/** A gap of a range, which may have begun long before it: then it is not known when the work on the observation before began. */
export interface GapOfRange extends Pick<GapTimes, 'reserve' | 'from' | 'toStartedAt'> {
  readonly fromStartedAt: Date | null;
}

/** The first attempt of each gap that failed, in their order; null where there is none, or was no observation before the gap. */
export async function listGapFailures(
  sql: Queryable,
  { protocol, gaps }: { readonly protocol: string; readonly gaps: readonly GapOfRange[] },
): Promise<(FirstFailure | null)[]> {
  const startless = gaps.filter(({ fromStartedAt }) => fromStartedAt === null);
  const startOf = new Map<GapOfRange, Date>();
  for (const ms of new Set(startless.map(({ from }) => from.getTime()))) {
    const begun = startless.filter(({ from }) => from.getTime() === ms);
    const reserves = begun.map(({ reserve }) => reserve);
    const observations = await listNeighbourObservations(sql, { protocol, reserves, before: new Date(ms) });
    for (const gap of begun) {
      const observation = observations.get(gap.reserve);
      if (observation !== undefined) startOf.set(gap, observation.startedAt);
    }
  }
  const placed = gaps.flatMap((gap) => {
    const fromStartedAt = gap.fromStartedAt ?? startOf.get(gap);
    return fromStartedAt === undefined ? [] : [{ gap, times: { ...gap, fromStartedAt } }];
  });
  const found = await listFirstFailures(sql, { protocol, gaps: placed.map(({ times }) => times) });
  const failureOf = new Map(placed.map(({ gap }, place) => [gap, found[place] ?? null]));
  return gaps.map((gap) => failureOf.get(gap) ?? null);
}

/** A time in which nothing of a protocol was read, and why; `to` is null while it goes on. */
export interface IngestStop {
  readonly from: Date;
  readonly to: Date | null;
  readonly reason: string;
}

/**
 * The stops since the newest observation span, in their order: of the time before, the ledger of gaps speaks. A stop goes on
 * where the newest observation is longer ago than another may come after it, by the clock of the database.
 */
export async function listIngestStops(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<IngestStop[]> {
  const rows = await sql<{ from: Date; to: Date | null; errorCode: string | null }[]>`
    WITH spans AS (
      SELECT max(to_at) AS to_at, max(coalesce(to_started_at, to_at)) AS to_started_at, max(gap_after_ms) AS gap_after_ms
      FROM lend.observation_spans WHERE protocol = ${protocol} AND hour_start = (
        SELECT max(hour_start) FROM lend.observation_spans WHERE protocol = ${protocol})
    ), observations AS (
      SELECT observed_at, started_at, gap_after_ms FROM lend.poll_batches
      WHERE protocol = ${protocol} AND kind <> 'follow'
        AND observed_at > coalesce((SELECT to_at FROM spans), '-infinity')
      UNION ALL
      SELECT to_at, to_started_at, gap_after_ms FROM spans WHERE to_at IS NOT NULL
    ), pairs AS (
      SELECT observed_at AS from_at, started_at AS from_started_at, lead(observed_at) OVER following AS to_at,
        lead(started_at) OVER following AS to_started_at,
        greatest(gap_after_ms, lead(gap_after_ms) OVER following) * interval '1 millisecond' AS patience
      FROM observations WINDOW following AS (ORDER BY observed_at, started_at)
    )
    SELECT p.from_at AS "from", p.to_at AS "to", (
        SELECT a.error_code FROM lend.failed_attempts AS a
        WHERE a.protocol = ${protocol} AND a.kind <> 'follow' AND a.started_at > p.from_started_at
          AND a.started_at < coalesce(p.to_started_at, 'infinity')
        ORDER BY a.started_at, a.attempt_id LIMIT 1) AS "errorCode"
    FROM pairs AS p
    WHERE CASE WHEN p.to_at IS NULL THEN now() - p.from_started_at > p.patience ELSE p.to_at - p.from_at > p.patience END
    ORDER BY p.from_at`;
  return rows.map(({ from, to, errorCode }) => ({
    from,
    to,
    reason: gapReasonOf({ vainObservation: null, failure: errorCode === null ? null : { errorCode } }),
  }));
}
