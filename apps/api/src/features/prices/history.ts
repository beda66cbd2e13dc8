import {
  PRICE_HISTORY_COLUMNS,
  priceHistoryQuerySchema,
  type PriceHistoryMeta,
  type PriceHistoryRow,
  type PriceInterval,
} from '@tidemark/contract';
import { DAY_MS, HOUR_MS } from '@tidemark/core';
import type { PriceBucketWidth } from '@tidemark/schema';
import { z } from 'zod';
import { type Exchange, type Handler, requireKey } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { LAST_TIME_MS, readQuery } from '../../http/query.ts';
import { rowsAnswer } from '../../rows/answer.ts';
import { periodsOf, stretchesOf } from '../../rows/periods.ts';
import { createRowCursors, readRowsQuery, refuseCut } from '../../rows/query.ts';
import { pageOf } from '../aggregates/history/query.ts';
import { type PriceReads, readToken } from './price-book.ts';
import { toBucketRow, toObservationRow } from './rows.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'price-1.0';
const WIDTHS_MS: Readonly<Record<PriceInterval, number>> = {
  raw: 1_000,
  '15m': HOUR_MS / 4,
  '1h': HOUR_MS,
  '1d': DAY_MS,
};
const DEFAULT_DAYS: Readonly<Record<PriceInterval, number>> = { raw: 1, '15m': 1, '1h': 7, '1d': 30 };
const ROWS_A_PAGE = 1_000;

/** Milliseconds, and of an observation its slot. */
const cursors = createRowCursors('prices', z.tuple([z.int().min(0).max(LAST_TIME_MS), z.string().regex(/^\d{1,18}$/)]));

type Place = [number, string];

/** What an answer is made of. */
interface Page {
  readonly pages: AsyncIterable<readonly PriceHistoryRow[]>;
  /** Rows of the page where they are known beforehand. */
  readonly count: number | null;
  readonly next: Place | null;
}

/** The history of a price. */
export function priceHistoryHandler(reads: PriceReads, policy: AnswerPolicy, gate: Gate): Handler {
  return async (exchange: Exchange) => {
    const asked = readQuery(priceHistoryQuerySchema, exchange.query);
    const { interval = '1h' } = asked;
    if (interval === 'raw' || interval === '15m') requireKey(exchange.caller, `interval=${interval}`);
    const book = await reads.book();
    const mint = readToken(book, exchange.params['token'] ?? '');
    const stored = book.stored.get(mint);
    const token = { token_address: mint, token_symbol: stored?.tokenSymbol ?? '' };
    const nowMs = Date.now();
    const query = readRowsQuery<Place>(asked, exchange, {
      cursors,
      identity: [mint, interval],
      origin: 'stored',
      columns: PRICE_HISTORY_COLUMNS,
      widthMs: WIDTHS_MS[interval],
      defaultDays: DEFAULT_DAYS[interval],
      nowMs,
    });
    const turns = inTurns(gate, exchange.signal);
    const page =
      interval === 'raw'
        ? await readObservations({ reads, query, mint, token, turns })
        : readBuckets({
            reads,
            query,
            mint,
            token,
            turns,
            firstSeenMs: stored?.firstSeenAt.getTime() ?? null,
            interval,
            nowMs,
          });
    const next = page.next === null ? null : query.cursorAfter(page.next);
    let count = 0;
    const counted = (async function* () {
      for await (const rows of page.pages) {
        count += rows.length;
        yield rows;
      }
    })();
    return await rowsAnswer({
      ...query,
      component: 'PriceHistoryRow',
      pages: counted,
      meta: (): PriceHistoryMeta => ({
        from: Math.floor(query.fromMs / 1000),
        to: Math.ceil(query.toMs / 1000),
        interval_str: interval,
        count: page.count ?? count,
        next_cursor: next,
        tier_str: exchange.caller.tier,
        methodology: METHODOLOGY,
      }),
      nextCursor: next,
      filename: `price-${mint}-${interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

interface Asked {
  readonly reads: PriceReads;
  readonly query: ReturnType<typeof readRowsQuery<Place>>;
  readonly mint: string;
  readonly token: { readonly token_address: string; readonly token_symbol: string };
  readonly turns: <Result>(work: () => Promise<Result>) => Promise<Result>;
}

function readBuckets(
  asked: Asked & { readonly firstSeenMs: number | null; readonly interval: PriceInterval; readonly nowMs: number },
): Page {
  const { reads, query, mint, token, turns, firstSeenMs, interval, nowMs } = asked;
  const widthMs = WIDTHS_MS[interval];
  const width: PriceBucketWidth = interval === '1d' ? 86_400 : interval === '1h' ? 3_600 : 900;
  const periods = periodsOf({ ...query, widthMs }, { firstSeenMs, nowMs });
  const page = pageOf(periods, { after: query.after?.[0] ?? null, limit: query.limit });
  refuseCut(query, page.rowsLeft);
  const pages = async function* () {
    for (const { firstMs, endMs } of stretchesOf(page.periods, ROWS_A_PAGE)) {
      const range = { mint, width, from: new Date(firstMs), to: new Date(endMs), limit: ROWS_A_PAGE };
      yield (await turns(() => reads.buckets(range))).map((row) => toBucketRow(row, token));
    }
  };
  return { pages: pages(), count: page.count, next: page.lastMs === null ? null : [page.lastMs, '0'] };
}

/** Rows are few enough to be read before the answer begins, but for a file with a key: that is read page by page. */
async function readObservations({ reads, query, mint, token, turns }: Asked): Promise<Page> {
  const range = { mint, from: new Date(query.fromMs), to: new Date(query.toMs) };
  const read = (after: Place | null, limit: number) =>
    turns(() =>
      reads.aggregates({
        ...range,
        limit,
        after: after === null ? null : { at: new Date(after[0]), slot: BigInt(after[1]) },
      }),
    );
  const placeOf = (row: { readonly observedAt: Date; readonly slot: bigint } | undefined): Place | null =>
    row === undefined ? null : [row.observedAt.getTime(), String(row.slot)];
  if (query.limit !== null) {
    const rows = await read(query.after, query.limit + 1);
    refuseCut(query, rows.length);
    const shown = rows.slice(0, query.limit);
    const next = rows.length > shown.length ? placeOf(shown.at(-1)) : null;
    const pages = (async function* () {
      yield shown.map((row) => toObservationRow(row, token));
    })();
    return { pages, count: shown.length, next };
  }
  const pages = async function* () {
    let after = query.after;
    for (;;) {
      const rows = await read(after, ROWS_A_PAGE);
      yield rows.map((row) => toObservationRow(row, token));
      if (rows.length < ROWS_A_PAGE) return;
      after = placeOf(rows.at(-1));
    }
  };
  return { pages: pages(), count: null, next: null };
}
