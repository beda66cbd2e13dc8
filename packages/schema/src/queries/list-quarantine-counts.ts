import type { Queryable } from '../create-database.ts';

/** How many accounts a reason keeps out of the data. */
export interface QuarantineCount {
  readonly accountKind: string;
  readonly reasonCode: string;
  /** Distinct addresses. */
  readonly accounts: number;
  /** Sightings, one per batch that met such an account. */
  readonly occurrences: bigint;
  readonly lastSeenSlot: bigint;
  readonly lastSeenAt: Date;
}

/** One row per kind of account and reason; `since` leaves out what was not seen at or after that chain time. */
export async function listQuarantineCounts(
  sql: Queryable,
  { since }: { readonly since?: Date } = {},
): Promise<QuarantineCount[]> {
  const rows = await sql<QuarantineCount[]>`
    SELECT account_kind AS "accountKind", reason_code AS "reasonCode", count(DISTINCT address)::int AS accounts,
      sum(occurrences)::bigint AS occurrences, max(last_seen_slot) AS "lastSeenSlot", max(last_seen_at) AS "lastSeenAt"
    FROM lend.quarantine
    WHERE last_seen_at >= ${since ?? new Date(0)}::timestamptz
    GROUP BY account_kind, reason_code
    ORDER BY account_kind COLLATE "C", reason_code COLLATE "C"`;
  return rows.map((row) => ({ ...row }));
}
