import { setImmediate as nextTurn } from 'node:timers/promises';
import { responseHeaders, type RowFormat } from '@tidemark/contract';
import { csvCell, csvHeader, definitionIn, type FieldName } from '@tidemark/model/fields';
import { type Answer, JSON_TYPE, type StreamAnswer } from '../http/exchange.ts';
import type { AnswerPolicy } from '../http/policy.ts';
import { prepareResource, type RawHeaders } from '../http/prepared.ts';

export interface RowsAnswerOptions {
  readonly format: RowFormat;
  /** Columns in the order of the answer: all of the row, or those of the parameter fields. */
  readonly columns: readonly FieldName[];
  /** Columns that hold lists. They follow the others, and CSV has no place for them. */
  readonly lists?: readonly string[];
  /** Name of the row's component in the OpenAPI document; units of CSV are those of its fields. */
  readonly component: string;
  /** Adds the line of units to CSV. */
  readonly units?: boolean;
  /** Rows in the order of the answer. Pulled as the client takes them, so nothing may be held open between two. */
  readonly pages: AsyncIterable<readonly AnswerRow[]>;
  /** `meta` of JSON; asked for after the last page. */
  readonly meta: () => object;
  /** Cursor for the rows that follow, known beforehand. In JSON it belongs into `meta`. */
  readonly nextCursor?: string | null;
  /** Name of the file without its ending. */
  readonly filename: string;
  readonly policy: AnswerPolicy;
  readonly cacheControl: string;
}

const CSV_TYPE = 'text/csv; charset=utf-8; header=present';
const NDJSON_TYPE = 'application/x-ndjson; charset=utf-8';

/**
 * Rows as `{data, meta, status}`, CSV or one JSON object per line. JSON is put together in memory, so that it can be
 * revalidated: its rows must be bounded. The other two are streamed.
 */
export async function rowsAnswer(options: RowsAnswerOptions): Promise<Answer> {
  return options.format === 'json' ? await jsonAnswer(options) : streamAnswer(options, options.format);
}

async function jsonAnswer({
  columns,
  lists = [],
  pages,
  meta,
  policy,
  cacheControl,
}: RowsAnswerOptions): Promise<Answer> {
  const encode = jsonEncoder([...columns, ...lists]);
  const parts: string[] = [];
  for await (const page of pages) {
    if (page.length > 0) parts.push(page.map(encode).join(','));
    // Thousands of rows are milliseconds: others get their turn in between.
    await nextTurn();
  }
  const body = Buffer.from(`{"data":[${parts.join(',')}],"meta":${JSON.stringify(meta())},"status":200}`);
  const vary = `${policy.vary}, Accept`;
  return {
    resource: prepareResource({ contentType: JSON_TYPE, body, cacheControl, vary, extraHeaders: policy.commonHeaders }),
  };
}

function streamAnswer(options: RowsAnswerOptions, format: 'csv' | 'ndjson'): StreamAnswer {
  const { policy, filename, nextCursor = null } = options;
  const headers: RawHeaders = [
    'Vary',
    `${policy.vary}, Accept`,
    'Content-Disposition',
    `attachment; filename="${filename}.${format}"`,
    ...(nextCursor === null ? [] : [responseHeaders.nextCursor, nextCursor]),
  ];
  const shared = { headers, compressible: true };
  return format === 'csv'
    ? { ...shared, contentType: CSV_TYPE, chunks: csvChunks(options) }
    : { ...shared, contentType: NDJSON_TYPE, chunks: ndjsonChunks(options) };
}

async function* csvChunks({ columns, component, units = false, pages }: RowsAnswerOptions): AsyncGenerator<string> {
  const encode = csvEncoder(columns);
  const definitions = columns.map((name) => [name, definitionIn(component, name)] as const);
  let head = csvHeader(Object.fromEntries(definitions), { units });
  for await (const page of pages) {
    yield `${head}${page.map(encode).join('')}`;
    head = '';
  }
  if (head !== '') yield head;
}

async function* ndjsonChunks({ columns, lists = [], pages }: RowsAnswerOptions): AsyncGenerator<string> {
  const encode = jsonEncoder([...columns, ...lists]);
  for await (const page of pages) {
    if (page.length > 0) yield page.map((row) => `${encode(row)}\n`).join('');
  }
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

/** A writer of rows as lines of CSV. Null is an empty cell, empty text a quoted one; doubles as JSON has them. */
export function csvEncoder(columns: readonly string[]): (row: AnswerRow) => string {
  return (row) => {
    let text = '';
    let separator = '';
    for (const name of columns) {
      text += separator + toCsvCell(pickCell(row, name));
      separator = ',';
    }
    return `${text}\r\n`;
  };
}

function toCsvCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'string') return cell === '' ? '""' : csvCell(cell);
  return typeof cell === 'object' ? csvCell(JSON.stringify(cell)) : String(cell);
}

/** The pages as they come, until nobody waits for them any more: then the reason of the signal is thrown. */
export async function* untilAborted<Page>(pages: AsyncIterable<Page>, signal: AbortSignal): AsyncGenerator<Page> {
  signal.throwIfAborted();
  for await (const page of pages) {
    signal.throwIfAborted();
    yield page;
  }
}
