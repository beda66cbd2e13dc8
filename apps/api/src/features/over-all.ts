import { type AggregateDataset, prepareAggregates } from './aggregates/aggregate-dataset.ts';
import type { Logger } from '@tidemark/runtime';
import { ALL_PROTOCOLS } from '@tidemark/schema';
import type { AnswerPolicy } from '../http/policy.ts';
import { type DatasetOptions, LATEST_CACHE_CONTROL, type LatestDataset, prepareDataset } from './latest/dataset.ts';
import { newestMoment, textOf } from './latest/rows.ts';
import { createSparklines, SPARKLINES_CACHE_CONTROL } from './sparklines/dataset.ts';
import type { ProtocolServices, SharedServices } from './services.ts';

/** The services of several protocols as those of one: nothing is read but through them, and rows come protocol by protocol. */
export function combineServices(
  all: readonly ProtocolServices[],
  { commonHeaders, vary }: AnswerPolicy,
  logger: Logger,
): SharedServices {
  const answers = { commonHeaders, vary, cacheControl: LATEST_CACHE_CONTROL };
  return {
    name: ALL_PROTOCOLS,
    latest: combineLatest(all, answers),
    info: {
      get: async () => {
        const tables = await Promise.all(all.map(({ info }) => info.get()));
        return {
          markets: tables.flatMap(({ markets }) => markets),
          reserves: tables.flatMap(({ reserves }) => reserves),
          marketsWithoutReserves: tables.flatMap(({ marketsWithoutReserves }) => marketsWithoutReserves),
          quarantined: tables.flatMap(({ quarantined }) => quarantined),
        };
      },
    },
    aggregates: combineAggregates(all, answers),
    sparklines: createSparklines(
      all.map(({ sparklineSource }) => sparklineSource),
      { ...answers, cacheControl: SPARKLINES_CACHE_CONTROL, logger },
    ),
  };
}

/** What is made of the parts of all protocols: made again when one of them is another. */
function remade<Part, Made>(make: (parts: readonly Part[], previous: Made | null) => Made) {
  let last: { readonly parts: readonly Part[]; readonly made: Made } | null = null;
  return (parts: readonly Part[]): Made => {
    if (last !== null && parts.every((part, index) => part === last?.parts[index])) return last.made;
    last = { parts, made: make(parts, last?.made ?? null) };
    return last.made;
  };
}

function combineLatest(all: readonly ProtocolServices[], answers: DatasetOptions): SharedServices['latest'] {
  const join = remade<LatestDataset, LatestDataset>((parts, previous) => joinDatasets(all, parts, previous, answers));
  return {
    /** Null until every protocol has been loaded: a list without one of them would look whole. */
    current: () => {
      const parts = all.flatMap(({ latest }) => latest.current() ?? []);
      return parts.length < all.length ? null : join(parts);
    },
    /** Of the protocol that lies furthest behind; one without any read has no rows in the answer. */
    ageSecondsText: () => {
      const ages = all.map(({ latest }) => latest.ageSecondsText()).filter((age) => age !== null);
      return ages.length === 0 ? null : String(Math.max(...ages.map(Number)));
    },
  };
}

function joinDatasets(
  all: readonly ProtocolServices[],
  parts: readonly LatestDataset[],
  previous: LatestDataset | null,
  answers: DatasetOptions,
): LatestDataset {
  const rows = parts.flatMap((part, index) => {
    const head = `{"protocol":${JSON.stringify(all[index]?.name)},`;
    return part.rows.map((row) => ({ ...row, text: `${head}${row.text.slice(1)}` }));
  });
  return prepareDataset({ rows, text: textOf(rows), newest: newestMoment(rows) }, previous, answers);
}

function combineAggregates(all: readonly ProtocolServices[], answers: DatasetOptions): SharedServices['aggregates'] {
  const add = remade<AggregateDataset, AggregateDataset>((parts) => {
    const markets = parts.flatMap(({ inputs }) => inputs.markets);
    const reserves = parts.flatMap(({ inputs }) => inputs.reserves);
    return prepareAggregates(ALL_PROTOCOLS, { markets, reserves }, answers);
  });
  return { get: async () => add(await Promise.all(all.map(({ aggregates }) => aggregates.get()))) };
}
