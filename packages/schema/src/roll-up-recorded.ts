import type { Queryable, Sql } from './create-database.ts';

/** Batches that are new since the last run, and the times between which buckets have to be made again because of them. */
export interface RecordedNews {
  readonly batches: number;
  readonly from: Date;
  readonly to: Date;
}

/** Buckets that are made of batches in the order in which these were recorded. */
export interface RecordedRollup<Report extends { readonly batches: number }> {
  /** Table of one row, which says how far the buckets have come. */
  readonly state: string;
  /** Table of batches, and which of them count. */
  readonly batches: string;
  readonly where: string;
  /** The narrowest buckets of each kind, and the newest rows by which they end. */
  readonly kinds: readonly {
    readonly buckets: string;
    readonly widthSeconds: number;
    readonly latest: string;
    readonly key: string;
  }[];
  /** Batches of one step, so that a statement stays within seconds. */
  readonly batchesAStep: number;
  /** Of a run that finds nothing to do. */
  readonly none: Report;
  readonly add: (left: Report, right: Report) => Report;
  /** Makes the buckets again. The same rows give the same buckets. */
  readonly write: (tx: Queryable, news: RecordedNews) => Promise<Report>;
}

const STEPS_A_RUN = 20;
/** Longer than a transaction of a writer may take: a batch is recorded at the beginning of its transaction, and seen at the end. */
const OVERLAP = '2 minutes';

/**
 * Brings buckets up to date with the batches that were recorded since the last run. May be repeated, or end in the middle. Null: another
 * process is rolling up.
 */
export async function rollUpRecorded<Report extends { readonly batches: number }>(
  sql: Sql,
  rollup: RecordedRollup<Report>,
): Promise<Report | null> {
  let total: Report | null = null;
  for (let step = 0; step < STEPS_A_RUN; step += 1) {
    // The driver's type of what a transaction returns does not hold for a type that is not known here.
    const done: { report: Report | null } = { report: null };
    await sql.begin('isolation level read committed', async (tx) => {
      done.report = await rollUpStep(tx, rollup);
    });
    const { report } = done;
    if (report === null) return total;
    total = total === null ? report : rollup.add(total, report);
    if (report.batches < rollup.batchesAStep) break;
  }
  return total;
}

/** Runs a statement that makes buckets, and returns how many it wrote. */
export async function writtenBy(
  tx: Queryable,
  statement: string,
  parameters: readonly (Date | number)[],
): Promise<number> {
  const [row] = await tx.unsafe<{ written: number }[]>(statement, [...parameters], { prepare: true });
  return row?.written ?? 0;
}

/** The first bucket that had not ended when it was made, and has now. */
function dueSql({ buckets, widthSeconds, latest, key }: RecordedRollup<{ batches: number }>['kinds'][number]): string {
  return `(SELECT min(b.bucket_start) FROM ${buckets} AS b JOIN ${latest} AS l USING (${key})
           WHERE b.width_seconds = ${widthSeconds} AND NOT b.final AND b.bucket_start + interval '${widthSeconds} seconds' <= l.observed_at)`;
}

async function rollUpStep<Report extends { readonly batches: number }>(
  tx: Queryable,
  { state, batches, where, kinds, batchesAStep, none, write }: RecordedRollup<Report>,
): Promise<Report | null> {
  await tx.unsafe(`INSERT INTO ${state} (recorded_to) VALUES ('epoch') ON CONFLICT DO NOTHING`);
  const [reached] = await tx.unsafe<{ recordedTo: Date }[]>(
    `SELECT recorded_to AS "recordedTo" FROM ${state} FOR UPDATE SKIP LOCKED`,
  );
  if (reached === undefined) return null;
  const [news] = await tx.unsafe<{ batches: number; recordedTo: Date | null; from: Date | null; to: Date | null }[]>(
    `WITH news AS (
       SELECT observed_at, recorded_at, gap_after_ms FROM ${batches}
       WHERE recorded_at > $1::timestamptz AND ${where} ORDER BY recorded_at LIMIT $2::int
     ), reach AS (
       SELECT count(*)::int AS batches, max(recorded_at) AS recorded_to, min(observed_at) AS from_at, max(observed_at) AS to_at,
         max(gap_after_ms) * interval '1 millisecond' AS gap_after FROM news
     )
     SELECT r.batches, least(r.recorded_to, now() - interval '${OVERLAP}') AS "recordedTo",
       -- From the batch before to the one after, and as far as a batch can cover: what lies between belongs to buckets that are made
       -- again, too. A batch does not read everything, so that buckets of what it reads again may be due since long before.
       least((SELECT max(observed_at) FROM ${batches} WHERE ${where} AND observed_at < r.from_at), r.from_at - r.gap_after,
         ${kinds.map(dueSql).join(',\n         ')}) AS from,
       greatest((SELECT min(observed_at) FROM ${batches} WHERE ${where} AND observed_at > r.to_at), r.to_at + r.gap_after) AS to
     FROM reach AS r`,
    [reached.recordedTo, batchesAStep],
    { prepare: true },
  );
  if (news === undefined || news.from === null || news.to === null || news.recordedTo === null) return none;
  const report = await write(tx, { batches: news.batches, from: news.from, to: news.to });
  await tx.unsafe(
    `UPDATE ${state} SET recorded_to = greatest(recorded_to, $1::timestamptz), updated_at = now()`,
    [news.recordedTo],
    { prepare: true },
  );
  return report;
}
