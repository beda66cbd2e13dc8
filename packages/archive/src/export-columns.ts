import type { Queryable } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';

export interface ExportColumn {
  readonly name: string;
  /** In the files, as DuckDB names it. */
  readonly type: string;
  /** In the view. */
  readonly postgresType: string;
  /** What is selected of it. */
  readonly expression: string;
}

const PLAIN: Readonly<Record<string, string>> = {
  'double precision': 'DOUBLE',
  bigint: 'BIGINT',
  integer: 'INTEGER',
  smallint: 'SMALLINT',
  boolean: 'BOOLEAN',
  'timestamp with time zone': 'TIMESTAMPTZ',
  date: 'DATE',
  text: 'VARCHAR',
};
/** Digits that a decimal of Parquet and of DuckDB has at most. */
const MAX_DIGITS = 38;

/** Exact numbers: most of them are texts of up to eighty digits, and have a double beside them. */
export function isExact({ name }: Pick<ExportColumn, 'name'>): boolean {
  return name.endsWith('_raw');
}

/** Columns of a view of `lend_v1`, in its order. Throws `UNKNOWN_TABLE`, and `UNSUPPORTED_COLUMN` for a type that no file would keep exactly. */
export async function listExportColumns(sql: Queryable, view: string): Promise<ExportColumn[]> {
  const found = await sql<{ name: string; type: string }[]>`
    SELECT a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type
    FROM pg_attribute AS a WHERE a.attrelid = to_regclass('lend_v1.' || quote_ident(${view})) AND a.attnum > 0 ORDER BY a.attnum`;
  if (found.length === 0) throw new ArchiveError('UNKNOWN_TABLE', `there is no view lend_v1.${view}`);
  return found.map(({ name, type }) => {
    const quotedName = `"${name}"`;
    const plain = PLAIN[type];
    if (plain !== undefined) return { name, type: plain, postgresType: type, expression: quotedName };
    const digits = /^numeric\((\d+),0\)$/.exec(type)?.[1];
    if (digits !== undefined && Number(digits) <= MAX_DIGITS) {
      return { name, type: `DECIMAL(${digits},0)`, postgresType: type, expression: quotedName };
    }
    // Any number of digits: as the text of the decimal number, which loses none.
    if (type.startsWith('numeric')) return { name, type: 'VARCHAR', postgresType: type, expression: quotedName };
    if (type === 'text[]' || type === 'jsonb') {
      return { name, type: 'VARCHAR', postgresType: type, expression: `to_json(${quotedName})::text` };
    }
    throw new ArchiveError('UNSUPPORTED_COLUMN', `lend_v1.${view}.${name} is of type ${type}, which no file keeps`);
  });
}
