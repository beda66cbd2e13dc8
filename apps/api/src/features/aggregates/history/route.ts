import type { z } from 'zod';
import { type AggregateHistoryMeta, aggregateHistoryQuerySchema } from '@tidemark/contract';
import { type AggregateReserve, listTotals, type Sql, type TotalsFilter } from '@tidemark/schema';
import type { Answer, Caller, Exchange, Handlers } from '../../../http/exchange.ts';
import { type Gate, inTurns } from '../../../http/gate.ts';
import type { AnswerPolicy } from '../../../http/policy.ts';
import { readQuery } from '../../../http/query.ts';
import { type AnswerRow, rowsAnswer } from '../../../rows/answer.ts';
import { type BucketPeriods, periodsOf, stretchesOf } from '../../../rows/periods.ts';
import { refuseCut } from '../../../rows/query.ts';
import { type EmptyReason, whyEmpty } from '../../../rows/why-empty.ts';
import type { SharedLookup } from '../../services.ts';
import type { AggregateDataset } from '../aggregate-dataset.ts';
import { readMarket, readMint, readNothing } from '../route.ts';
import { type AggregateQuery, pageOf, readAggregateQuery } from './query.ts';
import { marketSubject, protocolSubject, type Subject, tokenSubject } from './subjects.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'aggregate-1.1';
/** Periods of which one statement reads the totals. */
const PERIODS_A_READ = 1_000;

/** Reads stored totals of any protocol. */
export interface TotalsReads {
  readonly sql: Sql;
  readonly gate: Gate;
}

/** Histories of markets, tokens and the protocol, or of all protocols, as the rollup has stored them. */
export function aggregateHistoryHandlers(
  lookup: SharedLookup,
  policy: AnswerPolicy,
  reads: TotalsReads,
): Handlers<'marketHistory' | 'tokenHistory' | 'summaryHistory'> {
  const handler =
    <Of>(
      read: (params: Exchange['params']) => Of,
      find: (dataset: AggregateDataset, of: Of, name: string) => Subject,
    ) =>
    async (exchange: Exchange): Promise<Answer> => {
      const { name, aggregates } = lookup(exchange.params);
      const of = read(exchange.params);
      const asked = readQuery(aggregateHistoryQuerySchema, exchange.query);
      const dataset = await aggregates.get();
      const newestMs = (dataset.moment?.seconds ?? 0) * 1000;
      return await answer(exchange, asked, { subject: find(dataset, of, name), newestMs }, { policy, reads });
    };
  return {
    marketHistory: handler(readMarket, marketSubject),
    tokenHistory: handler(readMint, tokenSubject),
    summaryHistory: handler(readNothing, (dataset, _, name) => protocolSubject(dataset, name)),
  };
}

/** The history of what was found. Its rows end with the period of the newest read: of what is later nobody knows anything. */
async function answer(
  exchange: Exchange,
  asked: z.output<typeof aggregateHistoryQuerySchema>,
  { subject, newestMs }: { readonly subject: Subject; readonly newestMs: number },
  { policy, reads }: { readonly policy: AnswerPolicy; readonly reads: TotalsReads },
): Promise<Answer> {
  const { kind, of, columns, component, reserves, identity } = subject;
  const query = readAggregateQuery(asked, exchange, { of: [kind, of], columns, nowMs: Date.now() });
  const page = pageOf(periodsOf(query, { firstSeenMs: firstSeenOf(reserves), nowMs: newestMs }), query);
  refuseCut(query, page.rowsLeft);
  const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
  const firstSeenMs = reserves.map(({ firstSeenAt }) => firstSeenAt.getTime());
  return await rowsAnswer({
    ...query,
    component,
    pages: totalsPages(subject, page.periods, { ...reads, signal: exchange.signal, identity }),
    meta: () =>
      toMeta(query, exchange.caller, {
        count: page.count,
        next_cursor: next,
        ...whyEmpty({ count: page.count, next, toMs: query.toMs, firstSeenMs, rows: 'buckets' }),
      }),
    nextCursor: next,
    filename: `${exchange.params['protocol'] ?? subject.protocol}-${kind}-${query.interval}`,
    policy,
    cacheControl: CACHE_CONTROL,
  });
}

/** Rows of the periods with the columns that are the same in all, read in stretches as they are taken. */
export async function* totalsPages(
  { protocol, kind, of }: Pick<TotalsFilter, 'protocol' | 'kind' | 'of'>,
  periods: BucketPeriods,
  { sql, gate, signal, identity }: TotalsReads & { readonly signal: AbortSignal; readonly identity: object },
): AsyncGenerator<readonly AnswerRow[]> {
  const turns = inTurns(gate, signal);
  for (const { firstMs, endMs, widthMs } of stretchesOf(periods, PERIODS_A_READ)) {
    const range = { from: new Date(firstMs), to: new Date(endMs), periodSeconds: widthMs / 1000 };
    const rows = await turns(() => listTotals(sql, { protocol, kind, of, ...range }));
    yield rows.map((row) => Object.assign(row, identity));
  }
}

export function firstSeenOf(reserves: readonly AggregateReserve[]): number | null {
  return reserves.length === 0 ? null : Math.min(...reserves.map(({ firstSeenAt }) => firstSeenAt.getTime()));
}

type PageMeta = Pick<AggregateHistoryMeta, 'count' | 'next_cursor' | keyof EmptyReason>;

/** What a page of totals says of itself. */
export function toMeta(query: AggregateQuery, caller: Caller, page: PageMeta): AggregateHistoryMeta {
  return {
    from: Math.floor(query.fromMs / 1000),
    to: Math.ceil(query.toMs / 1000),
    interval_str: query.interval,
    ...page,
    tier_str: caller.tier,
    methodology: METHODOLOGY,
  };
}
