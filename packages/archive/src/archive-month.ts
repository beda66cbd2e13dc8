import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Sql } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { exportTable } from './export-table.ts';
import { type ManifestFile, readManifest } from './manifest.ts';

/** The view that observations are written as: all of what is published of them, exactly. */
export const OBSERVATIONS = 'reserve_snapshots';

/** A long read keeps partitions from being dropped. Between two attempts other statements get the lock. */
const ATTEMPTS = 20;
const PAUSE_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';

export interface ArchivedFile extends ManifestFile {
  /** First day. */
  readonly month: string;
  /** False where the month was archived before, into this folder: nothing was done. */
  readonly isNew: boolean;
}

interface KnownMonth {
  /** Text: as a date of JavaScript it would lose its microseconds. Null: not sealed. */
  readonly sealed: string | null;
  /** In the database. */
  readonly observations: bigint;
  readonly from: Date;
  readonly to: Date;
  /** Null: not archived. */
  readonly file: string | null;
}

/**
 * Writes the observations of a sealed month to a Parquet file, which is read back and compared, and then drops them from the database, unless
 * a row came or a value was corrected meanwhile. Ended anywhere it has changed nothing in the database, or all.
 *
 * Throws `NOT_SEALED` for a month that is not over and sealed, `ARCHIVED_ELSEWHERE` for one whose file is in another folder, and `NOT_VERIFIED`.
 */
export async function archiveMonth(
  sql: Sql,
  { month, outDir, signal }: { readonly month: string; readonly outDir: string; readonly signal?: AbortSignal },
): Promise<ArchivedFile> {
  const path = `month=${month.slice(0, 7)}/data.parquet`;
  const [known] = await sql<KnownMonth[]>`
    SELECT sealed_at::text AS sealed, observations, archived_file AS file, month::timestamp AT TIME ZONE 'UTC' AS "from",
      (month + interval '1 month') AT TIME ZONE 'UTC' AS "to"
    FROM lend.history_months WHERE month = ${month}::date`;
  if (known !== undefined && known.file !== null) return findArchived({ month, path, outDir, file: known.file });
  if (known === undefined || known.sealed === null) {
    const why =
      known === undefined
        ? 'none of its observations is in the history'
        : 'an indexer seals a month some days after its end, and again after late rows';
    throw new ArchiveError('NOT_SEALED', `${month.slice(0, 7)} is not sealed: ${why}`);
  }
  const { from, to } = known;
  const request = { table: OBSERVATIONS, format: 'parquet', range: { from, to }, outDir } as const;
  const manifest = await exportTable(sql, signal === undefined ? request : { ...request, signal });
  const file = manifest.files.find((written) => written.path === path);
  if (file === undefined || BigInt(file.rows) !== known.observations) {
    throw new ArchiveError('NOT_VERIFIED', `${path} has ${file?.rows ?? 0} rows, the month ${known.observations}`);
  }
  await drop(sql, { month, sealed: known.sealed, rows: known.observations, path: `${OBSERVATIONS}/${path}` });
  return { ...file, month, isNew: true };
}

/** So that the same command again goes on where it was ended, with the months after it. */
async function findArchived(ask: {
  readonly month: string;
  readonly path: string;
  readonly outDir: string;
  readonly file: string;
}): Promise<ArchivedFile> {
  const manifest = await readManifest(join(ask.outDir, OBSERVATIONS));
  const found = manifest?.files.find(({ path }) => path === ask.path);
  if (found !== undefined) return { ...found, month: ask.month, isNew: false };
  const message = `${ask.month.slice(0, 7)} is archived already, as ${ask.file}, which ${ask.outDir} does not have`;
  throw new ArchiveError('ARCHIVED_ELSEWHERE', message);
}

interface Dropped {
  readonly month: string;
  readonly sealed: string;
  readonly rows: bigint;
  readonly path: string;
}

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
