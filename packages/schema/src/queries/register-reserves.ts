import type { AccountConfigChange } from '../config-changes/write-config-changes.ts';
import type { Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import type { ReserveInput } from '../tables/index.ts';
import { type LockedReserve, lockReserves } from './lock-reserves.ts';
import type { PollBatch } from './poll-batch.ts';
import { writeReserves } from './upsert-reserves.ts';

export interface RegisteredReserves {
  readonly reserves: Map<string, LockedReserve>;
  /** How many were new or had another configuration. */
  readonly written: number;
  readonly configChanges: readonly AccountConfigChange[];
}

/**
 * Writes the reserves of the batch that are new or whose configuration changed, and returns what is known of all of them.
 * Throws `UNKNOWN_RESERVE` for a state without an identity.
 */
export async function registerReserves(
  tx: Queryable,
  batch: PollBatch,
  locked: Map<string, LockedReserve>,
): Promise<RegisteredReserves> {
  const rows = batch.reserves.filter((row) => isNews(row, locked.get(row.address)));
  const { configChanges } = await writeReserves(tx, rows, batch.id);
  // Another writer may have stored a new reserve and its first rows while this one waited to insert it.
  const isAnyNew = rows.some((row) => !locked.has(row.address));
  const reserves = isAnyNew ? await lockReserves(tx, [...locked.keys(), ...rows.map((row) => row.address)]) : locked;

  const unknown = batch.states.filter((state) => !reserves.has(state.reserve)).map((state) => state.reserve);
  if (unknown.length > 0) {
    throw new SchemaError('UNKNOWN_RESERVE', `reserves without identity: ${unknown.join(', ')}`, {
      context: { count: unknown.length },
    });
  }
  return { reserves, written: rows.length, configChanges };
}

function isNews(row: ReserveInput, stored: LockedReserve | undefined): boolean {
  if (stored === undefined) return true;
  return row.configSlot > stored.seenSlot && Buffer.compare(row.configSha256, stored.configSha256) !== 0;
}
