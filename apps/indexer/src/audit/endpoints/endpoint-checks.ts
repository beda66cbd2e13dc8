import { type AccountBytes, isLendingError } from '@tidemark/core';
import { NO_COMPANIONS, type ObservedState, type Protocol } from '@tidemark/protocols';
import { counted, type Finding, NAMED_ACCOUNTS, ofEndpoint } from '../finding.ts';
import type { EndpointReading, ReadBank, SampledAccount } from './read-endpoints.ts';

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

/** An account that two endpoints should agree on, and do not. */
export interface Difference {
  readonly address: string;
  /**
   * `same_slot`: both were read from the bank of one slot. `same_update`: both claim the same last refresh, that slot is over
   * at both, and neither says that something happened after it.
   */
  readonly because: 'same_slot' | 'same_update';
}

export interface Comparison {
  /** Addresses of the accounts that have to be the same. */
  readonly compared: readonly string[];
  readonly differing: readonly Difference[];
}

/** Compares the accounts of two banks by their bytes, those that have to be the same. */
export function compareBanks(
  protocol: Protocol,
  a: ReadBank,
  b: ReadBank,
  sample: readonly SampledAccount[],
): Comparison {
  const compared: string[] = [];
  const differing: Difference[] = [];
  for (const { kind, address } of sample) {
    const [ofA, ofB] = [a.accounts.get(address) ?? null, b.accounts.get(address) ?? null];
    const isEqual = isSameAccount(ofA, ofB);
    const because = reasonToBeEqual(protocol, a, b, kind === 'reserve' ? [ofA, ofB] : [null, null]);
    if (because === null) continue;
    compared.push(address);
    if (!isEqual) differing.push({ address, because });
  }
  return { compared, differing };
}

function isSameAccount(a: AccountBytes | null, b: AccountBytes | null): boolean {
  if (a === null || b === null) return a === b;
  return a.owner === b.owner && Buffer.compare(a.data, b.data) === 0;
}

function reasonToBeEqual(
  protocol: Protocol,
  a: ReadBank,
  b: ReadBank,
  [ofA, ofB]: readonly [AccountBytes | null, AccountBytes | null],
): Difference['because'] | null {
  if (a.slot === b.slot) return 'same_slot';
  const [updateA, updateB] = [stateOf(protocol, ofA), stateOf(protocol, ofB)];
  if (updateA === null || updateB === null || updateA.lastUpdateSlot !== updateB.lastUpdateSlot) return null;
  const isOver = a.slot > updateA.lastUpdateSlot && b.slot > updateA.lastUpdateSlot;
  return isOver && !updateA.stale && !updateB.stale ? 'same_update' : null;
}

function stateOf(protocol: Protocol, account: AccountBytes | null): ObservedState | null {
  if (account === null) return null;
  try {
    return protocol.state(protocol.decodeReserve(account), NO_COMPANIONS, protocol.arithmetics[0]);
  } catch (error) {
    // What cannot be decoded claims nothing.
    if (isLendingError(error)) return null;
    throw error;
  }
}

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
