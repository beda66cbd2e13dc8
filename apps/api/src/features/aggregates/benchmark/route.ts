import { BENCHMARK_RATE_COLUMNS, type BenchmarkMeta, benchmarkQuerySchema } from '@tidemark/contract';
import { USD_STABLECOINS } from '@tidemark/core';
import { ALL_PROTOCOLS, listBenchmarkExclusions } from '@tidemark/schema';
import type { Answer, Exchange, Handler } from '../../../http/exchange.ts';
import type { AnswerPolicy } from '../../../http/policy.ts';
import { readQuery } from '../../../http/query.ts';
import { type AnswerRow, rowsAnswer } from '../../../rows/answer.ts';
import { periodsOf } from '../../../rows/periods.ts';
import { refuseCut } from '../../../rows/query.ts';
import { whyEmpty } from '../../../rows/why-empty.ts';
import type { ProtocolServices } from '../../services.ts';
import { splitReserves } from '../counted.ts';
import { pageOf, readAggregateQuery } from '../history/query.ts';
import { firstSeenOf, toMeta, totalsPages, type TotalsReads } from '../history/route.ts';
import { toExclusion, toLatestBenchmarkRow } from './to-benchmark-row.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'benchmark-1.1';
const TOKENS = USD_STABLECOINS.map(({ mint, symbol }) => ({ token_address: mint, token_symbol: symbol }));
const MINTS: ReadonlySet<string> = new Set(USD_STABLECOINS.map(({ mint }) => mint));
const SUBJECT = { protocol: ALL_PROTOCOLS, kind: 'benchmark', of: '' } as const;

/** The rate of US dollars over all protocols. */
export function benchmarkHandler(
  services: readonly ProtocolServices[],
  policy: AnswerPolicy,
  reads: TotalsReads,
): Handler {
  return async (exchange: Exchange): Promise<Answer> => {
    const asked = readQuery(benchmarkQuerySchema, exchange.query);
    const { interval = '1d' } = asked;
    const query = readAggregateQuery(asked, exchange, {
      of: ['usd'],
      columns: BENCHMARK_RATE_COLUMNS,
      nowMs: Date.now(),
    });
    const sources = await Promise.all(services.map(sourceOf));
    const newest = newestSecondsOf(sources);
    const reserves = sources.flatMap((source) => source.reserves);
    const known = { firstSeenMs: firstSeenOf(reserves), nowMs: (newest ?? 0) * 1000 };
    const page = pageOf(periodsOf(query, known), query);
    refuseCut(query, page.rowsLeft);
    const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
    const isOpen = asked.to === undefined && asked.cursor === undefined && next === null;
    const latest = isOpen && newest !== null ? toLatestBenchmarkRow(sources, newest) : null;
    const { firstMs, endMs, widthMs } = page.periods;
    const range = { from: new Date(firstMs), to: new Date(endMs), periodSeconds: widthMs / 1000 };
    const excluded =
      query.format === 'json' && page.count > 0
        ? await reads.gate(() => listBenchmarkExclusions(reads.sql, range), exchange.signal)
        : [];
    const count = page.count + (latest === null ? 0 : 1);
    const firstSeenMs = reserves.map(({ firstSeenAt }) => firstSeenAt.getTime());
    const empty = whyEmpty({ count, next, toMs: query.toMs, firstSeenMs, rows: 'buckets' });
    const identity = { kind_str: 'bucket' };
    return await rowsAnswer({
      ...query,
      component: 'BenchmarkRateRow',
      pages: withLatest(totalsPages(SUBJECT, page.periods, { ...reads, signal: exchange.signal, identity }), latest),
      meta: (): BenchmarkMeta => ({
        ...toMeta(query, exchange.caller, { count, next_cursor: next, ...empty }),
        interval_str: interval,
        methodology: METHODOLOGY,
        tokens: TOKENS,
        excluded: excluded.map(toExclusion),
      }),
      nextCursor: next,
      filename: `usd-benchmark-${interval}`,
      policy,
      cacheControl: CACHE_CONTROL,
    });
  };
}

/** What one protocol adds to the benchmark. */
async function sourceOf({ aggregates, protocol }: ProtocolServices) {
  const { inputs, moment } = await aggregates.get();
  // A market that anybody may have created would make the rate whatever its creator wants.
  const { counted } = splitReserves(inputs.reserves.filter(({ tokenMint }) => MINTS.has(tokenMint)));
  return { protocol: protocol.name, reserves: counted, newestSeconds: moment?.seconds ?? null };
}

/** Newest chain time that is served. */
function newestSecondsOf(sources: readonly { readonly newestSeconds: number | null }[]): number | null {
  const times = sources.flatMap(({ newestSeconds }) => newestSeconds ?? []);
  return times.length === 0 ? null : Math.max(...times);
}

async function* withLatest(
  pages: AsyncIterable<readonly AnswerRow[]>,
  latest: AnswerRow | null,
): AsyncGenerator<readonly AnswerRow[]> {
  yield* pages;
  if (latest !== null) yield [latest];
}
