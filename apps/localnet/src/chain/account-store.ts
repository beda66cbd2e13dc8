import type { ChainAccount } from './chain-account.ts';

interface AccountVersion {
  /** First slot at which this version is visible. */
  readonly slot: number;
  /** null: the account does not exist from this slot on. */
  readonly account: ChainAccount | null;
}

/** One account written at one slot. `account` is null where it was deleted. */
export interface AccountChange {
  /** Grows with every write; slots never fall as it grows. */
  readonly sequence: number;
  readonly slot: number;
  readonly address: string;
  readonly account: ChainAccount | null;
}

/** Slot of the versions that are visible at every slot. */
const ALWAYS = 0;

/**
 * Accounts with their recent versions, so that a commitment level or a lagging node sees the state of an older slot
 * and not newer bytes under an older slot number.
 */
export class AccountStore {
  readonly #versions = new Map<string, AccountVersion[]>();
  #changes: AccountChange[] = [];
  #sequence = 0;

  constructor(initial: Iterable<ChainAccount>) {
    for (const account of initial) this.#versions.set(account.address, [{ slot: ALWAYS, account }]);
  }

  /** Writes an account at `slot`, which must not be below the account's newest version. */
  put(slot: number, account: ChainAccount): void {
    this.#write(slot, account.address, account);
  }

  /** Deletes an account at `slot`. An address that does not exist is left alone. */
  delete(slot: number, address: string): void {
    if (this.newest(address) !== null) this.#write(slot, address, null);
  }

  /** The account as of `slot`, or null where it does not exist then. */
  at(address: string, slot: number): ChainAccount | null {
    const versions = this.#versions.get(address);
    if (versions === undefined) return null;
    for (let index = versions.length - 1; index >= 0; index -= 1) {
      const version = versions[index];
      if (version !== undefined && version.slot <= slot) return version.account;
    }
    return null;
  }

  /** The newest version of an account, or null. */
  newest(address: string): ChainAccount | null {
    return this.#versions.get(address)?.at(-1)?.account ?? null;
  }

  /** Every account that exists at `slot`, by address. */
  listAt(slot: number): ChainAccount[] {
    const accounts: ChainAccount[] = [];
    for (const address of this.#versions.keys()) {
      const account = this.at(address, slot);
      if (account !== null) accounts.push(account);
    }
    return accounts.toSorted(byAddress);
  }

  /** Recent changes after a sequence number and up to a slot, oldest first; at most one per account and slot. */
  changes(afterSequence: number, uptoSlot: number): AccountChange[] {
    return this.#changes.filter((change) => change.sequence > afterSequence && change.slot <= uptoSlot);
  }

  /** The sequence number of the newest change up to a slot; 0 where none is remembered. */
  sequenceAt(slot: number): number {
    return this.#changes.findLast((change) => change.slot <= slot)?.sequence ?? 0;
  }

  /** Forgets versions that no slot from `slot` on can see. */
  prune(slot: number): void {
    if ((this.#changes[0]?.slot ?? slot) >= slot) return;
    this.#changes = this.#changes.filter((change) => change.slot >= slot);
    for (const [address, versions] of this.#versions) {
      const firstVisible = versions.findLastIndex((version) => version.slot <= slot);
      if (firstVisible > 0) versions.splice(0, firstVisible);
      if (versions.length === 1 && versions[0]?.account === null) this.#versions.delete(address);
    }
  }

  /** Makes the newest versions visible at every slot and forgets the rest. Used when the clock is set by hand. */
  collapse(): void {
    this.#changes = [];
    for (const [address, versions] of this.#versions) {
      const newest = versions.at(-1);
      if (newest?.account == null) this.#versions.delete(address);
      else this.#versions.set(address, [{ slot: ALWAYS, account: newest.account }]);
    }
  }

  #write(slot: number, address: string, account: ChainAccount | null): void {
    const versions = this.#versions.get(address) ?? [];
    this.#versions.set(address, versions);
    if (versions.at(-1)?.slot === slot) {
      versions.pop();
      this.#changes = this.#changes.filter((change) => change.slot !== slot || change.address !== address);
    }
    versions.push({ slot, account });
    this.#sequence += 1;
    this.#changes.push({ sequence: this.#sequence, slot, address, account });
  }
}

function byAddress(left: ChainAccount, right: ChainAccount): number {
  return left.address < right.address ? -1 : 1;
}
