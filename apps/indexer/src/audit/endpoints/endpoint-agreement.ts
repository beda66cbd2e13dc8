import type { Protocol } from '@tidemark/protocols';
import { counted, type Finding, NAMED_ACCOUNTS, ofEndpoint } from '../finding.ts';
import { type Comparison, compareBanks } from './compare-banks.ts';
import type { EndpointReading, SampledAccount } from './endpoint-reading.ts';

/** How an endpoint compares with the first one, in the order of preference, that answered. */
export interface EndpointComparison extends Comparison {
  readonly label: string;
  readonly reference: string;
}

/** One per endpoint that answered after the first one that did. */
export function compareEndpoints(
  protocol: Protocol,
  readings: readonly EndpointReading[],
  sample: readonly SampledAccount[],
): EndpointComparison[] {
  const [reference, ...others] = readings.filter(({ bank }) => bank !== null);
  if (reference === undefined || reference.bank === null) return [];
  const { label, bank } = reference;
  return others.flatMap((other) => {
    if (other.bank === null) return [];
    return [{ label: other.label, reference: label, ...compareBanks(protocol, bank, other.bank, sample) }];
  });
}

/** Endpoints that say something else than the first one: which of the two is right, the bytes do not tell. */
export function findDisagreements(comparisons: readonly EndpointComparison[]): Finding[] {
  return comparisons
    .filter(({ differing }) => differing.length > 0)
    .map(({ label, reference, compared, differing }) => {
      const ofOneSlot = differing.filter(({ because }) => because === 'same_slot').length;
      return {
        ...ofEndpoint(label),
        severity: ofOneSlot > 0 ? 'critical' : 'warning',
        message: `two RPC endpoints disagree on ${counted(differing.length, 'account')} of ${compared.length} that must be the same`,
        detail: {
          reference,
          compared: compared.length,
          sameSlot: ofOneSlot,
          sameUpdate: differing.length - ofOneSlot,
          addresses: differing.map(({ address }) => address).slice(0, NAMED_ACCOUNTS),
        },
      };
    });
}
