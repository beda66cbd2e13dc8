import type { Bucket } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';
import { BinaryCells } from '../copy/binary-cells.ts';
import { type BinaryColumn, encodeRows, HEADER_BYTES } from '../copy/binary-rows.ts';
import { copyBinaryRows, quoted, storeRows, trusted } from '../copy/copy-rows.ts';
import { columnList, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, toJson } from '../rows/encode-record.ts';
import { STORED_BUCKETS, type BucketGrain } from './bucket-selection.ts';
import { isFrozen, listArchivedMonths } from './narrow/archived-months.ts';
import { STORED_SPECS, storedColumns } from './stored-bucket.ts';

const COLUMNS = columnList(STORED_SPECS);
/** The place of the key among them. */
const [RESERVE = -1, BUCKET_START = -1] = ['reserveId', 'bucketStart'].map((key) =>
  STORED_SPECS.findIndex((spec) => spec.key === key),
);
const CHANGING = STORED_SPECS.map((spec) => spec.name).filter(
  (name) => name !== 'reserve_id' && name !== 'bucket_start',
);

/** One statement holds this many: a megabyte or two of JSON. */
const CHUNK = 250;
/** From so many on they are compared with what is stored, and those that are new are sent by COPY. */
const MANY = 500;
/** Compared and sent at once: some megabytes. */
const COPIED_AT_ONCE = 5_000;

/**
 * $1 JSON of the buckets. Rows that would not change are left alone, so that a run
 * that finds nothing new writes nothing. What is final is not replaced by what a run that began earlier took for open, nor by
 * what an earlier version, still running beside this one, takes for final. What is open it may finish: after a return to it
 * nobody else would.
 *
 * $2 true: what an earlier version made final stays as it was published, unless its gaps have another reason now.
 */
const writeBucketsSql = (table: string) => `
INSERT INTO ${table} AS b (${COLUMNS})
SELECT ${COLUMNS}
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(STORED_SPECS)})
ON CONFLICT (reserve_id, bucket_start) DO UPDATE
  SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}, computed_at = now()
  WHERE (NOT b.final OR (excluded.rollup_version > b.rollup_version
        AND (NOT $2::boolean OR excluded.gap_reason IS DISTINCT FROM b.gap_reason))
      OR (excluded.final AND excluded.rollup_version = b.rollup_version))
    AND (${CHANGING.map((name) => `b.${name}`).join(', ')})
      IS DISTINCT FROM (${CHANGING.map((name) => `excluded.${name}`).join(', ')})
RETURNING 1`;

export interface WrittenBuckets {
  /** Rows that were added or changed. */
  readonly written: number;
  /** True where it is known that the table holds these buckets now, and none of them as another version or a later run made it. */
  readonly isStored: boolean;
}

interface WriteOptions {
  readonly keepsPublished?: boolean;
}

/**
 * Stores buckets of one length, replacing those of the same reserve and start that differ; each reserve and start may be given
 * once. Safe to repeat; each statement is atomic. Throws `INVALID_ROW` for what must not be stored, `UNKNOWN_RESERVE` for a bucket of a reserve that is not; then nothing was sent of the 5,000 that
 * it is among.
 * Buckets of months that are archived stay as they are. With `keepsPublished` rows stay that an earlier version of the rollup made final, unless their gaps have another reason now.
 *
 * Writers of many take turns (`takeTurn` of the rollup): where another one adds the same rows meanwhile, the statement fails.
 */
export async function writeBuckets(
  sql: Queryable,
  grain: BucketGrain,
  protocol: string,
  buckets: readonly Bucket[],
  options: WriteOptions = {},
): Promise<WrittenBuckets> {
  // In the order of the key, so that two writers wait for each other and never in a circle.
  const archived = await listArchivedMonths(sql);
  const kept = archived.length === 0 ? buckets : buckets.filter(({ start }) => !isFrozen(archived, start));
  const ordered = kept.toSorted((a, b) => compare(a.reserve, b.reserve) || a.start.getTime() - b.start.getTime());
  const reserveIds = await readReserveIds(sql, ordered);
  const columns = storedColumns(grain, protocol, reserveIds);
  const target: Target = { table: STORED_BUCKETS[grain], columns, reserveIds };
  if (ordered.length < MANY) {
    return { written: await mergeBuckets(sql, target, ordered, options), isStored: ordered.length === 0 };
  }
  let written = 0;
  let isStored = true;
  for (let start = 0; start < ordered.length; start += COPIED_AT_ONCE) {
    const part = ordered.slice(start, start + COPIED_AT_ONCE);
    const { copied, others } = await copyNew(sql, target, part);
    const merged = await mergeBuckets(sql, target, others, options);
    written += copied + merged;
    isStored &&= merged === others.length;
  }
  return { written, isStored };
}

