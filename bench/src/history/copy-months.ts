import { statfs } from 'node:fs/promises';
import type postgres from 'postgres';

/** A filled disk stops the server, and whatever else is on it. */
const LEAST_FREE_BYTES = 10 * 2 ** 30;
/** Months are this long here, so that a copy lies in the same minutes of the day as its original. */
const DAYS_A_COPY = 31;
const BUCKETS = ['reserve_hours', 'reserve_days'] as const;

export interface CopiedMonths {
  readonly months: number;
  readonly observations: bigint;
  /** True where the disk ended it. */
  readonly isCutShort: boolean;
}

/**
 * Stores what a database holds in narrow rows, with its hours and days, again at earlier times, a stretch of 31 days after the other, each in the order of
 * (reserve, time) as a sealed month lies: a history of years in minutes, of which every row was made by the program once. Quarters of an
 * hour and totals are left out; numbers of slots stay as they are.
 */
export async function copyMonths(
  sql: postgres.Sql,
  { months, dataDir }: { readonly months: number; readonly dataDir: string },
): Promise<CopiedMonths> {
  const [range] = await sql<{ from: Date; to: Date }[]>`
    SELECT date_trunc('day', min(observed_at)) AS from, max(observed_at) AS to FROM lend.observations`;
  if (range?.from === undefined) throw new Error('the database holds no narrow rows to copy');
  for (let copy = 1; copy <= months; copy += 1) {
    const { bavail, bsize } = await statfs(dataDir);
    if (bavail * bsize < LEAST_FREE_BYTES) return { ...(await countAll(sql, copy - 1)), isCutShort: true };
    await copyOnce(sql, range, `${copy * DAYS_A_COPY} days`);
  }
  await sql.unsafe(
    'VACUUM ANALYZE lend.observations, lend.observation_states, lend.observation_batches, lend.reserve_hours, lend.reserve_days',
  );
  return { ...(await countAll(sql, months)), isCutShort: false };
}

async function countAll(sql: postgres.Sql, months: number): Promise<Omit<CopiedMonths, 'isCutShort'>> {
  const [row] = await sql<{ rows: string }[]>`SELECT count(*)::text AS rows FROM lend.observations`;
  return { months, observations: BigInt(row?.rows ?? 0) };
}

async function copyOnce(sql: postgres.Sql, { from, to }: { from: Date; to: Date }, shift: string): Promise<void> {
  await sql`
    SELECT lend.attach_narrow_partitions(m::date) FROM generate_series(
      date_trunc('month', ${from}::timestamptz - ${shift}::interval), ${to}::timestamptz - ${shift}::interval, interval '1 month') AS m`;
  await sql.begin(async (tx) => {
    for (const [table, order] of [
      ['observation_batches', 'observed_at, batch_no'],
      ['observation_states', 'reserve_id, observed_at'],
      ['observations', 'reserve_id, observed_at'],
    ] as const) {
      await shifted(tx, table, order, { from, to, shift, times: ['observed_at'] });
    }
    // What notes changed buckets is of no use here, and most of the time.
    for (const table of BUCKETS) {
      await tx.unsafe(`ALTER TABLE lend.${table} DISABLE TRIGGER USER`);
      await shifted(tx, table, 'reserve_id, bucket_start', {
        from,
        to,
        shift,
        times: ['bucket_start', 'open_at', 'close_at'],
      });
      await tx.unsafe(`ALTER TABLE lend.${table} ENABLE TRIGGER USER`);
    }
  });
}

interface Shift {
  readonly from: Date;
  readonly to: Date;
  readonly shift: string;
  readonly times: readonly string[];
}

async function shifted(tx: postgres.TransactionSql, table: string, order: string, shift: Shift): Promise<void> {
  const rows = await tx<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = ${`lend.${table}`}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  const names = rows.map(({ name }) => name);
  const values = names.map((name) => (shift.times.includes(name) ? `t.${name} - $3::interval` : `t.${name}`));
  await tx.unsafe(
    `INSERT INTO lend.${table} (${names.join(', ')})
     SELECT ${values.join(', ')} FROM lend.${table} AS t
     WHERE t.${shift.times[0]} >= $1::text::timestamptz AND t.${shift.times[0]} <= $2::text::timestamptz
     ORDER BY ${order
       .split(', ')
       .map((name) => `t.${name}`)
       .join(', ')}`,
    [shift.from.toISOString(), shift.to.toISOString(), shift.shift],
  );
}
