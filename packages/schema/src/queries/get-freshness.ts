import type { Queryable } from '../create-database.ts';

/** How fresh the latest rows are. */
export interface Freshness {
  readonly reserves: number;
  /** Newest slot of all reserves, and that bank's clock. */
  readonly newestSlot: bigint;
  readonly newestObservedAt: Date;
  /** When the newest row was written, by the database's clock. */
  readonly newestRecordedAt: Date;
  /** Chain time of the reserve that was seen longest ago, those that are missing left out; null when all are missing. */
  readonly oldestObservedAt: Date | null;
}

/** Null when nothing was polled yet. */
export async function getFreshness(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<Freshness | null> {
  const [row] = await sql<(Freshness & { newestSlot: bigint | null })[]>`
    SELECT count(*)::int AS reserves, max(l.slot) AS "newestSlot", max(l.observed_at) AS "newestObservedAt",
      max(l.recorded_at) AS "newestRecordedAt",
      min(l.observed_at) FILTER (WHERE r.missing_since_slot IS NULL) AS "oldestObservedAt"
    FROM lend.reserve_latest AS l JOIN lend.reserves AS r ON r.address = l.reserve
    WHERE r.protocol = ${protocol}`;
  return row === undefined || row.reserves === 0 ? null : { ...row };
}