/** A table, and what a bucket has in its columns. */
interface Target {
  readonly table: string;
  readonly columns: readonly BinaryColumn<Bucket>[];
  readonly reserveIds: ReadonlyMap<string, number>;
}

/** Numbers of the reserves of the buckets. */
async function readReserveIds(sql: Queryable, buckets: readonly Bucket[]): Promise<ReadonlyMap<string, number>> {
  const addresses = [...new Set(buckets.map(({ reserve }) => reserve))];
  if (addresses.length === 0) return new Map();
  const rows = await sql<{ address: string; id: number }[]>`
    SELECT address, id FROM lend.reserves WHERE address = ANY(${addresses}::text[])`;
  return new Map(rows.map(({ address, id }) => [address, id]));
}

/** By one statement for each 250, which compares them with what is stored. Answers how many were added or changed. */
async function mergeBuckets(
  sql: Queryable,
  { table, columns }: Target,
  ordered: readonly Bucket[],
  { keepsPublished = false }: WriteOptions,
): Promise<number> {
  const records = ordered.map((bucket) => {
    const row = Object.fromEntries(columns.map(({ spec, valueOf }) => [spec.key, valueOf(bucket)]));
    return encodeRecord(STORED_SPECS, row, bucket.reserve);
  });
  let written = 0;
  for (let start = 0; start < records.length; start += CHUNK) {
    const chunk = toJson(records.slice(start, start + CHUNK));
    const rows = await sql.unsafe(writeBucketsSql(table), [chunk, keepsPublished], { prepare: true });
    written += rows.length;
  }
  return written;
}

/** Adds those that the table has no row of. `others`: those that it has another row of, as far as bytes tell. */
async function copyNew(
  sql: Queryable,
  { table, columns, reserveIds }: Target,
  ordered: readonly Bucket[],
): Promise<{ readonly copied: number; readonly others: readonly Bucket[] }> {
  const { bytes, starts } = encodeRows(columns, ordered);
  const stored = await readStored(sql, table, ordered, reserveIds);
  const others: Bucket[] = [];
  const pieces = [bytes.subarray(0, HEADER_BYTES)];
  let added = 0;
  for (const [place, bucket] of ordered.entries()) {
    const row = bytes.subarray(starts[place], starts[place + 1]);
    const known = stored.get(keyOf(reserveIds.get(bucket.reserve) ?? -1, bucket.start.getTime()));
    if (known === undefined) {
      pieces.push(row);
      added += 1;
    } else if (!known.equals(row)) others.push(bucket);
  }
  if (added === 0) return { copied: 0, others };
  const rows = added === ordered.length ? bytes : Buffer.concat([...pieces, bytes.subarray(starts.at(-1))]);
  return { copied: await storeRows(sql, { table, columns: COLUMNS }, rows), others };
}

/** Stored rows by their key, in the bytes that they are sent in. */
async function readStored(
  sql: Queryable,
  table: string,
  buckets: readonly Bucket[],
  reserveIds: ReadonlyMap<string, number>,
): Promise<Map<string, Buffer>> {
  const times = buckets.map(({ start }) => start.getTime());
  const [first, last] = times.reduce(([a, b], ms) => [Math.min(a, ms), Math.max(b, ms)], [Infinity, -Infinity]);
  const wanted = new Set(buckets.map(({ reserve }) => reserveIds.get(reserve) ?? -1));
  const { bytes } = await copyBinaryRows(
    sql,
    quoted`SELECT ${trusted(COLUMNS)} FROM ${trusted(table)} WHERE reserve_id = ANY(${trusted(`'{${[...wanted].join(',')}}'::int[]`)})
      AND bucket_start BETWEEN ${new Date(first)} AND ${new Date(last)}`,
  );
  const cells = new BinaryCells(bytes, STORED_SPECS.length);
  const rows = new Map<string, Buffer>();
  while (cells.next()) {
    const key = keyOf(cells.integer(RESERVE) ?? -1, cells.unixMs(BUCKET_START) ?? 0);
    rows.set(key, bytes.subarray(cells.start, cells.end));
  }
  return rows;
}

function keyOf(reserveId: number, startMs: number): string {
  return `${reserveId} ${startMs}`;
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
