import type { Queryable } from '../create-database.ts';
import { readSnapshots, SNAPSHOT_COLUMNS, type StoredSnapshot } from '../history/stream-states.ts';
import { toJson } from '../rows/encode-record.ts';

/** Names one row of `reserve_snapshots`. */
export interface SnapshotKey {
  readonly reserve: string;
  readonly observedAt: Date;
  readonly slot: bigint;
}

/** What a row next to another one holds of the debt's index. */
export interface IndexNeighbour {
  readonly slot: bigint;
  readonly cumulativeBorrowRateBsf: bigint;
}

/** A stored look with what the looks around it say of the debt's index; null where there is none. */
export interface AuditSnapshot {
  readonly row: StoredSnapshot;
  readonly previous: IndexNeighbour | null;
  readonly next: IndexNeighbour | null;
}

type DriverRow = StoredSnapshot & {
  previousSlot?: bigint | null;
  previousRate?: string | null;
  nextSlot?: bigint | null;
  nextRate?: string | null;
};

/** Those of the named rows that are stored, in no order. */
export async function listAuditSnapshots(sql: Queryable, keys: readonly SnapshotKey[]): Promise<AuditSnapshot[]> {
  if (keys.length === 0) return [];
  const wanted = keys.map(({ reserve, observedAt, slot }) => ({ reserve, observed_at: observedAt, slot }));
  const rows = await sql<DriverRow[]>`
    SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)}, p.slot AS "previousSlot", p.cumulative_borrow_rate_bsf AS "previousRate",
      n.slot AS "nextSlot", n.cumulative_borrow_rate_bsf AS "nextRate"
    FROM json_to_recordset(${toJson(wanted)}::text::json) AS k(reserve text, observed_at timestamptz, slot bigint)
    JOIN lend.reserve_snapshots AS h
      ON h.reserve = k.reserve AND h.observed_at = k.observed_at AND h.slot = k.slot
    LEFT JOIN LATERAL (
      SELECT b.slot, b.cumulative_borrow_rate_bsf FROM lend.reserve_snapshots AS b
      WHERE b.reserve = k.reserve AND b.observed_at <= k.observed_at
        AND (b.observed_at, b.slot) < (k.observed_at, k.slot)
      ORDER BY b.observed_at DESC, b.slot DESC LIMIT 1
    ) AS p ON true
    LEFT JOIN LATERAL (
      SELECT b.slot, b.cumulative_borrow_rate_bsf FROM lend.reserve_snapshots AS b
      WHERE b.reserve = k.reserve AND b.observed_at >= k.observed_at
        AND (b.observed_at, b.slot) > (k.observed_at, k.slot)
      ORDER BY b.observed_at, b.slot LIMIT 1
    ) AS n ON true`;
  return rows.map(({ previousSlot, previousRate, nextSlot, nextRate, ...row }) => ({
    row: readOne(row),
    previous: toNeighbour(previousSlot, previousRate),
    next: toNeighbour(nextSlot, nextRate),
  }));
}

function readOne(row: StoredSnapshot): StoredSnapshot {
  readSnapshots([row]);
  return row;
}

function toNeighbour(slot: bigint | null | undefined, rate: string | null | undefined): IndexNeighbour | null {
  if (slot === null || slot === undefined || rate === null || rate === undefined) return null;
  return { slot, cumulativeBorrowRateBsf: BigInt(rate) };
}
