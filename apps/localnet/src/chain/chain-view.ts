import { CLOCK_SYSVAR_ADDRESS, encodeClock, SYSVAR_OWNER_ADDRESS } from '@tidemark/core';
import type { AccountStore } from './account-store.ts';
import { type ChainAccount, toChainAccount } from './chain-account.ts';
import { epochOf } from './slot-clock.ts';

/** The chain as of one slot: every account read through a view belongs to that slot. */
export interface ChainView {
  readonly slot: number;
  /** Unix seconds of the slot, equal to the Clock sysvar's. */
  readonly unixTimeSeconds: number;
  /** The account, or null where it does not exist. */
  getAccount(address: string): ChainAccount | null;
  /** Every account, the Clock sysvar included, ordered by address. */
  listAccounts(): readonly ChainAccount[];
}

/** What a view is taken of. */
export interface ChainViewSource {
  readonly store: AccountStore;
  readonly unixTimeAt: (slot: number) => number;
}

/** The view of a slot. */
export function createChainView(source: ChainViewSource, slot: number): ChainView {
  const { store, unixTimeAt } = source;
  const clock = (): ChainAccount => clockSysvarAccount(slot, unixTimeAt);
  return {
    slot,
    unixTimeSeconds: unixTimeAt(slot),
    getAccount: (address) => (address === CLOCK_SYSVAR_ADDRESS ? clock() : store.at(address, slot)),
    listAccounts: () => [...store.listAt(slot), clock()].toSorted((a, b) => (a.address < b.address ? -1 : 1)),
  };
}

/** The Clock sysvar of a slot. */
export function clockSysvarAccount(slot: number, unixTimeAt: (slot: number) => number): ChainAccount {
  const { epoch, firstSlot } = epochOf(slot);
  const data = encodeClock({
    slot: BigInt(slot),
    epochStartTimestamp: BigInt(unixTimeAt(firstSlot)),
    epoch: BigInt(epoch),
    leaderScheduleEpoch: BigInt(epoch + 1),
    unixTimestamp: BigInt(unixTimeAt(slot)),
  });
  return toChainAccount({ address: CLOCK_SYSVAR_ADDRESS, owner: SYSVAR_OWNER_ADDRESS, data });
}
