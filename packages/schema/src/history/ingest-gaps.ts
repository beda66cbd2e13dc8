import type { ObservationGap } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';

/** A row of the ledger of gaps. */
export interface IngestGap extends ObservationGap {
  /** Null: the gap is one of all reserves of the protocol. */
  readonly reserve: string | null;
  /** Banks of the looks around it; null where they are not known. */
  readonly fromSlot: bigint | null;
  readonly toSlot: bigint | null;
  /** When the work on these looks began; null where they are not known, or where the gap goes on. */
  readonly fromStartedAt: Date | null;
  readonly toStartedAt: Date | null;
  /** The failed attempt that the reason names. */
  readonly attemptId: bigint | null;
  readonly detail: string | null;
}

export interface IngestGapFilter {
  readonly protocol: string;
  /** Left out: all. Gaps of all reserves are always among the rows. */
  readonly reserves?: readonly string[];
  readonly from: Date;
  readonly to: Date;
  /** The first so many. Left out: all there are. */
  readonly limit?: number;
}

/** Gaps that overlap the range, by reserve (byte order, those of all reserves first) and beginning. */
export async function listIngestGaps(sql: Queryable, options: IngestGapFilter): Promise<IngestGap[]> {
  const { protocol, reserves, from, to, limit } = options;
  // The expression is that of an index, which has the rows in this order: a limit then ends the reading, too.
  const rows = await sql<IngestGap[]>`
    SELECT reserve, from_at AS "from", to_at AS "to", reason_code AS reason, detail, from_slot AS "fromSlot",
      to_slot AS "toSlot", from_started_at AS "fromStartedAt", to_started_at AS "toStartedAt", attempt_id AS "attemptId"
    FROM lend.ingest_gaps
    WHERE protocol = ${protocol} AND from_at < ${to}::timestamptz AND to_at > ${from}::timestamptz
      ${reserves === undefined ? sql`` : sql`AND coalesce(reserve, '') = ANY(${['', ...reserves]}::text[])`}
    ORDER BY coalesce(reserve, ''), from_at
    ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`;
  return rows.map((row) => ({ ...row }));
}
