import type { Sql } from 'postgres';
import { z } from 'zod';

/** Whole seconds of an answer, and what a transaction may take between its time and its commit. */
const MARGIN_SECONDS = 2;
const TIMEOUT_MS = 10_000;
/** The jobs of an indexer that make buckets, gaps and totals. */
const ROLLUP_JOBS = ['rollup', 'price-rollup', 'liquidity-rollup'] as const;

const statusSchema = z.object({
  data: z.object({ protocols: z.array(z.object({ rollup_lag_seconds: z.number().nullable() })) }),
  meta: z.object({ checked_timestamp: z.number() }),
});

/** Whether the status of the API says that hours and days hold what was committed by this time. */
export async function isRolledUp(apiUrl: string, committedAt: Date): Promise<boolean> {
  const response = await fetch(`${apiUrl}/v1/status`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (!response.ok) return false;
  const { data, meta } = statusSchema.parse(await response.json());
  const lags = data.protocols.map(({ rollup_lag_seconds: lag }) => lag ?? 0);
  return meta.checked_timestamp - Math.max(0, ...lags) - MARGIN_SECONDS >= committedAt.getTime() / 1000;
}

/** When a batch of any kind, or an attempt at one, was stored last. */
export async function lastRecordedAt(admin: Sql): Promise<number> {
  const [row] = await admin<{ at: Date | null }[]>`
    SELECT greatest(
      (SELECT max(recorded_at) FROM lend_v1.poll_batches),
      (SELECT max(recorded_at) FROM lend_v1.price_batches),
      (SELECT max(recorded_at) FROM lend_v1.liquidity_batches)) AS at`;
  return row?.at?.getTime() ?? 0;
}

/**
 * Whether two rollups of each kind have ended in an indexer since the newest batch was stored: the second of them began after it and has
 * taken it in. To be asked again and again.
 */
export function createRest(admin: Sql, opsUrl: string): () => Promise<boolean> {
  let newest = Number.NaN;
  let since: readonly number[] = [];
  return async () => {
    const recordedAt = await lastRecordedAt(admin);
    const ended = endedRollups(await readMetrics(opsUrl));
    if (recordedAt !== newest) {
      [newest, since] = [recordedAt, ended];
      return false;
    }
    return ended.every((count, place) => count >= (since[place] ?? 0) + 2);
  };
}

/** How many rollups of each kind have ended well, by the metrics of an indexer. */
export function endedRollups(metrics: string): readonly number[] {
  return ROLLUP_JOBS.map((job) => {
    const sample = new RegExp(
      String.raw`^tidemark_indexer_job_duration_seconds_count\{kind="${job}",outcome="ok"\} (\d+)$`,
      'm',
    );
    return Number(sample.exec(metrics)?.[1] ?? 0);
  });
}

async function readMetrics(opsUrl: string): Promise<string> {
  const response = await fetch(`${opsUrl}/metrics`, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  return response.ok ? response.text() : '';
}
