import { BENCHMARK_RATE_COLUMNS, type BenchmarkMeta, benchmarkQuerySchema } from '@tidemark/contract';
import { USD_STABLECOINS } from '@tidemark/core';
import type { Answer, Exchange, Handler } from '../../../http/exchange.ts';
import { type Gate, inTurns } from '../../../http/gate.ts';
import type { AnswerPolicy } from '../../../http/policy.ts';
import { readQuery } from '../../../http/query.ts';
import { encodedAnswer, rowEncoder } from '../../../rows/answer.ts';
import type { KeptRows } from '../../../rows/kept-rows.ts';
import { whyEmpty } from '../../../rows/why-empty.ts';
import { periodsOf } from '../../../rows/periods.ts';
import { refuseCut } from '../../../rows/query.ts';
import type { ProtocolServices } from '../../services.ts';
import { countAll } from '../counted.ts';
import { periodRows } from '../history/period-rows.ts';
import { lastReadsOfRefused } from '../history/period-totals.ts';
import { pageOf, readAggregateQuery } from '../history/query.ts';
import { firstSeenOf, toMeta } from '../history/route.ts';
import { benchmarkSourceOf, latestRowOf, listExclusions, totalsOf } from './benchmark-sources.ts';
import { toBenchmarkRow } from './to-benchmark-row.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'benchmark-1.1';
const TOKENS = USD_STABLECOINS.map(({ mint, symbol }) => ({ token_address: mint, token_symbol: symbol }));

/** The rate of US dollars over all protocols. */
export function benchmarkHandler(
  services: readonly ProtocolServices[],
  policy: AnswerPolicy,
  { gate, kept }: { readonly gate: Gate; readonly kept: KeptRows },
): Handler {
  return async (exchange: Exchange): Promise<Answer> => {
    const asked = readQuery(benchmarkQuerySchema, exchange.query);
    const { interval = '1d' } = asked;
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readAggregateQuery(asked, exchange, {
      of: ['usd'],
      columns: BENCHMARK_RATE_COLUMNS,
      nowMs,
      origin: 'stored',
    });
    const sources = await Promise.all(services.map(benchmarkSourceOf));
    const infos = await Promise.all(services.map(({ info }) => info.get()));
    const reserves = sources.flatMap((source) => source.reserves);
    const page = pageOf(periodsOf(query, { firstSeenMs: firstSeenOf(reserves), nowMs }), query);
    refuseCut(query, page.rowsLeft);
    const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
    const isOpen = asked.to === undefined && asked.cursor === undefined && next === null;
    const latest = isOpen ? latestRowOf(sources) : null;
    const excluded = query.format === 'json' ? await listExclusions(sources, page.periods, turns) : [];
    const chunks = periodRows(kept, {
      query,
      of: ['usd', sources.map((source) => source.stored)],
      reserves: countAll(reserves),
      periods: page.periods,
      weight: 'usd',
      refusedAfterMs: lastReadsOfRefused(infos.flatMap((info) => info.reserves)),
      detailed: true,
      toRow: toBenchmarkRow,
      signal: exchange.signal,
      ...(await totalsOf(sources, turns)),
    });
    const count = page.count + (latest === null ? 0 : 1);
    const firstSeenMs = reserves.map(({ firstSeenAt }) => firstSeenAt.getTime());
    const empty = whyEmpty({ count, next, toMs: query.toMs, firstSeenMs, rows: 'buckets' });
    const encode = rowEncoder(query.format, query.columns);
    return await encodedAnswer({
      ...query,
      component: 'BenchmarkRateRow',
      chunks: withLatest(chunks, latest === null ? null : encode(latest)),
      meta: (): BenchmarkMeta => ({
        ...toMeta(query, exchange.caller, { count, next_cursor: next, ...empty }),
        interval_str: interval,
        methodology: METHODOLOGY,
        tokens: TOKENS,
        excluded,
      }),
      nextCursor: next,
      filename: `usd-benchmark-${interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

async function* withLatest(
  chunks: AsyncIterable<Uint8Array>,
  latest: string | null,
): AsyncGenerator<Uint8Array | string> {
  yield* chunks;
  if (latest !== null) yield latest;
}
