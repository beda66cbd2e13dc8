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
  const banks = {
    batches: sql`
      FROM lend.poll_batches AS b
      WHERE b.protocol = ${protocol} AND b.slot IS NOT NULL AND b.observed_at IS NOT NULL`,
    attempts: sql`
      FROM lend.failed_attempts AS b
      WHERE b.protocol = ${protocol} AND b.slot IS NOT NULL AND b.observed_at IS NOT NULL
        AND b.error_code = 'SLOT_DURATION_UNAVAILABLE'`,
  };
  // From either end of each table: put together first, the banks would be sorted, and they are every batch that is kept.
  return sql<SlotClockPair[]>`
    WITH newest AS (
      SELECT slot, observed_at FROM (
        (SELECT b.slot, b.observed_at ${banks.batches} ORDER BY b.observed_at DESC LIMIT 1)
        UNION ALL (SELECT b.slot, b.observed_at ${banks.attempts} ORDER BY b.observed_at DESC LIMIT 1)
      ) AS last ORDER BY observed_at DESC LIMIT 1
    )
    SELECT oldest.slot AS "fromSlot", oldest.observed_at AS "fromAt", newest.slot AS "toSlot", newest.observed_at AS "toAt"
    FROM newest, LATERAL (
      SELECT slot, observed_at FROM (
        (SELECT b.slot, b.observed_at ${banks.batches}
           AND b.observed_at >= newest.observed_at - ${spanMs} * interval '1 millisecond'
         ORDER BY b.observed_at LIMIT 1)
        UNION ALL (SELECT b.slot, b.observed_at ${banks.attempts}
           AND b.observed_at >= newest.observed_at - ${spanMs} * interval '1 millisecond'
         ORDER BY b.observed_at LIMIT 1)
      ) AS first ORDER BY observed_at LIMIT 1
    ) AS oldest
    WHERE oldest.slot < newest.slot`;
}
