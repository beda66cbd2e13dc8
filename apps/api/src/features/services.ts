import type { RefreshingCache } from '@tidemark/core';
import type {
  BandExclusion,
  BandExclusionFilter,
  BucketTotals,
  BucketTotalsFilter,
  ConfigChangeEntry,
  ConfigChangeFilter,
  CoverageFacts,
  CoverageFilter,
  FirstFailure,
  GapOfRange,
  InterestFilter,
  InterestRow,
  ReserveConfigRow,
  ReserveRateState,
} from '@tidemark/schema';
import { ApiError } from '../http/exchange.ts';
import type { Protocol } from '../protocols.ts';
import type { AggregateDataset } from './aggregates/aggregate-dataset.ts';
import type { DetailDataset } from './detail/detail-dataset.ts';
import type { HistoryReads } from './history/history-reads.ts';
import type { InfoCache } from './info/query.ts';
import type { LatestCache } from './latest/cache.ts';
import type { DatedStatus } from './status/rows.ts';

/** Reads of the database that are made for each request. All reject when it fails. */
export interface ProtocolReads {
  /** Reserves that a band of prices keeps out of such totals. */
  bandExclusions(filter: Omit<BandExclusionFilter, 'protocol'>): Promise<BandExclusion[]>;
  /** Totals per period from the rollups. */
  bucketTotals(filter: Omit<BucketTotalsFilter, 'protocol'>): Promise<BucketTotals[]>;
  /** State and rate settings of a reserve, null when it was never polled. */
  rateState(reserve: string): Promise<ReserveRateState | null>;
  /** Configuration of a reserve, null when it was never seen. */
  config(reserve: string): Promise<ReserveConfigRow | null>;
  changes(filter: Omit<ConfigChangeFilter, 'protocol'>): Promise<ConfigChangeEntry[]>;
  readonly history: HistoryReads;
  coverage(filter: Omit<CoverageFilter, 'protocol'>): Promise<CoverageFacts>;
  /** The first failed attempt of each gap, in their order. */
  gapFailures(gaps: readonly GapOfRange[]): Promise<(FirstFailure | null)[]>;
  /** Interest of groups of reserves per period. */
  interest(filter: Omit<InterestFilter, 'protocol'>): Promise<InterestRow[]>;
}

/** What the endpoints of one protocol answer from. */
export interface ProtocolServices {
  readonly protocol: Protocol;
  readonly latest: LatestCache;
  readonly info: InfoCache;
  readonly details: Pick<RefreshingCache<DetailDataset>, 'get'>;
  readonly aggregates: Pick<RefreshingCache<AggregateDataset>, 'get'>;
  readonly status: Pick<RefreshingCache<DatedStatus>, 'get'>;
  readonly reads: ProtocolReads;
}

/** Finds the services that a path is about, by its protocol segment. Throws PROTOCOL_NOT_FOUND. */
export type ProtocolLookup = (params: Readonly<Record<string, string>>) => ProtocolServices;

/** A lookup over all segments, aliases included. */
export function createProtocolLookup(all: readonly ProtocolServices[]): ProtocolLookup {
  const bySegment = new Map(
    all.flatMap((services) => services.protocol.segments.map((segment) => [segment, services] as const)),
  );
  return (params) => {
    const services = bySegment.get(params['lending_protocol'] ?? '');
    if (services === undefined) throw new ApiError('PROTOCOL_NOT_FOUND');
    return services;
  };
}
