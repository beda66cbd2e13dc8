import { setImmediate as nextTurn } from 'node:timers/promises';
import { responseHeaders, type RowFormat } from '@tidemark/contract';
import { csvCell, csvHeader, definitionIn, type FieldName } from '@tidemark/model/fields';
import { ByteWriter } from '@tidemark/schema';
import { type Answer, JSON_TYPE, type PreparedAnswer } from '../http/exchange.ts';
import type { AnswerPolicy } from '../http/policy.ts';
import { prepareResource, type RawHeaders } from '../http/prepared.ts';

export interface AnswerOptions {
  readonly format: RowFormat;
  /** Columns in the order of the answer: all of the row, or those of the parameter fields. */
  readonly columns: readonly FieldName[];
  /** Name of the row's component in the OpenAPI document; units of CSV are those of its fields. */
  readonly component: string;
  /** Adds the line of units to CSV. */
  readonly units?: boolean;
  /** `meta` of JSON; asked for after the last page. */
  readonly meta: () => object;
  /** Cursor for the rows that follow, known beforehand. In JSON it belongs into `meta`. */
  readonly nextCursor?: string | null;
  /** Name of the file without its ending. */
  readonly filename: string;
  readonly policy: AnswerPolicy;
  readonly cacheControl: string;
}

export interface RowsAnswerOptions extends AnswerOptions {
  /** Columns that hold lists. They follow the others, and CSV has no place for them. */
  readonly lists?: readonly string[];
  /** Rows in the order of the answer. Pulled as the client takes them, so nothing may be held open between two. */
  readonly pages: AsyncIterable<readonly AnswerRow[]>;
}

export interface EncodedAnswerOptions extends AnswerOptions {
  /** Rows as `rowEncoder` and `RowEncoder` write them, pulled as the client takes them. */
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
export const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';

/**
 * Rows as `{data, meta, status}`, CSV or one JSON object per line. JSON is put together in memory, so that it can be
 * revalidated: its rows must be bounded. The other two are streamed.
 */
export async function rowsAnswer({ pages, lists = [], ...options }: RowsAnswerOptions): Promise<Answer> {
  const { format, columns } = options;
  const encode = rowEncoder(format, format === 'csv' ? columns : [...columns, ...lists]);
  return await encodedAnswer({ ...options, chunks: writeRows(pages, encode) });
}

/** Row by row into bytes: one text of a whole page is collected with the old generation. */
export async function* writeRows(
  pages: AsyncIterable<readonly AnswerRow[]>,
  encode: (row: AnswerRow) => string,
): AsyncGenerator<Uint8Array> {
  const out = new ByteWriter();
  try {
    for await (const page of pages) {
      for (const row of page) out.text(encode(row));
      if (out.length > 0) yield out.take();
    }
  } finally {
    out.end();
  }
}

/** The same of rows that are written already. */
export async function encodedAnswer(options: EncodedAnswerOptions): Promise<Answer> {
  const { format } = options;
  if (format === 'json') return await wholeAnswer(options);
  const { headers, ...file } = fileOf(options, format);
  return { ...file, headers: ['Vary', varyOf(options), ...headers], compressible: true };
}

function varyOf({ policy }: AnswerOptions): string {
  return `${policy.vary}, Accept`;
}

/**
 * The same put together in memory in any form, so that it can be revalidated: the rows must be bounded. `version`: its ETag, but
 * for the encoding, and further headers, where it is known by something else than its bytes.
 */
export async function wholeAnswer(
  options: EncodedAnswerOptions & { readonly version?: { readonly tag: string; readonly headers: RawHeaders } },
): Promise<PreparedAnswer> {
  const { format, policy, cacheControl, version } = options;
  const made =
    format === 'json' ? { contentType: JSON_TYPE, chunks: jsonParts(options), headers: [] } : fileOf(options, format);
  const parts: Uint8Array[] = [];
  for await (const part of made.chunks) {
    parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    // Thousands of rows are milliseconds: others get their turn in between.
    await nextTurn();
  }
  const resource = prepareResource({
    contentType: made.contentType,
    body: parts,
    cacheControl,
    vary: varyOf(options),
    extraHeaders: [...policy.commonHeaders, ...made.headers, ...(version?.headers ?? [])],
    ...(version === undefined ? {} : { tag: version.tag }),
  });
  return { resource };
}

const [BEFORE_ROWS, COMMA] = [Buffer.from('{"data":['), 44];

async function* jsonParts({ chunks, meta }: EncodedAnswerOptions): AsyncGenerator<string | Uint8Array> {
  yield BEFORE_ROWS;
  let isFirst = true;
  for await (const chunk of chunks) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    // Each row begins with a comma, also the first.
    yield isFirst && bytes[0] === COMMA ? bytes.subarray(1) : bytes;
    isFirst = false;
  }
  yield `],"meta":${JSON.stringify(meta())},"status":200}`;
}

