import type { Queryable } from '../create-database.ts';
import { toJson } from '../rows/encode-record.ts';
import type { GapExplanation, GapTimes } from './gap-evidence.ts';

/** A gap of one reserve with both of its ends, and why it is there. */
export interface WholeGap extends GapTimes, GapExplanation {
  /** Of the look before it. */
  readonly fromSlot: bigint;
  /** Of the look that ended it; null while it goes on, and where that look is at an older bank. */
  readonly toSlot: bigint | null;
}

/** What the ledger is to say of a gap; what is left out is not known. */
type LedgerEntry = Pick<WholeGap, 'reserve' | 'from' | 'to' | 'reason'> & Partial<WholeGap>;

/**
 * Takes gaps out of the ledger and puts others in, for a caller that knows every gap with both of its ends. Safe to repeat; for
 * a transaction that holds what lets one writer at a time in.
 */
export async function replaceIngestGaps(
  tx: Queryable,
  options: {
    readonly protocol: string;
    readonly removed: readonly Pick<WholeGap, 'reserve' | 'from'>[];
    readonly added: readonly LedgerEntry[];
  },
): Promise<void> {
  const { protocol, removed, added } = options;
  if (removed.length > 0) {
    await tx`
      DELETE FROM lend.ingest_gaps AS g
      USING json_to_recordset(${toJson(removed.map(({ reserve, from }) => ({ reserve, from })))}::text::json)
        AS i(reserve text COLLATE "C", "from" timestamptz)
      WHERE g.protocol = ${protocol} AND coalesce(g.reserve, '') = i.reserve AND g.from_at = i."from"`;
  }
  if (added.length === 0) return;
  await tx`
    INSERT INTO lend.ingest_gaps
      (protocol, reserve, from_at, to_at, reason_code, from_slot, to_slot, from_started_at, to_started_at, attempt_id)
    SELECT ${protocol}, g.reserve, g."from", g."to", g.reason, g."fromSlot", g."toSlot", g."fromStartedAt", g."toStartedAt",
      g."attemptId"
    FROM json_to_recordset(${toJson(added)}::text::json)
      AS g(reserve text COLLATE "C", "from" timestamptz, "to" timestamptz, reason text, "fromSlot" bigint, "toSlot" bigint,
        "fromStartedAt" timestamptz, "toStartedAt" timestamptz, "attemptId" bigint)
    ON CONFLICT (protocol, coalesce(reserve, ''), from_at) DO UPDATE SET
      to_at = excluded.to_at, reason_code = excluded.reason_code, from_slot = excluded.from_slot, to_slot = excluded.to_slot,
      from_started_at = excluded.from_started_at, to_started_at = excluded.to_started_at, attempt_id = excluded.attempt_id,
      recorded_at = now()`;
}
