import type { Queryable } from '../create-database.ts';

/** An account that is kept out of the data at the moment. */
export interface RefusedAccount {
  readonly kind: string;
  readonly address: string;
  /** Of the newest refusal. */
  readonly reasonCode: string;
  readonly dataLength: number;
  /** Chain time at which the account was refused for this reason first, and last. */
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
}

/** One row per account whose newest look since `since` (chain time) was refused and gave no row, by kind and address. */
export async function listRefusedAccounts(
  sql: Queryable,
  { since }: { readonly since: Date },
): Promise<RefusedAccount[]> {
  const rows = await sql<RefusedAccount[]>`
    WITH newest AS (
      SELECT DISTINCT ON (q.account_kind, q.address) q.account_kind AS kind, q.address, q.reason_code AS "reasonCode",
        q.data_length AS "dataLength", q.last_seen_at AS "lastSeenAt", q.last_seen_slot
      FROM lend.quarantine AS q WHERE q.last_seen_at >= ${since}::timestamptz
      ORDER BY q.account_kind, q.address, q.last_seen_slot DESC, q.id DESC
    )
    SELECT n.kind, n.address, n."reasonCode", n."dataLength", n."lastSeenAt", (
        SELECT min(f.first_seen_at) FROM lend.quarantine AS f
        WHERE f.address = n.address AND f.reason_code = n."reasonCode"
      ) AS "firstSeenAt"
    FROM newest AS n
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = n.address AND n.kind = 'reserve'
    LEFT JOIN lend.reserves AS r ON r.address = n.address AND n.kind = 'reserve'
    LEFT JOIN lend.lending_markets AS m ON m.address = n.address AND n.kind = 'lending_market'
    LEFT JOIN lend.token_mints AS t ON t.address = n.address AND n.kind = 'token_mint'
    WHERE n.last_seen_slot > coalesce(l.slot, m.slot, t.slot, -1)
      AND r.missing_since_slot IS NULL AND m.missing_since_slot IS NULL
    ORDER BY n.kind COLLATE "C", n.address`;
  return rows.map((row) => ({ ...row }));
}
