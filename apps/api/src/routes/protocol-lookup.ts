import { ApiError } from '../http/api-error.ts';
import type { InfoStore } from '../info/info-store.ts';
import type { LatestCache } from '../latest/latest-cache.ts';
import type { Protocol } from '../protocols.ts';

/** What the endpoints of one protocol answer from. */
export interface ProtocolServices {
  readonly protocol: Protocol;
  readonly latest: LatestCache;
  readonly info: InfoStore;
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
