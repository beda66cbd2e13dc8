import type { Sql } from '../create-database.ts';
import { retryConflicts } from './retry-conflicts.ts';

export interface MissingSighting {
  readonly kind: 'reserves' | 'lending_markets';
  /** Accounts that were looked for and not found. */
  readonly addresses: readonly string[];
  readonly slot: bigint;
  readonly observedAt: Date;
}

/**
 * Marks accounts as missing since the slot, unless they are marked already or were seen at that slot or later. Returns how
 * many were marked now. Nothing is deleted; being seen again clears the mark.
 */
export async function markMissing(sql: Sql, sighting: MissingSighting): Promise<number> {
  if (sighting.addresses.length === 0) return 0;
  const rows = await retryConflicts(() =>
    sql.begin(async (tx) => {
      const addresses = [...sighting.addresses];
      if (sighting.kind === 'lending_markets') {
        return tx`
        UPDATE lend.lending_markets
        SET missing_since_slot = ${sighting.slot}::bigint, missing_since_at = ${sighting.observedAt}::timestamptz
        WHERE address = ANY(${addresses}::text[]) AND missing_since_slot IS NULL AND slot < ${sighting.slot}::bigint
        RETURNING address`;
      }
      // The locks, and their order, of the poll's write.
      await tx`SELECT FROM lend.reserves WHERE address = ANY(${addresses}::text[]) ORDER BY address FOR NO KEY UPDATE`;
      return tx`
      UPDATE lend.reserves AS r
      SET missing_since_slot = ${sighting.slot}::bigint, missing_since_at = ${sighting.observedAt}::timestamptz
      WHERE r.address = ANY(${addresses}::text[]) AND r.missing_since_slot IS NULL
        AND r.last_seen_slot < ${sighting.slot}::bigint
        AND NOT EXISTS (
          SELECT FROM lend.reserve_latest AS l WHERE l.reserve = r.address AND l.slot >= ${sighting.slot}::bigint)
      RETURNING r.address`;
    }),
  );
  return rows.length;
}
