import { CLOCK_SYSVAR_ADDRESS, encodeClock, SYSVAR_OWNER_ADDRESS } from '@tidemark/core';
import type { AccountChange, AccountStore } from './account-store.ts';
import { type ChainAccount, toChainAccount } from './chain-account.ts';
import { epochOf, type SlotClock } from './slot-clock.ts';

/** How sure a node is of a slot. */
export type Commitment = 'processed' | 'confirmed' | 'finalized';

/** Slots by which a commitment level trails the newest slot. A frozen chain trails by none: all of it is final. */
const COMMITMENT_LAG_SLOTS: Readonly<Record<Commitment, number>> = { processed: 0, confirmed: 1, finalized: 32 };

/** Slots for which older states are kept. */
export const HISTORY_SLOTS = 512;

/** Events beyond which catching up skips some, so that it stays within seconds. */
const MAX_CATCH_UP_EVENTS = 30_000;

const RUN_CHUNK_SLOTS = 256;

/** What a chain is made of. */
export interface ChainOptions {
  readonly genesisHash: string;
  readonly store: AccountStore;
  readonly clock: SlotClock;
  readonly activity: Activity | null;
  /** The slot that the accounts in the store belong to; activity continues after it. */
  readonly reachedSlot: number;
  /** The oldest slot that can be asked for. */
  readonly earliestSlot: number;
  /** Called once where a long absence makes the chain skip events. */
  readonly onCoarseCatchUp?: (slots: number, stride: number) => void;
}

/** The simulated chain: accounts, a clock, and what happens as the clock moves. Advances only when asked to. */
export class Chain {
  readonly genesisHash: string;
  readonly clock: SlotClock;
  readonly #store: AccountStore;
  readonly #activity: Activity | null;
  readonly #onCoarseCatchUp: ChainOptions['onCoarseCatchUp'];
  #reachedSlot: number;
  #earliestSlot: number;

  constructor(options: ChainOptions) {
    this.genesisHash = options.genesisHash;
    this.clock = options.clock;
    this.#store = options.store;
    this.#activity = options.activity;
    this.#reachedSlot = options.reachedSlot;
    this.#earliestSlot = options.earliestSlot;
    this.#onCoarseCatchUp = options.onCoarseCatchUp;
  }

  /** The newest slot whose state is known. */
  get reachedSlot(): number {
    return this.#reachedSlot;
  }

  /** Changes with every slot, write and setting of the clock. */
  get revision(): string {
    return `${this.#reachedSlot} ${this.clock.anchor.unixTimeMs} ${this.#store.sequenceAt(this.#reachedSlot)}`;
  }

  /** The oldest slot that can be seen. */
  get earliestSlot(): number {
    return Math.max(this.#earliestSlot, this.#reachedSlot - HISTORY_SLOTS);
  }

  /** Brings the state up to the clock's slot and returns it. */
  advance(): number {
    this.#runTo(this.clock.currentSlot());
    return this.#reachedSlot;
  }

  /** The slot that a commitment level stands at, `lagSlots` further back on a node that lags. */
  slotAt(commitment: Commitment, lagSlots = 0): number {
    const lag = (this.clock.frozen ? 0 : COMMITMENT_LAG_SLOTS[commitment]) + lagSlots;
    return Math.max(this.earliestSlot, this.#reachedSlot - lag);
  }

  /** The chain as of a slot. */
  view(slot: number): ChainView {
    const clock = (): ChainAccount => clockSysvarAccount(slot, (at) => this.clock.unixTimeAt(at));
    return {
      slot,
      getAccount: (address) => (address === CLOCK_SYSVAR_ADDRESS ? clock() : this.#store.at(address, slot)),
      listAccounts: () => [...this.#store.listAt(slot), clock()].toSorted((a, b) => (a.address < b.address ? -1 : 1)),
    };
  }

  /** Recent writes after a sequence number and up to a slot, oldest first. */
  changes(afterSequence: number, uptoSlot: number): readonly AccountChange[] {
    return this.#store.changes(afterSequence, uptoSlot);
  }

  /** The sequence number of the newest write up to a slot. */
  sequenceAt(slot: number): number {
    return this.#store.sequenceAt(slot);
  }

  /** Every account as of the newest slot, the Clock sysvar left out. */
  listNewestAccounts(): readonly ChainAccount[] {
    return this.#store.listAt(this.#reachedSlot);
  }

  /** Writes an account at the newest slot. */
  putAccount(account: ChainAccount): void {
    this.#store.put(this.#reachedSlot, account);
  }

  /** Deletes an account at the newest slot. */
  deleteAccount(address: string): void {
    this.#store.delete(this.#reachedSlot, address);
  }

  /** Sets a frozen clock. Accounts stay as they are and are visible at the new slot, whether it is later or earlier. */
  setClock(slot: number, unixTimeMs: number): void {
    this.#store.collapse();
    this.clock.set(slot, unixTimeMs);
    this.#reachedSlot = slot;
    this.#earliestSlot = slot;
  }

  /** Moves a frozen clock by so many slots, with all that happens in them. */
  step(slots: number): void {
    this.clock.step(slots);
    this.#runTo(this.clock.currentSlot());
  }

  #runTo(target: number): void {
    if (target <= this.#reachedSlot) return;
    const stride = this.#strideFor(target - this.#reachedSlot);
    while (this.#reachedSlot < target) {
      const upto = Math.min(target, this.#reachedSlot + RUN_CHUNK_SLOTS);
      this.#activity?.run(this.#reachedSlot, upto, stride);
      this.#reachedSlot = upto;
      this.#store.prune(upto - HISTORY_SLOTS);
    }
  }

  #strideFor(slots: number): number {
    const events = this.#activity?.estimateEvents(slots) ?? 0;
    const stride = Math.max(1, Math.ceil(events / MAX_CATCH_UP_EVENTS));
    if (stride > 1) this.#onCoarseCatchUp?.(slots, stride);
    return stride;
  }
}

/** The chain as of one slot: every account read through a view belongs to that slot. */
export interface ChainView {
  readonly slot: number;
  /** The account, or null where it does not exist. */
  getAccount(address: string): ChainAccount | null;
  /** Every account, the Clock sysvar included, ordered by address. */
  listAccounts(): readonly ChainAccount[];
}

/** The Clock sysvar of a slot. */
function clockSysvarAccount(slot: number, unixTimeAt: (slot: number) => number): ChainAccount {
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

/** What happens on the chain besides the passing of slots. Deterministic: the state at a slot depends on nothing else. */
export interface Activity {
  /**
   * Applies every event with `afterSlot < slot <= uptoSlot`, in order. `stride` above 1 leaves out all but every
   * n-th event, which is how a chain that was away for very long catches up in bounded time.
   */
  run(afterSlot: number, uptoSlot: number, stride: number): void;
  /** About how many events happen in so many slots. */
  estimateEvents(slots: number): number;
}
