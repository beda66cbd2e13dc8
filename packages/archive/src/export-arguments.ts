import { parseArgs } from 'node:util';
import { parseIsoTime } from '@tidemark/core';
import { ArchiveError } from './archive-error.ts';
import { type Format, FORMATS } from './manifest.ts';

export const EXPORT_USAGE = `Usage: npm run export -- --table TABLE[,TABLE…] [--from TIME --to TIME] [--format parquet|csv|ndjson] [--without-exact] [--out FOLDER]

Writes views of lend_v1 as files, one folder a table with a folder for each month (UTC) and a manifest.json of rows, ranges and SHA-256.
  --table    views of docs/data-dictionary.md, for instance reserve_hourly,fees_daily,reserves
  --from     first moment, as 2026-09-01, 2026-09-01T06:00Z or with another offset; tables without a time are written whole
  --to       end, which does not belong to the range
  --format   default parquet
  --without-exact
             leaves out the exact numbers, whose names end in _raw: four to seven tenths of a Parquet file
  --out      default ./export
`;

export interface ExportArguments {
  readonly tables: readonly string[];
  readonly range: { readonly from: Date; readonly to: Date } | null;
  readonly format: Format;
  readonly withoutExact: boolean;
  readonly outDir: string;
}

/** Throws `INVALID_ARGUMENT` with one sentence. */
export function parseExportArguments(args: readonly string[]): ExportArguments {
  const { table, from, to, format, out, 'without-exact': withoutExact } = valuesOf(args);
  const tables = [...new Set((table ?? '').split(',').filter((name) => name !== ''))];
  if (tables.length === 0) throw refused('name a table: --table reserve_hourly');
  const known = FORMATS.find((name) => name === format);
  if (known === undefined) throw refused(`the formats are ${FORMATS.join(', ')}`);
  return { tables, range: rangeOf(from, to), format: known, withoutExact, outDir: out };
}

function valuesOf(args: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({
      args: [...args],
      options: {
        table: text,
        from: text,
        to: text,
        format: { ...text, default: 'parquet' },
        'without-exact': { type: 'boolean', default: false },
        out: { ...text, default: 'export' },
      },
    }).values;
  } catch (cause) {
    throw new ArchiveError('INVALID_ARGUMENT', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

function rangeOf(from: string | undefined, to: string | undefined) {
  if (from === undefined && to === undefined) return null;
  if (from === undefined || to === undefined) throw refused('name both --from and --to');
  const range = { from: timeOf(from), to: timeOf(to) };
  if (range.from >= range.to) throw refused('--to is not after --from');
  return range;
}

/** A day, or a time with its zone: without one it would mean another moment on another machine. */
function timeOf(text: string): Date {
  const ms = parseIsoTime(text);
  if (ms === null) throw refused(`${text} is no time: write 2026-09-01 or 2026-09-01T06:00Z`);
  return new Date(ms);
}

function refused(message: string): ArchiveError {
  return new ArchiveError('INVALID_ARGUMENT', message);
}
