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

async function rollUpStep<Report extends { readonly batches: number }>(
  tx: Queryable,
  { state, batches, where, batchesAStep, none, write }: RecordedRollup<Report>,
): Promise<Report | null> {
  await tx.unsafe(`INSERT INTO ${state} (recorded_to) VALUES ('epoch') ON CONFLICT DO NOTHING`);
  const [reached] = await tx.unsafe<{ recordedTo: Date }[]>(
    `SELECT recorded_to AS "recordedTo" FROM ${state} FOR UPDATE SKIP LOCKED`,
  );
  if (reached === undefined) return null;
  const [news] = await tx.unsafe<{ batches: number; recordedTo: Date | null; from: Date | null; to: Date | null }[]>(
    `WITH news AS (
       SELECT observed_at, recorded_at FROM ${batches} WHERE recorded_at > $1::timestamptz AND ${where} ORDER BY recorded_at LIMIT $2::int
     )
     SELECT count(*)::int AS batches, least(max(recorded_at), now() - interval '${OVERLAP}') AS "recordedTo",
       -- From the batch before to the one after: what lies between belongs to buckets that are made again, too.
       coalesce((SELECT max(observed_at) FROM ${batches}
         WHERE ${where} AND observed_at < (SELECT min(observed_at) FROM news)), min(observed_at)) AS from,
       coalesce((SELECT min(observed_at) FROM ${batches}
         WHERE ${where} AND observed_at > (SELECT max(observed_at) FROM news)), max(observed_at)) AS to
     FROM news`,
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
