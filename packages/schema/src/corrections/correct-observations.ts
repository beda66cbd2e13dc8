import type { Protocol } from '@tidemark/protocols';
import type { Queryable } from '../create-database.ts';
import { readSnapshots, SNAPSHOT_COLUMNS, type StoredSnapshot } from '../history/neighbour-states.ts';
import { encodeRecord, toJson } from '../rows/encode-record.ts';
import type { DerivedColumns } from '../rows/to-reserve-state.ts';
import { SchemaError } from '../schema-error.ts';
import {
  ADD_CORRECTED_TERMS_SQL,
  CORRECT_NARROW_SQL,
  CORRECT_WIDE_SQL,
  CORRECTED_SPECS,
  COUNT_DIFFERING_SQL,
  DERIVED_SPECS,
  KEEP_OLD_SQL,
  NARROW_CHECKSUM_SQL,
} from './correct-observations-sql.ts';

/** Observations of reserves in `[from, to)`, within one UTC day. */
export interface ObservationRange {
  readonly reserves: readonly string[];
  readonly from: Date;
  readonly to: Date;
}

/** How many observations each reserve has in a range, those that have some, in the order of their addresses. */
export async function countObservations(
  sql: Queryable,
  { reserves, from, to }: ObservationRange,
): Promise<{ readonly reserve: string; readonly count: number }[]> {
  const rows = await sql<{ reserve: string; count: number }[]>`
    SELECT h.reserve, count(*)::int AS count FROM lend.all_snapshots AS h
    WHERE h.reserve = ANY(${[...reserves]}::text[]) AND h.observed_at >= ${from}::timestamptz AND h.observed_at < ${to}::timestamptz
    GROUP BY h.reserve ORDER BY h.reserve`;
  return rows.map((row) => ({ ...row }));
}

/** Observations with all that is stored of them, by reserve and time. */
export async function listObservations(
  sql: Queryable,
  { reserves, from, to }: ObservationRange,
): Promise<readonly StoredSnapshot[]> {
  const rows = await sql<StoredSnapshot[]>`
    SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)} FROM lend.all_snapshots AS h
    WHERE h.reserve = ANY(${[...reserves]}::text[]) AND h.observed_at >= ${from}::timestamptz AND h.observed_at < ${to}::timestamptz
    ORDER BY h.reserve, h.observed_at, h.slot`;
  return readSnapshots(rows);
}

/** An observation, and what should be stored of it. */
export interface CorrectedObservation extends DerivedColumns {
  readonly reserve: string;
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly decoderVersion: number;
}

/** Columns in which an observation is not what it should be; the version alone is no difference. */
export function differingColumns(row: StoredSnapshot, corrected: DerivedColumns): string[] {
  return DERIVED_SPECS.flatMap(({ key, name }) => {
    if (key === 'decoderVersion') return [];
    // 0 and -0 are the same number: what is sent as JSON knows one of them.
    return Reflect.get(row, key) === Reflect.get(corrected, key) ? [] : [name];
  });
}

/**
 * Replaces the derived values of observations of one UTC day, in the transaction given, which has to be `repeatable read`: a move of the rows, or a
 * seal of their month, at the same moment makes one of the two begin again. What was stored goes into `lend.corrections`, each value for itself. A month
 * that was sealed is sealed again by the next run of the upkeep. Answers how many values were replaced.
 *
 * Throws `HISTORY_DIFFERS` where the rows do not say afterwards what they should.
 */
export async function correctObservations(
  tx: Queryable,
  options: {
    readonly protocol: Pick<Protocol, 'name' | 'scale'>;
    readonly reason: string;
    readonly rows: readonly CorrectedObservation[];
  },
): Promise<number> {
  const { protocol, reason, rows } = options;
  const [first] = rows;
  if (first === undefined) return 0;
  const input = toJson(rows.map((row) => encodeRecord(CORRECTED_SPECS, { ...row }, row.reserve)));
  const month = `${first.observedAt.toISOString().slice(0, 7)}-01`;
  // First of all: whoever moves rows of the month, or seals it, waits here and then begins anew.
  await tx`UPDATE lend.history_months SET moved_at = moved_at WHERE month = ${month}::date`;
  const kept = await tx.unsafe(KEEP_OLD_SQL, [input, protocol.name, reason]);
  await tx.unsafe(CORRECT_WIDE_SQL, [input]);
  const before = await narrowChecksum(tx, input);
  if (before.count > 0n) {
    const scale = String(protocol.scale);
    await tx.unsafe(ADD_CORRECTED_TERMS_SQL, [input, scale]);
    await tx.unsafe(CORRECT_NARROW_SQL, [input, scale]);
    const after = await narrowChecksum(tx, input);
    await tx`
      UPDATE lend.history_months SET checksum = checksum + ${String(after.checksum - before.checksum)}::numeric,
        sealed_at = NULL, sealing_after = NULL
      WHERE month = ${month}::date`;
  }
  const [differing] = await tx.unsafe<{ count: bigint }[]>(COUNT_DIFFERING_SQL, [input]);
  if (differing?.count !== 0n) {
    throw new SchemaError('HISTORY_DIFFERS', `observations of ${month} are not what they were corrected to`, {
      context: { protocol: protocol.name, rows: rows.length, differing: Number(differing?.count ?? -1) },
    });
  }
  return kept.length;
}

async function narrowChecksum(tx: Queryable, input: string): Promise<{ count: bigint; checksum: bigint }> {
  const [row] = await tx.unsafe<{ count: bigint; checksum: string }[]>(NARROW_CHECKSUM_SQL, [input]);
  return { count: row?.count ?? 0n, checksum: BigInt(row?.checksum ?? 0) };
}
