import type { Queryable, Sql } from '../create-database.ts';
import type { LockedReserve } from './lock-reserves.ts';
import type { PollBatch } from './poll-batch.ts';
import { retryConflicts } from './retry-conflicts.ts';

/** Reserves whose missing mark has to change. */
export interface PresencePlan {
  /** There again: seen at or after the slot at which they went missing. */
  readonly returned: readonly string[];
  /** Not there, at a slot newer than any at which they were seen. */
  readonly gone: readonly string[];
}

/** An account that could not be decoded is there all the same. A late batch cannot take back what a newer one found. */
export function planPresence(batch: PollBatch, reserves: ReadonlyMap<string, LockedReserve>): PresencePlan {
  const present = new Set([...batch.states.map((row) => row.reserve), ...batch.quarantined.map((row) => row.address)]);
  const returned = [...present].filter((address) => {
    const since = reserves.get(address)?.missingSinceSlot ?? null;
    return since !== null && batch.slot >= since;
  });
  const gone = batch.missing.filter((address) => {
    const reserve = reserves.get(address);
    if (reserve === undefined || reserve.missingSinceSlot !== null) return false;
    return batch.slot > reserve.seenSlot;
  });
  return { returned, gone };
}

/** Needs the locks of the reserves. */
export async function writePresence(
  tx: Queryable,
  plan: PresencePlan,
  bank: { readonly slot: bigint; readonly observedAt: Date },
): Promise<void> {
  if (plan.returned.length > 0) {
    await tx`
      UPDATE lend.reserves SET missing_since_slot = NULL, missing_since_at = NULL
      WHERE address = ANY(${[...plan.returned]}::text[])`;
  }
  if (plan.gone.length > 0) {
    await tx`
      UPDATE lend.reserves SET missing_since_slot = ${bank.slot}::bigint, missing_since_at = ${bank.observedAt}::timestamptz
      WHERE address = ANY(${[...plan.gone]}::text[])`;
  }
}

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
