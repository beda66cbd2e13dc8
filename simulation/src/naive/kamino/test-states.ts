import { buildLendingMarket, buildReserve } from '@tidemark/protocols/kamino/testing';
import { createHash } from 'node:crypto';
import { encodeLendingMarket, encodeReserve, KAMINO_LEND_PROGRAM_ADDRESS } from '@tidemark/protocols/kamino';
import type { TrueState } from '../../audit/truth.ts';

/** A reserve at a slot, for tests of the auditor. */
export function reserveState(address: string, slot: number, reserve: Parameters<typeof buildReserve>[0]): TrueState {
  return stateOf(address, slot, encodeReserve(buildReserve(reserve)));
}

/** A market at a slot. */
export function marketState(address: string, slot: number): TrueState {
  return stateOf(address, slot, encodeLendingMarket(buildLendingMarket('Market')));
}

function stateOf(address: string, slot: number, data: Uint8Array): TrueState {
  const sha256 = createHash('sha256').update(data).digest('hex');
  return { slot, sha256, account: { address, owner: KAMINO_LEND_PROGRAM_ADDRESS, data } };
}
