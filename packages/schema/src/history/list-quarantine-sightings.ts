import type { Queryable } from '../create-database.ts';

/** A time between the first and the newest refusal of a reserve's account for one reason. */
export interface QuarantineSightings {
  readonly reserve: string;
  readonly reasonCode: string;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/**
 * Refusals that may lie in the range, by reserve, first sight. Between the first and the last of one content the account may
 * have been read with success.
 */
export async function listQuarantineSightings(
  sql: Queryable,
  options: { readonly reserves?: readonly string[]; readonly from: Date; readonly to: Date },
): Promise<QuarantineSightings[]> {
  const { reserves, from, to } = options;
  const rows = await sql<QuarantineSightings[]>`
    SELECT address AS reserve, reason_code AS "reasonCode", first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt"
    FROM lend.quarantine
    WHERE account_kind = 'reserve' AND last_seen_at >= ${from}::timestamptz AND first_seen_at < ${to}::timestamptz
      ${reserves === undefined ? sql`` : sql`AND address = ANY(${[...reserves]}::text[])`}
    ORDER BY address, first_seen_at, id`;
  return rows.map((row) => ({ ...row }));
}
