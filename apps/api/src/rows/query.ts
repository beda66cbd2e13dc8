import { createHash } from 'node:crypto';
import type { RowFormat } from '@tidemark/contract';
import { DAY_MS } from '@tidemark/core';
import type { FieldName } from '@tidemark/model/fields';
import { z } from 'zod';
import { ApiError, type Caller, type Exchange } from '../http/exchange.ts';
import { LAST_TIME_MS, readNumber, readTime } from '../http/query.ts';

/** A range of time in unix milliseconds; the end does not belong to it. */
export interface TimeRange {
  readonly fromMs: number;
  readonly toMs: number;
}

/** How many rows an answer may hold. */
export interface RowLimit {
  /** Null: all rows of the range, streamed. */
  readonly limit: number | null;
  /** False for CSV and NDJSON without the parameter limit: such a file does not show that rows are missing. */
  readonly mayBeCut: boolean;
}

/** What every list of rows over a range of time is asked for by. */
export interface RowsQuery<Place> extends TimeRange, RowLimit {
  /** Columns in the order of the answer. */
  readonly columns: readonly FieldName[];
  readonly format: RowFormat;
  /** Whether CSV has a line of units. */
  readonly units: boolean;
  /** The place of the last row of the page before. */
  readonly after: Place | null;
  /** The cursor of a page that ended at this place. */
  readonly cursorAfter: (place: Place) => string;
}

/** The parameters, as the schema of the endpoint has checked them. */
export interface AskedRows {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
  readonly format?: RowFormat | undefined;
  readonly units?: string | undefined;
  readonly fields?: string | undefined;
}

export interface RowsRules<Place> {
  readonly cursors: RowCursors<Place>;
  /** What the rows depend on beside the range, in a fixed order. A cursor is only good with the same. */
  readonly identity: readonly unknown[];
  readonly columns: readonly FieldName[];
  /** Width of the rows: where `to` is left out, the range ends with the bucket that is not over. */
  readonly widthMs: number;
  /** Length of the range where `from` is left out. */
  readonly defaultDays: number;
  readonly nowMs: number;
  readonly origin: RowOrigin;
}

/** Where rows come from: stored as they are, or made of many others for each answer, which costs hundreds of times as much. */
export type RowOrigin = 'stored' | 'made';

interface TierLimits {
  readonly days: number;
  readonly rows: number;
}

const MOST: TierLimits = { days: 731, rows: 10_000 };
/** What one call may request without a key; with one, `MOST`. An export with a key has no limit of rows, only that of its range. */
const WITHOUT_KEY = { stored: MOST, made: { days: 90, rows: 1_000 } } as const satisfies Record<RowOrigin, TierLimits>;

function limitsOf({ tier }: Caller, origin: RowOrigin): TierLimits {
  return tier === 'key' ? MOST : WITHOUT_KEY[origin];
}

const DEFAULT_ROWS = 1_000;
/** Counting stops here: what refuses a request must cost less than answering it. */
const COUNTED_ROWS = 100_000;

/** Throws INVALID_TIME, INVALID_TIME_RANGE, RANGE_TOO_LONG, INVALID_LIMIT, INVALID_CURSOR, INVALID_QUERY_PARAMETER. */
export function readRowsQuery<Place>(
  asked: AskedRows,
  { request, caller }: Pick<Exchange, 'request' | 'caller'>,
  { cursors, identity, columns, widthMs, defaultDays, nowMs, origin }: RowsRules<Place>,
): RowsQuery<Place> {
  const cursor = asked.cursor === undefined ? null : cursors.decode(asked.cursor, identity, asked);
  const { fromMs, toMs } = cursor ?? readRange(asked, { widthMs, defaultDays, nowMs });
  const { days, rows } = limitsOf(caller, origin);
  // The bucket that is not over does not count. A cursor is checked as well: one made with a key does not lend its reach.
  const extraMs = asked.to === undefined || cursor !== null ? widthMs : 0;
  if (toMs - fromMs > days * DAY_MS + extraMs) {
    throw new ApiError('RANGE_TOO_LONG', { detail: `The range is longer than ${days} days.` });
  }
  const format = readFormat(asked.format, request.headers.accept);
  return {
    fromMs,
    toMs,
    format,
    columns: readFields(asked.fields, columns),
    units: asked.units === 'true',
    ...readRowLimit(asked.limit, format, { caller, most: rows }),
    after: cursor?.after ?? null,
    cursorAfter: (after) => cursors.encode(identity, { fromMs, toMs, after }),
  };
}

function readRange(
  asked: Pick<AskedRows, 'from' | 'to'>,
  { nowMs, widthMs, defaultDays }: { readonly nowMs: number; readonly widthMs: number; readonly defaultDays: number },
): TimeRange {
  const from = asked.from === undefined ? undefined : readTime(asked.from, 'from');
  const toMs = asked.to === undefined ? (Math.floor(nowMs / widthMs) + 1) * widthMs : readTime(asked.to, 'to');
  const fromMs = from ?? Math.max(0, toMs - defaultDays * DAY_MS);
  if (fromMs >= toMs) {
    throw new ApiError('INVALID_TIME_RANGE', { detail: 'The parameter from is not before the parameter to.' });
  }
  return { fromMs, toMs };
}

