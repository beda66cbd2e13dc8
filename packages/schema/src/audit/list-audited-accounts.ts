import type { Queryable } from '../create-database.ts';

/** An account that is to be kept up to date, and when it was. */
export interface AuditedAccount {
  readonly kind: 'reserve' | 'lending_market';
  readonly address: string;
  /** The address itself where it is a lending market. */
  readonly lendingMarket: string;
  /** Of the newest row; null where a reserve is registered and none was ever stored. */
  readonly slot: bigint | null;
  readonly observedAt: Date | null;
  readonly firstSeenSlot: bigint;
  readonly firstSeenAt: Date;
}

/** Every account that is not known to be gone, by kind and address (byte order). */
export async function listAuditedAccounts(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AuditedAccount[]> {
  const rows = await sql<AuditedAccount[]>`
    SELECT 'reserve' AS kind, r.address, r.lending_market AS "lendingMarket", l.slot, l.observed_at AS "observedAt",
      r.first_seen_slot AS "firstSeenSlot", r.first_seen_at AS "firstSeenAt"
    FROM lend.reserves AS r LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.protocol = ${protocol} AND r.missing_since_slot IS NULL
    UNION ALL
    SELECT 'lending_market', m.address, m.address, m.slot, m.observed_at, m.first_seen_slot, m.first_seen_at
    FROM lend.lending_markets AS m WHERE m.protocol = ${protocol} AND m.missing_since_slot IS NULL
    ORDER BY kind, address`;
  return rows.map((row) => ({ ...row }));
}
