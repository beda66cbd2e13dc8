import type { ObservationGap } from '@tidemark/history';
import type { Queryable } from '../create-database.ts';

/** A row of the ledger of gaps. */
export interface IngestGap extends ObservationGap {
  /** Null: the gap is one of all reserves of the protocol. */
  readonly reserve: string | null;
  /** Banks of the looks around it; null where they are not known. */
  readonly fromSlot: bigint | null;
  readonly toSlot: bigint | null;
  readonly detail: string | null;
}

/** Gaps that overlap the range, by reserve (byte order, those of all reserves first) and beginning. */
export async function listIngestGaps(
  sql: Queryable,
  options: { readonly protocol: string; readonly reserves?: readonly string[]; readonly from: Date; readonly to: Date },
): Promise<IngestGap[]> {
  const { protocol, reserves, from, to } = options;
  const rows = await sql<IngestGap[]>`
    SELECT reserve, from_at AS "from", to_at AS "to", reason_code AS reason, detail, from_slot AS "fromSlot",
      to_slot AS "toSlot"
    FROM lend.ingest_gaps
    WHERE protocol = ${protocol} AND from_at < ${to}::timestamptz AND to_at > ${from}::timestamptz
      ${reserves === undefined ? sql`` : sql`AND (reserve IS NULL OR reserve = ANY(${[...reserves]}::text[]))`}
    ORDER BY reserve NULLS FIRST, from_at`;
  return rows.map((row) => ({ ...row }));
}
