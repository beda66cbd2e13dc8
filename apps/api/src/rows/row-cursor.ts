import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ApiError } from '../http/api-error.ts';
import { LAST_TIME_MS, readTime } from '../http/read-time.ts';
import type { TimeRange } from './rows-query.ts';

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
