import { createDatabase, ensurePartitions } from '@tidemark/schema';
import postgres from 'postgres';
import { DAY_MS, lastObservationMs, type Month, SLOT_DURATION_MS } from '../history/month.ts';

/** Columns that tell a time or a slot, which are moved with the row. */
const SLOTS = new Set(['slot', 'last_update_slot']);
const TIMES = new Set(['observed_at', 'last_update_at', 'recorded_at']);
const PARTITION_STEP_DAYS = 28;

/**
 * Stores the snapshots of a short time again and again, each time earlier by that time, until there are exactly `rows` of
 * them. In the order of time within each copy, as they would have been stored. Returns the first moment.
 */
export async function multiplySnapshots(databaseUrl: string, month: Month, rows: number): Promise<Date> {
  const lengthMs = month.end.getTime() - month.start.getTime();
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: () => undefined,
    connection: { TimeZone: 'UTC', synchronous_commit: 'off' },
  });
  try {
    const [row] = await sql<{ stored: number }[]>`SELECT count(*)::int AS stored FROM lend.reserve_snapshots`;
    let stored = row?.stored ?? 0;
    const copies = Math.ceil(rows / Math.max(1, stored));
    const first = new Date(month.start.getTime() - copies * lengthMs);
    await makePartitions(databaseUrl, first, new Date(lastObservationMs(month)));
    const columns = await listColumns(sql);
    for (let copy = 1; stored < rows; copy += 1) {
      stored += await storeCopy(sql, { columns, month, shiftMs: copy * lengthMs, limit: rows - stored });
    }
    await sql`VACUUM ANALYZE lend.reserve_snapshots`;
    return first;
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function storeCopy(
  sql: postgres.Sql,
  copy: {
    readonly columns: readonly string[];
    readonly month: Month;
    readonly shiftMs: number;
    readonly limit: number;
  },
): Promise<number> {
  const { columns, month, shiftMs, limit } = copy;
  const values = columns.map((name) => {
    if (SLOTS.has(name)) return `${name} - ${shiftMs / SLOT_DURATION_MS}`;
    return TIMES.has(name) ? `${name} - interval '${shiftMs} milliseconds'` : name;
  });
  const inserted = await sql.unsafe(
    `INSERT INTO lend.reserve_snapshots (${columns.join(', ')})
     SELECT ${values.join(', ')} FROM lend.reserve_snapshots
     WHERE observed_at >= $1::text::timestamptz AND observed_at < $2::text::timestamptz
     ORDER BY observed_at, reserve LIMIT $3::int`,
    [month.start.toISOString(), month.end.toISOString(), limit],
  );
  return inserted.count;
}

async function makePartitions(databaseUrl: string, first: Date, last: Date): Promise<void> {
  const database = createDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    for (
      let ms = first.getTime();
      ms <= last.getTime() + PARTITION_STEP_DAYS * DAY_MS;
      ms += PARTITION_STEP_DAYS * DAY_MS
    ) {
      await ensurePartitions(database.sql, { now: new Date(ms), monthsAhead: 0 });
    }
  } finally {
    await database.close();
  }
}

async function listColumns(sql: postgres.Sql): Promise<string[]> {
  const found = await sql<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'lend.reserve_snapshots'::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;
  return found.map(({ name }) => name);
}
