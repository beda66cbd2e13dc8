import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { exportTable } from './export-table.ts';
import type { ManifestFile } from './manifest.ts';

/** The view that observations are written as: all of what is published of them, exactly. */
export const OBSERVATIONS = 'reserve_snapshots';

/** A long read keeps partitions from being dropped. Between two attempts other statements get the lock. */
const ATTEMPTS = 20;
const PAUSE_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';

export interface ArchivedFile extends ManifestFile {
  /** First day. */
  readonly month: string;
}

/**
 * Writes the observations of a sealed month to a Parquet file, which is read back and compared, and then drops them from the database, unless
 * a row came or a value was corrected meanwhile. Ended anywhere it has changed nothing in the database, or all.
 *
 * Throws `NOT_SEALED` for a month that is not over and sealed, or archived already, and `NOT_VERIFIED`.
 */
export async function archiveMonth(
  sql: Sql,
  { month, outDir, signal }: { readonly month: string; readonly outDir: string; readonly signal?: AbortSignal },
): Promise<ArchivedFile> {
  const [known] = await sql<{ sealed: string; observations: bigint; from: Date; to: Date }[]>`
    SELECT sealed_at::text AS sealed, observations, month::timestamp AT TIME ZONE 'UTC' AS "from",
      (month + interval '1 month') AT TIME ZONE 'UTC' AS "to"
    FROM lend.history_months WHERE month = ${month}::date AND sealed_at IS NOT NULL AND archived_at IS NULL`;
  if (known === undefined) {
    throw new ArchiveError('NOT_SEALED', `${month} is not sealed, or archived already: see lend.history_months`);
  }
  const { from, to } = known;
  const request = { table: OBSERVATIONS, format: 'parquet', range: { from, to }, outDir } as const;
  const manifest = await exportTable(sql, signal === undefined ? request : { ...request, signal });
  const path = `month=${month.slice(0, 7)}/data.parquet`;
  const file = manifest.files.find((written) => written.path === path);
  if (file === undefined || BigInt(file.rows) !== known.observations) {
    throw new ArchiveError('NOT_VERIFIED', `${path} has ${file?.rows ?? 0} rows, the month ${known.observations}`);
  }
  await drop(sql, { month, sealed: known.sealed, rows: known.observations, path: `${OBSERVATIONS}/${path}` });
  return { ...file, month };
}

interface Dropped {
  readonly month: string;
  readonly sealed: string;
  readonly rows: bigint;
  readonly path: string;
}

/** The time as text: as a date of JavaScript it would lose its microseconds. */
async function drop(sql: Sql, { month, sealed, rows, path }: Dropped): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await sql.begin(
        (tx) =>
          tx`SELECT lend.drop_archived_month(${month}::date, ${sealed}::text::timestamptz, ${rows}::bigint, ${path})`,
      );
      return;
    } catch (error) {
      const isAgain = error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
      if (!isAgain || attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}
