import type { Queryable } from '../create-database.ts';
import type { LockedReserve } from './lock-reserves.ts';
import type { PollBatch } from './poll-batch.ts';

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
