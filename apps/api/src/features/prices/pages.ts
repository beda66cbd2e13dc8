import type { PriceInterval } from '@tidemark/contract';
import { DAY_MS, HOUR_MS } from '@tidemark/core';
import type { PriceBucketWidth } from '@tidemark/schema';
import { z } from 'zod';
import { LAST_TIME_MS } from '../../http/query.ts';
import { periodsOf, stretchesOf } from '../../rows/periods.ts';
import { createRowCursors, type readRowsQuery, refuseCut } from '../../rows/query.ts';
import { pageOf } from '../aggregates/history/query.ts';

export const WIDTHS_MS: Readonly<Record<PriceInterval, number>> = {
  raw: 1_000,
  '15m': HOUR_MS / 4,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};
export const DEFAULT_DAYS: Readonly<Record<PriceInterval, number>> = { raw: 1, '15m': 1, '1h': 7, '1d': 30 };
const ROWS_A_PAGE = 1_000;

/** Where a page begins: milliseconds, and of an observation its slot. */
export type Place = [number, string];

export function createPriceCursors(name: string) {
  return createRowCursors(name, z.tuple([z.int().min(0).max(LAST_TIME_MS), z.string().regex(/^\d{1,18}$/)]));
}

/** What an answer is made of. */
export interface Page<Row> {
  readonly pages: AsyncIterable<readonly Row[]>;
  /** Rows of the page where they are known beforehand. */
  readonly count: number | null;
  readonly next: Place | null;
}

interface Asked {
  readonly query: ReturnType<typeof readRowsQuery<Place>>;
  readonly turns: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

export interface BucketRange {
  readonly from: Date;
  readonly to: Date;
  readonly width: PriceBucketWidth;
  readonly limit: number;
}

/** Rows of all buckets since something was seen, read a stretch at a time. */
export function bucketPages<Bucket, Row>(
  { query, turns }: Asked,
  asked: {
    readonly firstSeenMs: number | null;
    readonly interval: Exclude<PriceInterval, 'raw'>;
    readonly nowMs: number;
  },
  { read, toRow }: { readonly read: (range: BucketRange) => Promise<Bucket[]>; readonly toRow: (row: Bucket) => Row },
): Page<Row> {
  const { firstSeenMs, interval, nowMs } = asked;
  const width: PriceBucketWidth = interval === '1d' ? 86_400 : interval === '1h' ? 3_600 : 900;
  const periods = periodsOf({ ...query, widthMs: WIDTHS_MS[interval] }, { firstSeenMs, nowMs });
  const page = pageOf(periods, { after: query.after?.[0] ?? null, limit: query.limit });
  refuseCut(query, page.rowsLeft);
  const pages = async function* () {
    for (const { firstMs, endMs } of stretchesOf(page.periods, ROWS_A_PAGE)) {
      const range = { width, from: new Date(firstMs), to: new Date(endMs), limit: ROWS_A_PAGE };
      yield (await turns(() => read(range))).map(toRow);
    }
  };
  return { pages: pages(), count: page.count, next: page.lastMs === null ? null : [page.lastMs, '0'] };
}

export interface StoredRow {
  readonly observedAt: Date;
  readonly slot: bigint;
}

export interface StoredRange {
  readonly from: Date;
  readonly to: Date;
  readonly limit: number;
  readonly after: { readonly at: Date; readonly slot: bigint } | null;
}

/** Rows of what is stored. They are few enough to be read before the answer begins, but for a file with a key: that is read page by page. */
export async function storedPages<Found extends StoredRow, Row>(
  { query, turns }: Asked,
  { read, toRow }: { readonly read: (range: StoredRange) => Promise<Found[]>; readonly toRow: (row: Found) => Row },
): Promise<Page<Row>> {
  const range = { from: new Date(query.fromMs), to: new Date(query.toMs) };
  const readAfter = (after: Place | null, limit: number) =>
    turns(() =>
      read({ ...range, limit, after: after === null ? null : { at: new Date(after[0]), slot: BigInt(after[1]) } }),
    );
  const placeOf = (row: StoredRow | undefined): Place | null =>
    row === undefined ? null : [row.observedAt.getTime(), String(row.slot)];
  if (query.limit !== null) {
    const rows = await readAfter(query.after, query.limit + 1);
    refuseCut(query, rows.length);
    const shown = rows.slice(0, query.limit);
    const next = rows.length > shown.length ? placeOf(shown.at(-1)) : null;
    const pages = (async function* () {
      yield shown.map(toRow);
    })();
    return { pages, count: shown.length, next };
  }
  const pages = async function* () {
    let after = query.after;
    for (;;) {
      const rows = await readAfter(after, ROWS_A_PAGE);
      yield rows.map(toRow);
      if (rows.length < ROWS_A_PAGE) return;
      after = placeOf(rows.at(-1));
    }
  };
  return { pages: pages(), count: null, next: null };
}

/** Counts the rows of a page while they pass, where their number is not known beforehand. */
export function countedPages<Row>(page: Page<Row>) {
  let count = 0;
  const pages = (async function* () {
    for await (const rows of page.pages) {
      count += rows.length;
      yield rows;
    }
  })();
  return { pages, count: (): number => page.count ?? count };
}
