import type { Queryable } from '../create-database.ts';
import { ByteWriter } from './bytes.ts';

/** Rows as Postgres writes them for `COPY … TO STDOUT` in its text format: a line each, cells between tabs. */
export interface CopiedRows {
  readonly bytes: Buffer<ArrayBuffer>;
  readonly count: number;
}

export interface CopyOptions {
  /** When it is aborted, the statement ends on the server too, and the reason is thrown. */
  readonly signal?: AbortSignal;
  /** Called when the server has sent all rows, before the last part is taken: with that part, and the number of all rows. */
  readonly onEnd?: (last: CopiedRows, count: number) => void;
}

/** Bytes of a part: with all that is written of it, it fits into the first memory of a writer. */
const PART_BYTES = 64 * 1024;

/**
 * The rows of a SELECT as bytes, in parts of whole lines that are handed on while the server sends the rest. The statement begins at once. A statement
 * timeout, a lost connection or any other failure is thrown by the generator; the parts before it are then not all rows. A caller that stops early cancels the
 * statement. The SELECT must be bounded: its rows may be in memory together. Give a part to `recycle` when its bytes are no longer read.
 */
export function copyRows(sql: Queryable, select: Quoted, options: CopyOptions = {}): AsyncGenerator<CopiedRows, void> {
  const { signal, onEnd } = options;
  signal?.throwIfAborted();
  const out = new ByteWriter();
  const parts = new Parts();
  let count = 0;
  const take = (): CopiedRows => {
    const part = { bytes: out.give(), count };
    count = 0;
    return part;
  };
  const statement = sql.unsafe(`COPY (${select.text}) TO STDOUT`).copyOut((bytes, start, end) => {
    // Not before a row follows: the last part has the last row.
    if (out.length >= PART_BYTES) parts.add(take());
    out.append(bytes, start, end);
    count += 1;
  });
  const cancel = (): void => statement.cancel();
  signal?.addEventListener('abort', cancel);
  const read = async (): Promise<void> => {
    try {
      const { count: all } = await statement;
      const last = take();
      onEnd?.(last, all);
      if (last.count > 0) parts.add(last);
      parts.end(null);
    } catch (failure) {
      parts.end({ reason: signal?.aborted === true ? signal.reason : failure });
    } finally {
      signal?.removeEventListener('abort', cancel);
      out.end();
    }
  };
  void read();
  return parts.taken(cancel);
}

/** Parts that are added while others are taken. */
class Parts {
  readonly #ready: CopiedRows[] = [];
  #hasEnded = false;
  #failure: { readonly reason: unknown } | null = null;
  #wake: () => void = () => undefined;

  add(part: CopiedRows): void {
    this.#ready.push(part);
    this.#wake();
  }

  end(failure: { readonly reason: unknown } | null): void {
    this.#hasEnded = true;
    this.#failure = failure;
    this.#wake();
  }

  /** `onLeft`: called where the caller stops before the end. */
  async *taken(onLeft: () => void): AsyncGenerator<CopiedRows, void> {
    try {
      for (;;) {
        if (this.#failure !== null) throw this.#failure.reason;
        const part = this.#ready.shift();
        if (part !== undefined) yield part;
        else if (this.#hasEnded) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      if (!this.#hasEnded) onLeft();
    }
  }
}

/** The same in the binary format, for `BinaryCells`: all rows together, or a failure. */
export async function copyBinaryRows(sql: Queryable, select: Quoted): Promise<CopiedRows> {
  const out = new ByteWriter();
  try {
    const statement = sql.unsafe(`COPY (${select.text}) TO STDOUT (FORMAT binary)`);
    const { count } = await statement.copyOut((bytes, start, end) => out.append(bytes, start, end));
    return { bytes: out.take(), count };
  } finally {
    out.end();
  }
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
