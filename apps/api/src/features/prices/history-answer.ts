import type { PriceInterval } from '@tidemark/contract';
import { PRICE_METHOD } from '@tidemark/core';
import type { FieldName } from '@tidemark/model/fields';
import type { Answer, Exchange } from '../../http/exchange.ts';
import { type Gate, inTurns } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { type AnswerRow, rowsAnswer } from '../../rows/answer.ts';
import { type AskedRows, readRowsQuery, type RowCursors } from '../../rows/query.ts';
import { whyEmpty } from '../../rows/why-empty.ts';
import {
  type BucketRange,
  bucketPages,
  countedPages,
  DEFAULT_DAYS,
  type Place,
  type StoredRange,
  type StoredRow,
  storedPages,
  WIDTHS_MS,
} from './pages.ts';

/** What the rows are made of: what was stored at each read, and buckets of it. */
export interface HistorySource<Stored extends StoredRow, Bucket> {
  readonly read: (range: StoredRange) => Promise<Stored[]>;
  readonly toRow: (row: Stored) => AnswerRow;
  readonly readBuckets: (range: BucketRange) => Promise<Bucket[]>;
  readonly toBucketRow: (row: Bucket) => AnswerRow;
}

export interface HistoryRules {
  /** What the history is of: an address. */
  readonly subject: string;
  readonly cursors: RowCursors<Place>;
  readonly columns: readonly FieldName[];
  /** Name of the rows' component in the OpenAPI document. */
  readonly component: string;
  /** Begins the name of a file. */
  readonly name: string;
  /** Unix milliseconds; null where nothing was ever observed. */
  readonly firstSeenMs: number | null;
  /** Of `meta`, beside what every history of prices has. */
  readonly meta?: object;
  readonly policy: AnswerPolicy;
  readonly gate: Gate;
}

const CACHE_CONTROL = 'public, max-age=30';

/** A history of prices or of what follows from them: a page of it, or a file. */
export async function priceHistoryAnswer<Stored extends StoredRow, Bucket>(
  exchange: Exchange,
  asked: AskedRows & { readonly interval: PriceInterval },
  rules: HistoryRules,
  source: HistorySource<Stored, Bucket>,
): Promise<Answer> {
  const { interval } = asked;
  const { subject, cursors, columns, firstSeenMs, gate, policy } = rules;
  const nowMs = Date.now();
  const query = readRowsQuery<Place>(asked, exchange, {
    cursors,
    identity: [subject, interval],
    origin: 'stored',
    columns,
    widthMs: WIDTHS_MS[interval],
    defaultDays: DEFAULT_DAYS[interval],
    nowMs,
  });
  const paging = { query, turns: inTurns(gate, exchange.signal) };
  const page =
    interval === 'raw'
      ? await storedPages(paging, { read: source.read, toRow: source.toRow })
      : bucketPages(paging, { firstSeenMs, interval, nowMs }, { read: source.readBuckets, toRow: source.toBucketRow });
  const next = page.next === null ? null : query.cursorAfter(page.next);
  const counted = countedPages(page);
  return await rowsAnswer({
    ...query,
    component: rules.component,
    pages: counted.pages,
    meta: () => ({
      from: Math.floor(query.fromMs / 1000),
      to: Math.ceil(query.toMs / 1000),
      interval_str: interval,
      count: counted.count(),
      next_cursor: next,
      ...whyEmpty({
        count: counted.count(),
        next,
        toMs: query.toMs,
        firstSeenMs: firstSeenMs === null ? [] : [firstSeenMs],
        rows: interval === 'raw' ? 'observations' : 'buckets',
        isOfPrices: true,
      }),
      tier_str: exchange.caller.tier,
      methodology: PRICE_METHOD,
      ...rules.meta,
    }),
    nextCursor: next,
    filename: `${rules.name}-${subject}-${interval}`,
    policy,
    cacheControl: CACHE_CONTROL,
  });
}
