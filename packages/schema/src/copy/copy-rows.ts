import type { Queryable } from '../create-database.ts';
import { ByteWriter } from './bytes.ts';

/** Rows as Postgres writes them for `COPY … TO STDOUT` in its text format: a line each, cells between tabs. */
export interface CopiedRows {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly count: number;
}

/**
 * The rows of a SELECT as bytes, whose memory `recycle` takes back. They are handed out when the server has said that it was all: what fails on the way, a
 * statement timeout or a lost connection among it, is thrown, so that a part never passes for the whole. The SELECT must be
 * bounded, for its rows are in memory together. When the signal is aborted, the statement ends on the server too and the reason is
 * thrown.
 */
export function copyRows(sql: Queryable, select: Quoted, signal?: AbortSignal): Promise<CopiedRows> {
  return copyOut(sql, `COPY (${select.text}) TO STDOUT`, (out) => out.give(), signal);
}

/** The same in the binary format, for `BinaryCells`. */
export function copyBinaryRows(sql: Queryable, select: Quoted): Promise<CopiedRows> {
  return copyOut(sql, `COPY (${select.text}) TO STDOUT (FORMAT binary)`, (out) => out.take());
}

/** Stores rows of `encodeRows`, all of them or none. Constraints and triggers hold as they do for `INSERT`. */
export async function storeRows(
  sql: Queryable,
  { table, columns }: { readonly table: string; readonly columns: string },
  bytes: Uint8Array,
): Promise<number> {
  const { count } = await sql.unsafe(`COPY ${table} (${columns}) FROM STDIN (FORMAT binary)`).copyIn(bytes);
  return count;
}

async function copyOut(
  sql: Queryable,
  copy: string,
  bytesOf: (out: ByteWriter) => Buffer<ArrayBuffer>,
  signal?: AbortSignal,
): Promise<CopiedRows> {
  signal?.throwIfAborted();
  const out = new ByteWriter();
  const statement = sql.unsafe(copy).copyOut((bytes, start, end) => out.append(bytes, start, end));
  const cancel = (): void => statement.cancel();
  signal?.addEventListener('abort', cancel);
  try {
    const { count } = await statement;
    return { bytes: bytesOf(out), count };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', cancel);
    out.end();
  }
}

/** A piece of SQL with every value written into it. */
export class Quoted {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Quotable = string | number | bigint | Date | readonly string[] | Quoted;

/**
 * SQL for the statements that take no parameters, as COPY: each value between the pieces is written as a literal, so that no
 * text can become SQL. Only what is `Quoted` already, names and expressions of this package, goes in as it is.
 */
export function quoted(pieces: TemplateStringsArray, ...values: readonly Quotable[]): Quoted {
  return new Quoted(pieces.reduce((text, piece, index) => `${text}${literal(values[index - 1] ?? '')}${piece}`));
}

/** Names and expressions that this package has made. Nothing that a caller has sent may get in here. */
export function trusted(text: string): Quoted {
  return new Quoted(text);
}

function literal(value: Quotable): string {
  if (value instanceof Quoted) return value.text;
  if (value instanceof Date) return `'${value.toISOString()}'::timestamptz`;
  switch (typeof value) {
    case 'string':
      return textLiteral(value);
    case 'bigint':
      return `(${value})`;
    case 'number':
      if (!Number.isSafeInteger(value)) throw new RangeError(`${value} is not an integer`);
      return `(${value})`;
    default:
      return `ARRAY[${value.map(textLiteral).join(',')}]::text[]`;
  }
}

/** Read alike whatever `standard_conforming_strings` says. The space keeps a word before it from becoming part of it. */
function textLiteral(text: string): string {
  if (text.includes('\0')) throw new RangeError('a text of Postgres holds no NUL');
  const doubled = text.replaceAll("'", "''");
  return doubled.includes('\\') ? ` E'${doubled.replaceAll('\\', '\\\\')}'` : ` '${doubled}'`;
}
