import { rebuildRange, type RollupReport, runRollup } from '../src/rollup/run-rollup.ts';
import type { IndexerTestDatabase } from './test-database.ts';

export const PROTOCOL = 'kamino';

/** One run of the job. Null where another one was at it. */
export function rollUp(
  { sql }: Pick<IndexerTestDatabase, 'sql'>,
  options: { commitsAtOnce?: number; signal?: AbortSignal } = {},
): Promise<RollupReport | null> {
  return runRollup({ sql, protocol: PROTOCOL, signal: new AbortController().signal, ...options });
}

/** Everything again, from empty tables. */
export async function rebuildAll({ sql }: Pick<IndexerTestDatabase, 'sql'>): Promise<RollupReport | null> {
  await sql`TRUNCATE lend.observation_spans, lend.ingest_gaps, lend.reserve_quarters, lend.reserve_hours, lend.reserve_days, lend.bucket_totals`;
  return rebuildRange({
    sql,
    protocol: PROTOCOL,
    range: { from: new Date(0), to: new Date('2100-01-01') },
    reserves: null,
    signal: new AbortController().signal,
    lockTimeoutMs: 0,
  });
}

/** Every column of spans, gaps, hours and days that does not say when it was written, and is not ignored, as text. */
export async function readRollups({ sql }: Pick<IndexerTestDatabase, 'sql'>, ignored: readonly string[] = []) {
  const read = async (table: string, order: string, times: readonly string[]) => {
    const rows = await sql.unsafe<{ row: string }[]>(
      `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM lend.${table} AS t ORDER BY ${order}`,
      [[...times, ...ignored]],
    );
    return rows.map(({ row }) => row);
  };
  return {
    spans: await read('observation_spans', 'hour_start, span_index', []),
    gaps: await read('ingest_gaps', 'reserve, from_at', ['id', 'recorded_at']),
    quarterHourly: await read('reserve_quarter_hourly', 'reserve, bucket_start', ['change_id', 'computed_at']),
    hourly: await read('reserve_hourly', 'reserve, bucket_start', ['change_id', 'computed_at']),
    daily: await read('reserve_daily', 'reserve, bucket_start', ['change_id', 'computed_at']),
    totals: await read('bucket_totals', 'protocol, subject_kind, subject, width_seconds, bucket_start, part', [
      'change_id',
      'computed_at',
    ]),
    totalsDue: await read('bucket_totals_due', 'width_seconds, bucket_start', []),
  };
}
