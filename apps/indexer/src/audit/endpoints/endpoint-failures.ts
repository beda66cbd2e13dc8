import { type Finding, ofEndpoint } from '../finding.ts';
import type { EndpointReading } from './endpoint-reading.ts';

/** Endpoints that did not answer: critical when none did. */
export function findEndpointFailures(readings: readonly EndpointReading[]): Finding[] {
  const failed = readings.filter(({ errorCode }) => errorCode !== null);
  const isEvery = failed.length === readings.length;
  return failed.map(({ label, errorCode }) => ({
    ...ofEndpoint(label),
    severity: isEvery ? 'critical' : 'warning',
    message: `an RPC endpoint does not answer (${errorCode})`,
    detail: { errorCode, endpoints: readings.length, failed: failed.length },
  }));
}
