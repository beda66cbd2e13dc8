import type { Protocol } from '@tidemark/protocols';
import type { AuditEndpoint, AuditFindingRow } from '@tidemark/schema';
import { z } from 'zod';
import {
  compareEndpoints,
  type EndpointComparison,
  endpointLags,
  findDisagreements,
  findEndpointFailures,
  findForeignChains,
  findLaggingEndpoints,
} from './endpoints/endpoint-checks.ts';
import type { EndpointReading, SampledAccount } from './endpoints/read-endpoints.ts';
import { type CheckedPart, type CheckResult, type Finding, partOf } from './finding.ts';

export const AGREEMENT_CHECK = 'endpoint_agreement';

export interface CheckedEndpoints extends CheckedPart {
  readonly endpoints: Readonly<Record<string, AuditEndpoint>>;
  readonly chainSlot: bigint | null;
}

export interface CheckEndpointsInput {
  readonly protocol: Protocol;
  readonly readings: readonly EndpointReading[];
  readonly sample: readonly SampledAccount[];
  readonly genesisHash: string;
  /** Open findings of the agreement check: they end when what they name was compared and is the same. */
  readonly disagreements: readonly Pick<AuditFindingRow, 'subject' | 'detail'>[];
}

/** The checks of the providers: whether they answer, of which chain, how far they are, and whether they say the same. */
export function checkEndpoints({
  protocol,
  readings,
  sample,
  genesisHash,
  disagreements,
}: CheckEndpointsInput): CheckedEndpoints {
  const comparisons = compareEndpoints(protocol, readings, sample);
  const labels = readings.map(({ label }) => label);
  const answered = readings.filter(({ bank }) => bank !== null).map(({ label }) => label);
  const told = readings.filter((reading) => reading.genesisHash !== null).map(({ label }) => label);
  const agreed = comparisons.filter((comparison) => isSettled(comparison, disagreements)).map(({ label }) => label);
  const result = (checkName: string, subjects: readonly string[], findings: readonly Finding[]): CheckResult => ({
    checkName,
    kinds: ['endpoint'],
    subjects,
    checked: subjects.length,
    findings,
  });
  return {
    ...partOf([
      result('endpoint_failures', labels, findEndpointFailures(readings)),
      result('endpoint_chain', told, findForeignChains(readings, genesisHash)),
      result('endpoint_lag', answered, findLaggingEndpoints(readings)),
      result(AGREEMENT_CHECK, agreed, findDisagreements(comparisons)),
    ]),
    endpoints: describeEndpoints(readings, comparisons),
    chainSlot: readings.reduce<bigint | null>(
      (furthest, { bank }) => (bank !== null && (furthest === null || bank.slot > furthest) ? bank.slot : furthest),
      null,
    ),
  };
}

const detail = z.object({ addresses: z.array(z.string()) });

/** Something was compared, and with it all that the two disagreed on before. */
function isSettled(
  { label, compared }: EndpointComparison,
  disagreements: CheckEndpointsInput['disagreements'],
): boolean {
  const before = disputedAccounts(disagreements.filter(({ subject }) => subject === label));
  return compared.length > 0 && [...before].every((address) => compared.includes(address));
}

/** Accounts that open findings of the agreement check name. */
export function disputedAccounts(disagreements: CheckEndpointsInput['disagreements']): Set<string> {
  return new Set(disagreements.flatMap((finding) => detail.safeParse(finding.detail).data?.addresses ?? []));
}

function describeEndpoints(
  readings: readonly EndpointReading[],
  comparisons: readonly EndpointComparison[],
): Record<string, AuditEndpoint> {
  const lags = endpointLags(readings);
  return Object.fromEntries(
    readings.map(({ label, bank, errorCode, genesisHash }) => {
      const comparison = comparisons.find((candidate) => candidate.label === label);
      const lag = lags.get(label);
      return [
        label,
        {
          slot: bank === null ? null : Number(bank.slot),
          lagSlots: lag === undefined ? null : Number(lag),
          comparedAccounts: comparison?.compared.length ?? 0,
          differingAccounts: comparison?.differing.length ?? 0,
          errorCode: errorCode ?? (bank === null && genesisHash !== null ? 'WRONG_CHAIN' : null),
        },
      ];
    }),
  );
}
