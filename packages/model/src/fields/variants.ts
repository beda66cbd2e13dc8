import {
  aggregateHistoryVariants,
  aggregateRangeVariants,
  momentVariants,
  tokenVariants,
  utilizationOfUsd,
} from './aggregate.ts';
import { benchmarkExclusionVariants, benchmarkVariants } from './benchmark.ts';
import { coverageGapVariants, coverageMetaVariants, coverageVariants } from './coverage.ts';
import { ownDefinitions } from './own-columns.ts';
import { dataDictionary, type FieldName, isFieldName } from './dictionary.ts';
import { feeMetaVariants, feeVariants } from './fee.ts';
import { type FieldDefinition, numberField, textField, timeField } from '@tidemark/core';
import { historyVariants } from './history-variants.ts';
import {
  depthHistoryVariants,
  depthMetaVariants,
  depthVariants,
  liquidationCoverageHistoryVariants,
  liquidationCoverageVariants,
  poolDepthVariants,
  poolVariants,
  tokenDepthVariants,
} from './liquidity-variants.ts';
import { divergenceHistoryVariants } from './price-divergence.ts';
import {
  priceAtVariants,
  priceHistoryVariants,
  priceMetaVariants,
  priceSourceVariants,
  priceVariants,
} from './price.ts';
import { statusVariants } from './status.ts';
import { AGGREGATE_INTERVALS, BENCHMARK_INTERVALS } from './words.ts';

const noReferrers = dataDictionary.referrer_fees_f.nullRule;
const ofMarket = 'null where the parameter is one of the lending market';
const rows = { methodVersion: 'ingest-1.0' } as const;

const tokenSymbol = { ...dataDictionary.token_symbol, description: 'Symbol that most reserves give the token.' };

const ofTotals = {
  protocol: {
    ...dataDictionary.protocol,
    description: 'Lending protocol of the totals; all: every one that is served.',
  },
};

const newestSlot = numberField('slots', 'Newest slot among the rows of the answer.', 'largest slot of the rows', {
  nullRule: 'null where there is no row, or nothing was read',
  ...rows,
});

const sums = { ...dataDictionary.interval_str, type: AGGREGATE_INTERVALS };