function fileOf(options: EncodedAnswerOptions, format: 'csv' | 'ndjson') {
  const { filename, nextCursor = null, chunks } = options;
  const headers: RawHeaders = [
    'Content-Disposition',
    `attachment; filename="${filename}.${format}"`,
    ...(nextCursor === null ? [] : [responseHeaders.nextCursor, nextCursor]),
  ];
  return format === 'csv'
    ? { headers, contentType: CSV_TYPE, chunks: withHead(options) }
    : { headers, contentType: NDJSON_TYPE, chunks };
}

/** The head goes out with the first rows, so that what fails before them is an ordinary error. */
async function* withHead({
  columns,
  component,
  units = false,
  chunks,
}: EncodedAnswerOptions): AsyncGenerator<string | Uint8Array> {
  const definitions = columns.map((name) => [name, definitionIn(component, name)] as const);
  const head = csvHeader(Object.fromEntries(definitions), { units });
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst) yield typeof chunk === 'string' ? `${head}${chunk}` : Buffer.concat([Buffer.from(head), chunk]);
    else yield chunk;
    isFirst = false;
  }
  if (isFirst) yield head;
}

/** Rows that are in memory already, as pages. */
export async function* pagesOf<Row>(rows: readonly Row[], size = 1_000): AsyncGenerator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += size) yield rows.slice(start, start + size);
}

/** A row as answers have it: values by the name of the field. */
export type AnswerRow = object;

type Cell = string | number | boolean | null | object;

/**
 * One column of a row. Throws a RangeError for a number that JSON cannot carry and a TypeError for a column that the row
 * does not have: both would otherwise turn into a silent null.
 */
function pickCell(row: AnswerRow, name: string): Cell {
  const value: unknown = Reflect.get(row, name);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (Number.isFinite(value)) return value;
    throw new RangeError(`The column ${name} holds a number that is not finite`);
  }
  if (typeof value === 'object') return value;
  throw new TypeError(`The column ${name} is a ${typeof value}`);
}

/** A writer of rows as JSON objects with the columns in their order, without what stands between them. */
export function jsonEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  const fields = columns.map((name, index) => [name, `${index === 0 ? '{' : ','}${JSON.stringify(name)}:`] as const);
  return (row) => {
    let text = '';
    for (const [name, prefix] of fields) text += prefix + toJson(pickCell(row, name));
    return `${text}}`;
  };
}

/** Of numbers and booleans, text is JSON too, and several times as fast to make. */
function toJson(cell: Cell): string {
  return typeof cell === 'string' || typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** A writer of rows as lines of CSV. Null is an empty cell, empty text a quoted one; doubles as JSON has them. `ofText` changes texts. */
export function csvEncoder(columns: readonly string[], ofText?: (text: string) => string): (row: AnswerRow) => string {
  return (row) => {
    let text = '';
    let separator = '';
    for (const name of columns) {
      const cell = pickCell(row, name);
      text += separator + toCsvCell(ofText !== undefined && typeof cell === 'string' ? ofText(cell) : cell);
      separator = ',';
    }
    return `${text}\r\n`;
  };
}

export function toCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell === '' ? '""' : csvCell(cell);
  return typeof cell === 'object' ? csvCell(JSON.stringify(cell)) : String(cell);
}

/** A writer of rows with what stands between them: JSON has a comma before each, the others end their lines. */
export function rowEncoder(format: RowFormat, columns: readonly string[]): (row: AnswerRow) => string {
  if (format === 'csv') return csvEncoder(columns);
  const encode = jsonEncoder(columns);
  return format === 'json' ? (row) => `,${encode(row)}` : (row) => `${encode(row)}\n`;
}

/** The pages as they come. Once the request is aborted the reason of the signal is thrown. */
export async function* untilAborted<Page>(pages: AsyncIterable<Page>, signal: AbortSignal): AsyncGenerator<Page> {
  signal.throwIfAborted();
  for await (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}
