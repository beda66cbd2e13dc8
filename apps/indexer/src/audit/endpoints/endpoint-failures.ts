import { type Finding, ofEndpoint } from '../finding.ts';
import type { EndpointReading } from './endpoint-reading.ts';

/** Endpoints that did not answer: no more than a warning, also when none did. Whether data still come, `slot_progress` tells. */
export function findEndpointFailures(readings: readonly EndpointReading[]): Finding[] {
  const failed = readings.filter(({ errorCode }) => errorCode !== null);
  return failed.map(({ label, errorCode }) => ({
    ...ofEndpoint(label),
    severity: 'warning',
    message: `an RPC endpoint does not answer (${errorCode})`,
    detail: { errorCode, endpoints: readings.length, failed: failed.length },
  }));
}
