import { type AccountBytes, isLendingError } from '@tidemark/core';
import { NO_COMPANIONS, type ObservedState, type Protocol } from '@tidemark/protocols';
import type { ReadBank, SampledAccount } from './endpoint-reading.ts';

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
