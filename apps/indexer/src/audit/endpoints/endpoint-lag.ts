import { type Finding, ofEndpoint } from '../finding.ts';
import type { EndpointReading } from './endpoint-reading.ts';

/** Twenty seconds of slots: answers of endpoints asked at once come from banks some slots apart. */
export const MAX_LAG_SLOTS = 50n;

/** Slots that each endpoint which answered is behind the one that is furthest, by label. */
export function endpointLags(readings: readonly EndpointReading[]): Map<string, bigint> {
  const slots = readings.flatMap(({ label, bank }) => (bank === null ? [] : [{ label, slot: bank.slot }]));
  const furthest = slots.reduce((highest, { slot }) => (slot > highest ? slot : highest), 0n);
  return new Map(slots.map(({ label, slot }) => [label, furthest - slot]));
}

/** Endpoints that are far behind another one. */
export function findLaggingEndpoints(readings: readonly EndpointReading[]): Finding[] {
  return [...endpointLags(readings)]
    .filter(([, lag]) => lag > MAX_LAG_SLOTS)
    .map(([label, lag]) => ({
      ...ofEndpoint(label),
      severity: 'warning',
      message: `an RPC endpoint is ${lag} slots behind another one`,
      detail: { lagSlots: Number(lag), toleratedSlots: Number(MAX_LAG_SLOTS) },
    }));
}
