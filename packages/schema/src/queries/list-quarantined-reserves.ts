import type { Queryable } from '../create-database.ts';

/** A reserve that was kept out of the data, for one reason. */
export interface QuarantinedReserve {
  readonly address: string;
  readonly reasonCode: string;
  /** What the newest refusal said. */
  readonly expected: string | null;
  readonly actual: string | null;
  readonly firstSeenSlot: bigint;
  readonly firstSeenAt: Date;
  readonly lastSeenSlot: bigint;
  readonly lastSeenAt: Date;
  /** Poll batches that met it. */
  readonly occurrences: bigint;
  /** The newest refusal is for this reason and recent, no later read gave a row, and the account is on chain. */
  readonly active: boolean;
}

/** How much older than the newest row of any reserve an active refusal may be: several runs of discovery. */
const RECENT = '1 hour';

/** One row per reserve and reason, by address, reason (byte order). */
export async function listQuarantinedReserves(sql: Queryable): Promise<QuarantinedReserve[]> {
  const rows = await sql<(Omit<QuarantinedReserve, 'occurrences'> & { occurrences: string })[]>`
    WITH refused AS (
      SELECT address, reason_code AS "reasonCode",
        (array_agg(expected ORDER BY last_seen_slot DESC, id DESC))[1] AS expected,
        (array_agg(actual ORDER BY last_seen_slot DESC, id DESC))[1] AS actual,
        min(first_seen_slot) AS "firstSeenSlot", min(first_seen_at) AS "firstSeenAt",
        max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt", sum(occurrences) AS occurrences
      FROM lend.quarantine WHERE account_kind = 'reserve' GROUP BY address, reason_code
    )
    SELECT q.*, q."lastSeenSlot" = max(q."lastSeenSlot") OVER (PARTITION BY q.address)
        AND coalesce(q."lastSeenSlot" > l.slot, true) AND r.missing_since_slot IS NULL
        AND coalesce(q."lastSeenAt" >= newest.observed_at - ${RECENT}::interval, true) AS active
    FROM refused AS q
    LEFT JOIN lend.reserves AS r ON r.address = q.address
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = q.address
    CROSS JOIN (SELECT max(observed_at) AS observed_at FROM lend.reserve_latest) AS newest
    ORDER BY q.address COLLATE "C", q."reasonCode" COLLATE "C"`;
  return rows.map((row) => ({ ...row, occurrences: BigInt(row.occurrences) }));
}
