import { floorMs, HOUR_MS } from '@tidemark/core';
import type { Queryable } from '../create-database.ts';
import { listReserveSets, type StoredSpan } from '../history/observation-spans.ts';

export interface LookRunFilter {
  readonly protocol: string;
  readonly from: Date;
  readonly to: Date;
  /** Runs are cut at these moments where single looks are held: the looks before and from then on are counted apart. */
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
 * Runs of looks without a gap, in the order of their beginnings: the stored observation spans, but of hours that those may
 * not have reached yet, and of hours that are cut, made from the poll batches themselves. So they are complete to now.
 * For a transaction that sees one state of the database.
 */
export async function listLookRuns(tx: Queryable, filter: LookRunFilter): Promise<StoredSpan[]> {
  const { protocol, from, to } = filter;
  const single = await findSingleHours(tx, filter);
  const starts = single.map((hours) => hours.from.toISOString());
  const ends = single.map((hours) => hours.to.toISOString());
  const cutAt = filter.cuts.map((cut) => cut.toISOString());
  const rows = await tx<RunRow[]>`
    WITH single AS (SELECT * FROM unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) AS s(from_at, to_at)),
    looks AS (
      SELECT p.observed_at, p.slot, p.id, p.gap_after_ms, p.reserve_set, p.first_reserve, p.last_reserve, p.not_observed, p.started_at,
        coalesce(p.refused, CASE WHEN p.quarantined > 0 THEN p.not_observed ELSE '{}' END) AS refused,
        (SELECT count(*) FROM unnest(${cutAt}::timestamptz[]) AS c(at) WHERE c.at <= p.observed_at) AS part
      FROM single AS s
      JOIN lend.poll_batches AS p ON p.observed_at >= s.from_at AND p.observed_at < s.to_at
      WHERE p.protocol = ${protocol} AND p.kind <> 'follow' AND p.first_reserve IS NOT NULL
    ), marked AS (
      SELECT *, coalesce(observed_at - lag(observed_at) OVER alike > gap_after_ms * interval '1 millisecond', true) AS starts
      FROM looks
      WINDOW alike AS (
        PARTITION BY part, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms
        ORDER BY observed_at, slot, id)
    ), numbered AS (
      SELECT *, count(*) FILTER (WHERE starts) OVER (
        PARTITION BY part, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms
        ORDER BY observed_at, slot, id) AS run
      FROM marked
    ), runs AS (
      SELECT min(observed_at) AS from_at, max(observed_at) AS to_at, min(slot) AS from_slot, max(slot) AS to_slot,
        count(*)::int AS observations, gap_after_ms, reserve_set, first_reserve, last_reserve, not_observed, refused,
        (array_agg(started_at ORDER BY observed_at, slot, started_at))[1] AS from_started_at,
        (array_agg(started_at ORDER BY observed_at DESC, slot DESC, started_at DESC))[1] AS to_started_at
      FROM numbered
      GROUP BY part, reserve_set, first_reserve, last_reserve, not_observed, refused, gap_after_ms, run
      UNION ALL
      SELECT from_at, to_at, from_slot, to_slot, observations, gap_after_ms, reserve_set, first_reserve, last_reserve,
        not_observed, coalesce(refused, '{}'), coalesce(from_started_at, from_at), coalesce(to_started_at, to_at)
      FROM lend.observation_spans AS o
      WHERE protocol = ${protocol} AND hour_start >= date_trunc('hour', ${from}::timestamptz, 'UTC')
        AND hour_start < ${to}::timestamptz
        AND NOT EXISTS (SELECT FROM single AS s WHERE o.hour_start >= s.from_at AND o.hour_start < s.to_at)
    )
    SELECT from_at AS "from", to_at AS "to", from_slot AS "fromSlot", to_slot AS "toSlot", observations,
      gap_after_ms AS "gapAfterMs", encode(reserve_set, 'hex') AS "setKey", first_reserve AS "firstReserve",
      last_reserve AS "lastReserve", not_observed AS "notObserved", refused, from_started_at AS "fromStartedAt",
      to_started_at AS "toStartedAt"
    FROM runs ORDER BY from_at, to_at, first_reserve`;
  const sets = await listReserveSets(tx, new Set(rows.flatMap((row) => row.setKey ?? [])));
  const nobody: ReadonlySet<string> = new Set();
  return rows.map(({ setKey, notObserved, refused, ...row }) => ({
    ...row,
    reserves: setKey === null ? null : (sets.get(setKey) ?? nobody),
    notObserved: notObserved.length === 0 ? nobody : new Set(notObserved),
    refused: refused.length === 0 ? nobody : new Set(refused),
  }));
}

/** Hours within the range of which single looks are to be read, apart from each other, without those that are deleted. */
async function findSingleHours(tx: Queryable, { protocol, from, to, cuts }: LookRunFilter): Promise<Hours[]> {
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
