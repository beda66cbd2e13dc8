import type { Sql } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { checkExport, type CheckedExport, type ExportRequest, timeColumnOf, writeExport } from './export-table.ts';
import type { Manifest, ManifestFile } from './manifest.ts';

export interface ExportsRequest extends Omit<ExportRequest, 'table' | 'onFile'> {
  readonly tables: readonly string[];
  readonly onFile?: (table: string, file: ManifestFile, done: number, all: number) => void;
  readonly onTable?: (manifest: Manifest) => void;
}

/**
 * Writes several views, one after the other, once all of them can be written: where one cannot, there is no file of any. The range is that
 * of the views whose rows have a time; the others are written whole beside them.
 */
export async function exportTables(
  sql: Sql,
  { tables, range, onFile, onTable, ...request }: ExportsRequest,
): Promise<void> {
  const timeColumns = tables.map(timeColumnOf);
  if (range !== null && timeColumns.every((column) => column === null)) {
    throw new ArchiveError('INVALID_ARGUMENT', `the rows of ${tables.join(', ')} have no time: leave out from and to`);
  }
  const checked: CheckedExport[] = [];
  for (const [index, table] of tables.entries()) {
    const ofTable = timeColumns[index] === null ? null : range;
    const report: ExportRequest['onFile'] = (...file) => onFile?.(table, ...file);
    checked.push(await checkExport(sql, { ...request, table, range: ofTable, onFile: report }));
  }
  for (const next of checked) {
    const manifest = await writeExport(sql, next);
    onTable?.(manifest);
  }
}
