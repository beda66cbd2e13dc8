import type { Queryable } from '../create-database.ts';

/** Two banks that batches were read from, the earlier first. */
export interface SlotClockPair {
  readonly fromSlot: bigint;
  readonly fromAt: Date;
  readonly toSlot: bigint;
  readonly toAt: Date;
}

export interface SlotClockPairQuery {
  readonly protocol: string;
  readonly spanMs: number;
}

/**
 * The newest bank that was read and the oldest one that is at most `spanMs` older, by the chain's own clock: what a slot
 * duration can be measured from. A batch that failed for want of a slot duration counts too, or a provider without
 * performance samples could never fill an empty database. Null while there are not two of them.
 */
export async function getSlotClockPair(sql: Queryable, query: SlotClockPairQuery): Promise<SlotClockPair | null> {
  const [row] = await selectSlotClockPair(sql, query);
  return row === undefined ? null : { ...row };
}

/** The statement, which is sent when it is awaited: a test reads its plan. */
export function selectSlotClockPair(sql: Queryable, { protocol, spanMs }: SlotClockPairQuery) {
  // Not materialized: read into memory the banks are every batch that is kept, and from the index they are one from each end.
  return sql<SlotClockPair[]>`
    WITH banks AS NOT MATERIALIZED (
      SELECT slot, observed_at FROM lend.poll_batches
      WHERE protocol = ${protocol} AND slot IS NOT NULL AND observed_at IS NOT NULL
        AND (outcome = 'committed' OR error_code = 'SLOT_DURATION_UNAVAILABLE')
    ), newest AS (
      SELECT slot, observed_at FROM banks
      ORDER BY observed_at DESC LIMIT 1
    )
    SELECT oldest.slot AS "fromSlot", oldest.observed_at AS "fromAt", newest.slot AS "toSlot", newest.observed_at AS "toAt"
    FROM newest, LATERAL (
      SELECT b.slot, b.observed_at FROM banks AS b
      WHERE b.observed_at >= newest.observed_at - ${spanMs} * interval '1 millisecond'
      ORDER BY b.observed_at LIMIT 1
    ) AS oldest
    WHERE oldest.slot < newest.slot`;
}
