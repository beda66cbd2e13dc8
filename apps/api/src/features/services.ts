import type { RefreshingCache } from '@tidemark/core';
import { ApiError } from '../http/exchange.ts';
import type { Protocol } from '../protocols.ts';
import type { AggregateDataset } from './aggregates/aggregate-dataset.ts';
import type { DetailDataset } from './detail/detail-dataset.ts';
import type { InfoCache } from './info/query.ts';
import type { LatestCache } from './latest/cache.ts';
import type { SparklineDataset, SparklineDays, SparklineSource } from './sparklines/dataset.ts';
import type { ProtocolReads } from './reads.ts';
import type { DatedStatus } from './status/rows.ts';

/** What those endpoints answer from that there are for one protocol and for all protocols together. */
export interface SharedServices {
  /** The protocol's, or `ALL_PROTOCOLS`. */
  readonly name: string;
  readonly latest: Pick<LatestCache, 'current' | 'ageSecondsText'>;
  readonly info: InfoCache;
  readonly aggregates: Pick<RefreshingCache<AggregateDataset>, 'get'>;
  readonly sparklines: (days: SparklineDays) => Promise<SparklineDataset>;
}

/** What the endpoints of one protocol answer from. */
export interface ProtocolServices extends SharedServices {
  readonly protocol: Protocol;
  readonly latest: LatestCache;
  readonly sparklineSource: SparklineSource;
  readonly details: Pick<RefreshingCache<DetailDataset>, 'get'>;
  readonly status: Pick<RefreshingCache<DatedStatus>, 'get' | 'peek'>;
  readonly reads: ProtocolReads;
}

/** A path or a query that can name a protocol. */
interface NamesProtocol {
  readonly protocol?: string | undefined;
}

/** Finds the services that a path or a query is about, by its protocol. Throws PROTOCOL_NOT_FOUND. */
export type ProtocolLookup = (asked: NamesProtocol) => ProtocolServices;
/** The same; what names no protocol is about all of them. */
export type SharedLookup = (asked: NamesProtocol) => SharedServices;

/** A lookup over all segments, aliases included. */
export function createProtocolLookup(all: readonly ProtocolServices[]): ProtocolLookup {
  const bySegment = new Map(
    all.flatMap((services) => services.protocol.segments.map((segment) => [segment, services] as const)),
  );
  const detail = `The protocols are ${all.map(({ protocol }) => protocol.segments[0]).join(', ')}.`;
  return ({ protocol = '' }) => {
    const services = bySegment.get(protocol);
    if (services === undefined) throw new ApiError('PROTOCOL_NOT_FOUND', { detail });
    return services;
  };
}
