import { type Finding, ofEndpoint } from '../finding.ts';
import type { EndpointReading } from './endpoint-reading.ts';

/** Endpoints that serve another chain than the one that the database holds. */
export function findForeignChains(readings: readonly EndpointReading[], genesisHash: string): Finding[] {
  return readings
    .filter((reading) => reading.genesisHash !== null && reading.genesisHash !== genesisHash)
    .map((reading) => ({
      ...ofEndpoint(reading.label),
      severity: 'critical',
      message: 'an RPC endpoint serves another chain',
      detail: { expected: genesisHash, actual: reading.genesisHash },
    }));
}
