import type { z } from 'zod';
import { type AggregateHistoryMeta, aggregateHistoryQuerySchema } from '@tidemark/contract';
import type { AggregateReserve } from '@tidemark/schema';
import type { Answer, Caller, Exchange, Handlers } from '../../../http/exchange.ts';
import { type Gate, inTurns } from '../../../http/gate.ts';
import type { AnswerPolicy } from '../../../http/policy.ts';
import { readQuery } from '../../../http/query.ts';
import { encodedAnswer } from '../../../rows/answer.ts';
import { type EmptyReason, whyEmpty } from '../../../rows/why-empty.ts';
import type { KeptRows } from '../../../rows/kept-rows.ts';
import { periodsOf } from '../../../rows/periods.ts';
import { refuseCut } from '../../../rows/query.ts';
import type { SharedLookup, SharedServices } from '../../services.ts';
import type { AggregateDataset } from '../aggregate-dataset.ts';
import { readMarket, readMint, readNothing } from '../route.ts';
import { periodRows } from './period-rows.ts';
import { lastReadsOfRefused } from './period-totals.ts';
import { type AggregateQuery, pageOf, readAggregateQuery } from './query.ts';
import { marketSubject, protocolSubject, storedSubjectOf, type Subject, tokenSubject } from './subjects.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'aggregate-1.1';

/** Histories of markets, tokens and the protocol, or of all protocols, added up from the rollups. */
export function aggregateHistoryHandlers(
  lookup: SharedLookup,
  policy: AnswerPolicy,
  { gate, kept }: { readonly gate: Gate; readonly kept: KeptRows },
): Handlers<'marketHistory' | 'tokenHistory' | 'summaryHistory'> {
  const handler =
    <Of>(
      read: (params: Exchange['params']) => Of,
      find: (dataset: AggregateDataset, of: Of, name: string) => Subject,
    ) =>
    async (exchange: Exchange): Promise<Answer> => {
      const services = lookup(exchange.params);
      const of = read(exchange.params);
      const asked = readQuery(aggregateHistoryQuerySchema, exchange.query);
      const dataset = await services.aggregates.get();
      const subject = find(dataset, of, services.name);
      return await answer({ exchange, services, asked, dataset, subject, kept }, policy, gate);
    };
  return {
    marketHistory: handler(readMarket, marketSubject),
    tokenHistory: handler(readMint, tokenSubject),
    summaryHistory: handler(readNothing, (dataset, _, name) => protocolSubject(dataset, name)),
  };
}

interface AskedHistory {
  readonly exchange: Exchange;
  readonly services: SharedServices;
  readonly asked: z.output<typeof aggregateHistoryQuerySchema>;
  readonly dataset: AggregateDataset;
  readonly subject: Subject;
  readonly kept: KeptRows;
}

/** The history of what was found in the dataset. */
async function answer(
  { exchange, services: { name, info, reads }, asked, dataset, subject, kept }: AskedHistory,
  policy: AnswerPolicy,
  gate: Gate,
): Promise<Answer> {
  const turns = inTurns(gate, exchange.signal);
  const nowMs = Date.now();
  const query = readAggregateQuery(asked, exchange, {
    of: [subject.kind, subject.of],
    columns: subject.columns,
    nowMs,
    origin: 'stored',
  });
  const members = [...subject.reserves.counted, ...subject.reserves.unlisted];
  const firstSeenMs = members.map(({ firstSeenAt }) => firstSeenAt.getTime());
  const page = pageOf(
    periodsOf(query, {
      firstSeenMs: firstSeenOf(members),
      nowMs,
    }),
    query,
  );
  refuseCut(query, page.rowsLeft);
  const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
  const chunks = periodRows(kept, {
    query,
    of: [name, subject.kind, subject.of, subject.identity],
    reserves: subject.reserves,
    isAll: subject.kind === 'protocol',
    stored: storedSubjectOf(subject),
    periods: page.periods,
    weight: subject.weight,
    newestMs: (dataset.moment?.seconds ?? 0) * 1000,
    stops: await turns(() => reads.history.stops()),
    refusedAfterMs: lastReadsOfRefused((await info.get()).reserves),
    read: (filter) => turns(() => reads.bucketTotals(filter)),
    readStored: (filter) => turns(() => reads.storedTotals(filter)),
    readRevisions: (filter) => turns(() => reads.totalsRevisions(filter)),
    toRow: subject.toRow,
    signal: exchange.signal,
  });
  return await encodedAnswer({
    ...query,
    component: subject.component,
    chunks,
    meta: () =>
      toMeta(query, exchange.caller, {
        count: page.count,
        next_cursor: next,
        ...whyEmpty({ count: page.count, next, toMs: query.toMs, firstSeenMs, rows: 'buckets' }),
      }),
    nextCursor: next,
    filename: `${exchange.params['protocol'] ?? name}-${subject.kind}-${query.interval}`,
    policy,
    cacheControl: CACHE_CONTROL,
  });
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