/** Names that mean something narrower in one answer, by the name of its component. */
export const answerVariants = {
  AggregateHistoryMeta: { ...aggregateRangeVariants, interval_str: sums },
  BenchmarkExclusion: benchmarkExclusionVariants,
  BenchmarkMeta: {
    ...aggregateRangeVariants,
    interval_str: { ...dataDictionary.interval_str, type: BENCHMARK_INTERVALS },
  },
  BenchmarkRateRow: benchmarkVariants,
  ...historyVariants,
  ...statusVariants,
  ReserveDetail: {
    accumulated_referrer_fees_raw: { ...dataDictionary.accumulated_referrer_fees_raw, nullRule: noReferrers },
    accrued_pending_referrer_fees_raw: { ...dataDictionary.accrued_pending_referrer_fees_raw, nullRule: noReferrers },
  },
  // Held to 0..1 in the twelve fields.
  ReserveOfProtocol: { utilization_f: { ...dataDictionary.utilization_f, type: 'share' } },
  ReserveSnapshot: { utilization_f: { ...dataDictionary.utilization_f, type: 'share' } },
  ConfigChange: {
    reserve: { ...dataDictionary.reserve, nullRule: ofMarket },
    slot: numberField(
      'slots',
      'First slot at which the new value was seen.',
      'clock of the first bank that held the new value',
      { methodVersion: 'config-1.0' },
    ),
    timestamp: timeField(
      'First chain time at which the new value was seen.',
      'clock of the first bank that held the new value',
      { methodVersion: 'config-1.0' },
    ),
    token_symbol: { ...dataDictionary.token_symbol, nullRule: ofMarket },
  },
  CoverageGap: coverageGapVariants,
  CoverageMeta: coverageMetaVariants,
  CoverageRow: coverageVariants,
  DepthHistoryMeta: { ...aggregateRangeVariants, ...depthMetaVariants },
  FeesMeta: { ...feeMetaVariants, interval_str: sums },
  LiquidationCoverage: liquidationCoverageVariants,
  LiquidationCoverageRow: liquidationCoverageHistoryVariants,
  LiquidityMeta: { slot: newestSlot, methodology: depthMetaVariants.methodology },
  LiquidityPool: poolVariants,
  KeyUsage: { tier_str: { ...dataDictionary.tier_str, type: ['key'] } },
  FeesRow: feeVariants,
  MarketHistoryRow: { ...aggregateHistoryVariants, utilization_f: utilizationOfUsd },
  MarketTotals: { ...momentVariants('of the lending market'), utilization_f: utilizationOfUsd },
  MomentMeta: {
    slot: numberField('slots', 'Newest slot among the rows of the answer.', 'largest slot of the rows', {
      nullRule: 'null where there is no row',
      ...rows,
    }),
  },
  PoolDepth: poolDepthVariants,
  PoolDepthMeta: { methodology: depthMetaVariants.methodology },
  Price: priceVariants,
  PriceAt: priceAtVariants,
  PriceDivergenceMeta: { ...aggregateRangeVariants, ...priceMetaVariants },
  PriceDivergenceRow: { ...priceHistoryVariants, ...divergenceHistoryVariants },
  PriceHistoryMeta: { ...aggregateRangeVariants, ...priceMetaVariants },
  PriceHistoryRow: priceHistoryVariants,
  PriceLeg: { published_timestamp: priceSourceVariants.published_timestamp },
  PriceSource: priceSourceVariants,
  PricesMeta: {
    slot: newestSlot,
    methodology: priceMetaVariants.methodology,
  },
  ProtocolHistoryRow: { ...aggregateHistoryVariants, ...ofTotals, utilization_f: utilizationOfUsd },
  ProtocolTotals: { ...momentVariants('of the protocol'), ...ofTotals, utilization_f: utilizationOfUsd },
  QuarantinedReserve: {
    lending_market: textField(
      'Address of the lending market.',
      'the stored reserve; of one that gave no row yet what the refused bytes name',
      { type: 'address', nullRule: 'null where the bytes are too few to name one', methodVersion: 'ingest-1.0' },
    ),
    first_seen_timestamp: timeField(
      'Chain time of the first refusal for this reason.',
      'clock of the first bank that was refused',
    ),
    last_seen_timestamp: timeField(
      'Chain time of the newest refusal for this reason.',
      'clock of the newest bank that was refused',
    ),
  },
  ReserveInfo: {
    quarantine_reason_str: textField(
      'Why the newest read of the reserve was refused; its numbers are then those of an earlier read.',
      'code of the newest refusal',
      { nullRule: 'null where the newest read gave a row', ...rows },
    ),
  },
  ReserveConfigMeta: { as_of: timeField('Chain time of the newest read of the reserve.', 'timestamp of the row') },
  ReserveCurveMeta: {
    as_of: timeField('Chain time that the answer is as of.', 'clock of the bank that the account was read from'),
    count: numberField('points', 'Number of points.', 'counted', rows),
  },
  StreamedPrice: {
    ...priceVariants,
    snapshot_reason_str: {
      ...dataDictionary.snapshot_reason_str,
      description:
        'Why this price was kept: first (of the token), changed (price, status or number of sources), heartbeat (unchanged for ten minutes).',
    },
  },
  StreamHeartbeat: {
    slot: numberField('slots', 'Newest slot that is served.', 'largest slot of the latest reserves', {
      nullRule: 'null while nothing is indexed',
      ...rows,
    }),
    timestamp: timeField('Newest chain time that is served.', 'largest timestamp of the latest reserves', {
      nullRule: 'null while nothing is indexed',
    }),
  },
  TokenDepth: tokenDepthVariants,
  TokenDepthHistoryRow: depthHistoryVariants,
  TokenDepthLevel: { source_str: depthVariants.source_str },
  TokenDepthMeta: { methodology: depthMetaVariants.methodology },
  TokenHistoryRow: { ...aggregateHistoryVariants, ...tokenVariants, token_symbol: tokenSymbol },
  TokenTotals: {
    ...momentVariants('of the token'),
    ...tokenVariants,
    token_symbol: tokenSymbol,
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<FieldName, FieldDefinition>>>>>;

/** What a name means in one component of the answers. */
export function definitionIn(component: string, name: string): FieldDefinition {
  const variants: Readonly<Record<string, Readonly<Partial<Record<string, FieldDefinition>>>>> = answerVariants;
  const own = ownDefinitions[component]?.[name] ?? variants[component]?.[name];
  if (own !== undefined) return own;
  if (!isFieldName(name)) throw new RangeError(`${component}.${name} is in no table of fields`);
  return dataDictionary[name];
}

/** True where there is a definition of the name. */
export function isDefinedIn(component: string, name: string): boolean {
  return isFieldName(name) || ownDefinitions[component]?.[name] !== undefined;
}
