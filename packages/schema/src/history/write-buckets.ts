import { type Bucket, ROLLUP_VERSION } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import type { Queryable } from '../create-database.ts';
import { columnList, listColumnSpecs, recordsetColumns } from '../rows/column-specs.ts';
import { encodeRecord, toJson } from '../rows/encode-record.ts';
import { reserveHourly } from '../tables/index.ts';
import { BUCKET_TABLES, type BucketGrain } from './bucket-selection.ts';
import { toBucketInput } from './bucket-row.ts';

const SPECS = listColumnSpecs(reserveHourly, ['computedAt', 'protocol', 'rollupVersion']);
const COLUMNS = `${columnList(SPECS)}, protocol, rollup_version`;
const CHANGING = [...SPECS.map((spec) => spec.name), 'protocol', 'rollup_version'].filter(
  (name) => name !== 'reserve' && name !== 'bucket_start',
);

/** One statement holds this many: a few megabytes of JSON. */
const CHUNK = 500;

/**
 * $1 JSON of the buckets, $2 protocol, $3 version of the rollup. Rows that would not change are left alone, so that a run
 * that finds nothing new writes nothing. What is final is not replaced by what a run that began earlier took for open, nor by
 * what an earlier version, still running beside this one, takes for final. What is open it may finish: after a return to it
 * nobody else would.
 *
 * $4 true: what an earlier version made final stays as it was published, unless its gaps have another reason now.
 */
const writeBucketsSql = (table: string) => `
INSERT INTO ${table} AS b (${COLUMNS})
SELECT ${columnList(SPECS)}, $2::text, $3::int
FROM json_to_recordset($1::text::json) AS i(${recordsetColumns(SPECS)})
ON CONFLICT (reserve, bucket_start) DO UPDATE
  SET ${CHANGING.map((name) => `${name} = excluded.${name}`).join(', ')}, computed_at = now()
  WHERE (NOT b.final OR (excluded.rollup_version > b.rollup_version
        AND (NOT $4::boolean OR excluded.gap_reason IS DISTINCT FROM b.gap_reason))
      OR (excluded.final AND excluded.rollup_version = b.rollup_version))
    AND (${CHANGING.map((name) => `b.${name}`).join(', ')})
      IS DISTINCT FROM (${CHANGING.map((name) => `excluded.${name}`).join(', ')})
RETURNING 1`;

/**
 * Stores buckets of one length, replacing those of the same reserve and start that differ; each reserve and start may be given
 * once. Safe to repeat; each statement is atomic. `written` counts the rows that were added or changed. Throws `INVALID_ROW` for
 * what must not be stored; then nothing was sent.
 * With `keepsPublished` rows stay that an earlier version of the rollup made final, unless their gaps have another reason now.
 */
export async function writeBuckets(
  sql: Queryable,
  grain: BucketGrain,
  protocol: string,
  buckets: readonly Bucket[],
  { keepsPublished = false }: { readonly keepsPublished?: boolean } = {},
): Promise<{ readonly written: number }> {
  // In the order of the key, so that two writers wait for each other and never in a circle.
  const ordered = buckets.toSorted((a, b) => compare(a.reserve, b.reserve) || a.start.getTime() - b.start.getTime());
  const rules = protocolOf(protocol);
  const records = ordered.map((bucket) => encodeRecord(SPECS, toBucketInput(rules, bucket), bucket.reserve));
  let written = 0;
  for (let start = 0; start < records.length; start += CHUNK) {
    const chunk = toJson(records.slice(start, start + CHUNK));
    const statement = writeBucketsSql(BUCKET_TABLES[grain]);
    const rows = await sql.unsafe(statement, [chunk, protocol, ROLLUP_VERSION, keepsPublished], { prepare: true });
    written += rows.length;
  }
  return { written };
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
