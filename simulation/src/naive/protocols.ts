import type { AccountBytes } from '@tidemark/core';
import { naiveKamino } from './kamino/naive-kamino.ts';
import type { NaiveProtocol } from './protocol.ts';
import { naiveSave } from './save/naive-save.ts';

/** Every protocol that the simulated chain has accounts of. */
export const NAIVE_PROTOCOLS: readonly NaiveProtocol[] = [naiveKamino, naiveSave];

/** The protocol that an account is a reserve of; null where it is none. */
export function protocolOfReserve(account: AccountBytes): NaiveProtocol | null {
  return NAIVE_PROTOCOLS.find((protocol) => protocol.isReserve(account)) ?? null;
}
