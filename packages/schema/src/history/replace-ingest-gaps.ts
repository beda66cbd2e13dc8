import type { Queryable } from '../create-database.ts';

/** A gap of one reserve with both of its ends. */
export interface WholeGap {
  readonly reserve: string;
  readonly from: Date;
  readonly to: Date;
  readonly reason: string;
}

/**
 * Takes gaps out of the ledger and puts others in, for a caller that knows every gap with both of its ends. The
 * slots are those of the looks around the gap, as the observation spans have them, and null where the end is no look. Safe to repeat; for a transaction that holds what lets one writer at a time in.
 */
export async function replaceIngestGaps(
  tx: Queryable,
  options: {
    readonly protocol: string;
    readonly removed: readonly Pick<WholeGap, 'reserve' | 'from'>[];
    readonly added: readonly WholeGap[];
  },
): Promise<void> {
  const { protocol, removed, added } = options;
  if (removed.length > 0) {
    await tx`
      DELETE FROM lend.ingest_gaps AS g
      USING json_to_recordset(${JSON.stringify(removed.map(({ reserve, from }) => ({ reserve, from })))}::text::json)
        AS i(reserve text COLLATE "C", "from" timestamptz)
      WHERE g.protocol = ${protocol} AND coalesce(g.reserve, '') = i.reserve AND g.from_at = i."from"`;
  }
  if (added.length === 0) return;
  const looksAtIt = tx`
    NOT g.reserve = ANY(s.not_observed) AND CASE WHEN s.reserve_set IS NULL
      THEN g.reserve BETWEEN s.first_reserve AND s.last_reserve
      ELSE EXISTS (SELECT FROM lend.reserve_sets AS r WHERE r.sha256 = s.reserve_set AND g.reserve = ANY(r.reserves)) END`;
  await tx`
    INSERT INTO lend.ingest_gaps (protocol, reserve, from_at, to_at, reason_code, from_slot, to_slot)
    SELECT ${protocol}, g.reserve, g."from", g."to", g.reason, before.slot,
      CASE WHEN next.slot < before.slot THEN NULL ELSE next.slot END
    FROM json_to_recordset(${JSON.stringify(added)}::text::json)
      AS g(reserve text COLLATE "C", "from" timestamptz, "to" timestamptz, reason text)
    CROSS JOIN LATERAL (
      SELECT max(s.to_slot) AS slot FROM lend.observation_spans AS s
      WHERE s.protocol = ${protocol} AND s.hour_start = date_trunc('hour', g."from", 'UTC') AND s.to_at = g."from"
        AND ${looksAtIt}
    ) AS before
    CROSS JOIN LATERAL (
      SELECT min(s.from_slot) AS slot FROM lend.observation_spans AS s
      WHERE s.protocol = ${protocol} AND s.hour_start = date_trunc('hour', g."to", 'UTC') AND s.from_at = g."to"
        AND ${looksAtIt}
    ) AS next
    ON CONFLICT (protocol, coalesce(reserve, ''), from_at) DO UPDATE SET
      to_at = excluded.to_at, reason_code = excluded.reason_code, from_slot = excluded.from_slot,
      to_slot = excluded.to_slot, recorded_at = now()`;
}