/** The parameter fields: names of columns in the wanted order; all where it is not there. */
export function readFields<Name extends string>(text: string | undefined, known: readonly Name[]): readonly Name[] {
  if (text === undefined) return known;
  const byName = new Map<string, Name>(known.map((name) => [name, name]));
  return text.split(',').map((name) => {
    const found = byName.get(name);
    // Taken out, so that a name can occur once only. What was sent is not repeated: it could be a key.
    if (found === undefined || !byName.delete(name)) {
      throw new ApiError('INVALID_QUERY_PARAMETER', {
        detail: `The parameter fields is not a list of different names out of ${known.join(',')}.`,
      });
    }
    return found;
  });
}

const TYPE_FORMATS: Readonly<Record<string, RowFormat>> = {
  'application/json': 'json',
  'text/csv': 'csv',
  'application/x-ndjson': 'ndjson',
};

/** The form of the answer: the parameter format, else the type that Accept likes best, else JSON. */
export function readFormat(format: RowFormat | undefined, accept: string | undefined): RowFormat {
  return format ?? formatOf(accept ?? '');
}

/** Types that name no format of ours count as JSON: what browsers send asks for pages first, and for anything last. */
function formatOf(accept: string): RowFormat {
  let best: { readonly format: RowFormat; readonly weight: number } = { format: 'json', weight: 0 };
  for (const part of accept.split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    const format = Object.hasOwn(TYPE_FORMATS, type) ? TYPE_FORMATS[type] : undefined;
    if (format !== undefined && weight <= 1 && weight > best.weight) best = { format, weight };
  }
  return best.format;
}

/** The parameter limit: a number of rows within those of the caller's tier. Throws INVALID_LIMIT. */
function readRowLimit(
  text: string | undefined,
  format: RowFormat,
  { caller, most }: { readonly caller: Caller; readonly most: number },
): RowLimit {
  const isFile = format !== 'json' && text === undefined;
  if (isFile) return { limit: caller.tier === 'key' ? null : most, mayBeCut: false };
  const rule = { parameter: 'limit', min: 1, max: most, default: DEFAULT_ROWS, error: 'INVALID_LIMIT' } as const;
  return { limit: readNumber(text, rule), mayBeCut: true };
}

/**
 * Throws TOO_MANY_ROWS where the limit would cut an answer that may not be cut. `rows` are those that the answer would hold
 * without a limit: their number, at least that many where the number is a lower bound, or something to count.
 */
export function refuseCut({ limit, mayBeCut }: RowLimit, rows: number | Iterable<unknown>): void {
  if (limit === null || mayBeCut) return;
  const count = typeof rows === 'number' ? rows : countRows(rows);
  if (count <= limit) return;
  throw new ApiError('TOO_MANY_ROWS', {
    detail: `The answer would hold at least ${count} rows, and one answer without an API key holds ${limit}.`,
  });
}

function countRows(rows: Iterable<unknown>): number {
  const places = rows[Symbol.iterator]();
  let count = 0;
  while (count < COUNTED_ROWS && places.next().done !== true) count += 1;
  return count;
}

/** Where a page ended, and of which range it is a page. */
export interface RowCursor<Place> extends TimeRange {
  /** Place of the last row. */
  readonly after: Place;
}

/** Cursors of one endpoint. Everything in them reaches the database as a parameter. */
export interface RowCursors<Place> {
  /** `query`: the parameters that the rows depend on beside the range, in a fixed order. */
  encode(query: readonly unknown[], cursor: RowCursor<Place>): string;
  /** Throws INVALID_CURSOR for what `encode` did not make, and for a cursor of another query, from or to. */
  decode(
    text: string,
    query: readonly unknown[],
    asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  ): RowCursor<Place>;
}

const time = () => z.int().min(0).max(LAST_TIME_MS);

/**
 * Makes the cursors of an endpoint: `name` keeps those of different endpoints apart, `place` is what a place looks like, and
 * `write` makes JSON of it that `place` reads.
 */
export function createRowCursors<Place>(
  name: string,
  place: z.ZodType<Place>,
  write: (after: Place) => unknown = (after) => after,
): RowCursors<Place> {
  const schema = z.tuple([z.string(), time(), time(), place]);
  const bindingOf = (query: readonly unknown[]): string =>
    createHash('sha256')
      .update(JSON.stringify([name, ...query.map((value) => value ?? null)]))
      .digest('base64url')
      .slice(0, 12);
  return {
    encode: (query, { fromMs, toMs, after }) =>
      Buffer.from(JSON.stringify([bindingOf(query), fromMs, toMs, write(after)])).toString('base64url'),
    decode: (text, query, asked) => {
      const result = schema.safeParse(parse(text));
      if (!result.success) throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor is not a cursor.' });
      const [binding, fromMs, toMs, after] = result.data;
      const from = asked.from === undefined ? fromMs : readTime(asked.from, 'from');
      const to = asked.to === undefined ? toMs : readTime(asked.to, 'to');
      if (binding !== bindingOf(query) || from !== fromMs || to !== toMs || fromMs >= toMs) {
        throw new ApiError('INVALID_CURSOR', { detail: 'The parameter cursor was made for another query.' });
      }
      return { fromMs, toMs, after };
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
