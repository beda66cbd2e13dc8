import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { keyOf, publicViews } from '@tidemark/model/fields';
import type { Sql } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { isExact, listExportColumns } from './export-columns.ts';
import { type Format, type Manifest, type ManifestFile, readManifest, withFile, writeManifest } from './manifest.ts';
import { type MonthPart, monthsOf } from './months.ts';
import { writeVerifiedFile } from './write-file.ts';

export interface ExportRequest {
  readonly table: string;
  readonly format: Format;
  /** Leaves the exact numbers out. */
  readonly withoutExact?: boolean;
  /** Of tables whose rows have a time; null of the others. */
  readonly range: { readonly from: Date; readonly to: Date } | null;
  /** Folder that gets a folder by the name of the table. */
  readonly outDir: string;
  readonly signal?: AbortSignal;
  readonly onFile?: (file: ManifestFile, done: number, all: number) => void;
}

/** Columns by which rows are put into months, the first that a view has. */
const TIMES = ['bucket_start', 'observed_at', 'from_at', 'committed_at', 'hour_start'] as const;
/** Of the newest state, a time is no place in history. */
const TIMELESS = /(?:^|_)latest$/;

/** The column by which the rows of a view are put into months; null where they have no time. */
export function timeColumnOf(table: string): string | null {
  const columns = publicViews[table]?.columns;
  if (columns === undefined) {
    throw new ArchiveError(
      'UNKNOWN_TABLE',
      `there is no view ${table}; there are ${Object.keys(publicViews).join(', ')}`,
    );
  }
  return TIMELESS.test(table) ? null : (TIMES.find((name) => name in columns) ?? null);
}

/** An export that can begin: the table and its range fit, and so does what the folder holds already. Nothing is written yet. */
export interface CheckedExport {
  readonly request: ExportRequest;
  readonly timeColumn: string | null;
  readonly columns: Awaited<ReturnType<typeof listExportColumns>>;
  /** With the files that are there. */
  readonly manifest: Manifest;
}

/** Throws UNKNOWN_TABLE, INVALID_ARGUMENT, UNSUPPORTED_COLUMN, OTHER_EXPORT and MANIFEST_UNREADABLE. */
export async function checkExport(sql: Sql, request: ExportRequest): Promise<CheckedExport> {
  const { table, format, range } = request;
  const timeColumn = timeColumnOf(table);
  if ((timeColumn === null) !== (range === null)) {
    throw new ArchiveError(
      'INVALID_ARGUMENT',
      timeColumn === null
        ? `the rows of ${table} have no time: leave out from and to`
        : `name from and to: the rows of ${table} are by ${timeColumn}`,
    );
  }
  const all = await listExportColumns(sql, table);
  const columns = request.withoutExact === true ? all.filter((column) => !isExact(column)) : all;
  const manifest = continued(await readManifest(join(request.outDir, table)), {
    version: 1,
    table,
    format,
    timeColumn,
    key: [...keyOf(table)],
    columns: columns.map(({ name, type, postgresType }) => ({ name, type, postgresType })),
    rows: 0,
    files: [],
  });
  return { request, timeColumn, columns, manifest };
}

/**
 * Writes a view of `lend_v1` as files: `month=` folders below the folder of the table, a manifest beside them that is renewed with every
 * file. A month that is exported again replaces its file; a range that covers part of a month covers part of it in the file. Each file
 * is one statement, so one state of the database.
 */
export async function writeExport(sql: Sql, checked: CheckedExport): Promise<Manifest> {
  const { table, format, range, outDir, signal, onFile } = checked.request;
  const root = join(outDir, table);
  await mkdir(root, { recursive: true });
  let { manifest } = checked;
  const parts: (MonthPart | null)[] = range === null ? [null] : monthsOf(range);
  for (const [place, part] of parts.entries()) {
    signal?.throwIfAborted();
    const path = `${part === null ? '' : `month=${part.month}/`}data.${format}`;
    const written = await writeVerifiedFile(sql, {
      columns: checked.columns,
      format,
      from: fromClause(table, checked.timeColumn, part),
      path: join(root, path),
      ...(signal === undefined ? {} : { signal }),
    });
    const [from, to] = [part?.from.toISOString() ?? null, part?.to.toISOString() ?? null];
    const file = { path, from, to, ...written };
    manifest = withFile(manifest, file);
    await writeManifest(root, manifest);
    onFile?.(file, place + 1, parts.length);
  }
  return manifest;
}

/** Both, of one table. */
export async function exportTable(sql: Sql, request: ExportRequest): Promise<Manifest> {
  return writeExport(sql, await checkExport(sql, request));
}

/** Names come from the table of fields, times from `Date`: nothing of a caller gets into the statement. */
function fromClause(table: string, timeColumn: string | null, part: MonthPart | null): string {
  const order = `ORDER BY ${keyOf(table)
    .map((name) => `"${name}"`)
    .join(', ')}`;
  if (part === null || timeColumn === null) return `FROM lend_v1."${table}" ${order}`;
  const [from, to] = [part.from.toISOString(), part.to.toISOString()];
  return `FROM lend_v1."${table}" WHERE "${timeColumn}" >= '${from}' AND "${timeColumn}" < '${to}' ${order}`;
}

/** The manifest that is there, where its files are of the same table, format and columns. */
function continued(found: Manifest | null, wanted: Manifest): Manifest {
  if (found === null) return wanted;
  const shape = ({ table, format, columns }: Manifest) => JSON.stringify([table, format, columns]);
  if (shape(found) !== shape(wanted)) {
    throw new ArchiveError(
      'OTHER_EXPORT',
      `the folder of ${wanted.table} holds an export with another format or other columns: name another folder`,
    );
  }
  return found;
}
