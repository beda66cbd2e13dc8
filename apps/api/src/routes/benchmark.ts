import {
  BENCHMARK_RATE_COLUMNS,
  type BenchmarkMeta,
  benchmarkQuerySchema,
  type BenchmarkRateRow,
} from '@tidemark/contract';
import { USD_PEG_BAND_SF, USD_STABLECOINS } from '@tidemark/protocols/kamino';
import {
  benchmarkSourceOf,
  latestRowOf,
  listCommonStops,
  listExclusions,
  newestSecondsOf,
  readingOf,
} from '../aggregates/benchmark/benchmark-sources.ts';
import { toBenchmarkRow } from '../aggregates/benchmark/to-benchmark-row.ts';
import { periodPages } from '../aggregates/history/aggregate-pages.ts';
import { pageOf, periodsOf } from '../aggregates/history/bucket-periods.ts';
import { lastReadsOfRefused } from '../aggregates/history/period-totals.ts';
import { readAggregateQuery } from '../aggregates/history/read-aggregate-query.ts';
import type { AnswerPolicy } from '../http/answer-policy.ts';
import type { Answer } from '../http/answer.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { type Gate, inTurns } from '../http/gate.ts';
import { readQuery } from '../http/read-query.ts';
import { rowsAnswer } from '../rows/rows-answer.ts';
import { refuseCut } from '../rows/rows-query.ts';
import { firstSeenOf } from './aggregate-history.ts';
import type { ProtocolServices } from './protocol-lookup.ts';

const CACHE_CONTROL = 'public, max-age=30';
const METHODOLOGY = 'benchmark-1.0';
const TOKENS = USD_STABLECOINS.map(({ mint, symbol }) => ({ token_address: mint, token_symbol: symbol }));

/** The rate of US dollars over all protocols. */
export function benchmarkRoute(services: readonly ProtocolServices[], policy: AnswerPolicy, gate: Gate): Route {
  const handle = async (exchange: Exchange): Promise<Answer> => {
    const asked = readQuery(benchmarkQuerySchema, exchange.query);
    const { interval = '1d' } = asked;
    const nowMs = Date.now();
    const turns = inTurns(gate, exchange.signal);
    const query = readAggregateQuery(asked, exchange, { of: ['usd'], columns: BENCHMARK_RATE_COLUMNS, nowMs });
    const sources = await Promise.all(services.map(benchmarkSourceOf));
    const infos = await Promise.all(services.map(({ info }) => info.get()));
    const reserves = sources.flatMap((source) => source.reserves);
    const page = pageOf(periodsOf(query, { firstSeenMs: firstSeenOf(reserves), nowMs }), query);
    refuseCut(query, page.rowsLeft);
    const next = page.lastMs === null ? null : query.cursorAfter(page.lastMs);
    const isOpen = asked.to === undefined && asked.cursor === undefined && next === null;
    const latest = isOpen ? latestRowOf(sources) : null;
    const excluded = query.format === 'json' ? await listExclusions(sources, page.periods, turns) : [];
    const pages = periodPages({
      reserves,
      periods: page.periods,
      weight: 'usd',
      newestMs: (newestSecondsOf(sources) ?? 0) * 1000,
      stops: await listCommonStops(sources, turns),
      refusedAfterMs: lastReadsOfRefused(infos.flatMap((info) => info.reserves)),
      priceBandSf: USD_PEG_BAND_SF,
      detailed: true,
      read: readingOf(sources, turns),
      signal: exchange.signal,
    });
    return await rowsAnswer({
      format: query.format,
      columns: query.columns,
      component: 'BenchmarkRateRow',
      units: query.units,
      pages: rowsOf(pages, latest),
      meta: (): BenchmarkMeta => ({
        from: Math.floor(query.fromMs / 1000),
        to: Math.ceil(query.toMs / 1000),
        interval_str: interval,
        count: page.count + (latest === null ? 0 : 1),
        next_cursor: next,
        tier_str: exchange.caller.tier,
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
  return { name: 'usdBenchmarkRates', method: 'GET', cors: true, logLevel: 'info', heavy: 'always', handle };
}

async function* rowsOf(
  pages: ReturnType<typeof periodPages>,
  latest: BenchmarkRateRow | null,
): AsyncGenerator<readonly BenchmarkRateRow[]> {
  for await (const page of pages) yield page.map(toBenchmarkRow);
  if (latest !== null) yield [latest];
}
