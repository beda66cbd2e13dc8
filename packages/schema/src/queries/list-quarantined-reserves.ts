import type { Queryable } from '../create-database.ts';

/** A reserve that was kept out of the data, for one reason. */
export interface QuarantinedReserve {
  readonly address: string;
  readonly reasonCode: string;
  /** What the newest refusal said. */
  readonly expected: string | null;
  readonly actual: string | null;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly occurrences: bigint;
  /** No later read gave a row, the account is on chain, and the refusal is recent. */
  readonly active: boolean;
}

/** How much older than the newest row of any reserve an active refusal may be: several runs of discovery. */
const RECENT = '1 hour';

/** One row per reserve and reason, by address, reason (byte order). */
export async function listQuarantinedReserves(sql: Queryable): Promise<QuarantinedReserve[]> {
  const rows = await sql<(Omit<QuarantinedReserve, 'occurrences'> & { occurrences: string | bigint })[]>`
    SELECT q.*,
      coalesce(q."lastSeenAt" > l.observed_at, true) AND r.missing_since_at IS NULL
        AND coalesce(q."lastSeenAt" >= newest.observed_at - ${RECENT}::interval, true) AS active
    FROM (
      SELECT address, reason_code AS "reasonCode",
        (array_agg(expected ORDER BY last_seen_at DESC, id DESC))[1] AS expected,
        (array_agg(actual ORDER BY last_seen_at DESC, id DESC))[1] AS actual,
        min(first_seen_at) AS "firstSeenAt", max(last_seen_at) AS "lastSeenAt", sum(occurrences) AS occurrences
      FROM lend.quarantine WHERE account_kind = 'reserve' GROUP BY address, reason_code
    ) AS q
    LEFT JOIN lend.reserves AS r ON r.address = q.address
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = q.address
    CROSS JOIN (SELECT max(observed_at) AS observed_at FROM lend.reserve_latest) AS newest
    ORDER BY q.address COLLATE "C", q."reasonCode" COLLATE "C"`;
  return rows.map((row) => ({ ...row, occurrences: BigInt(row.occurrences) }));
}
