import type { AccountBytes } from '@tidemark/core';
import type { PastModel, PastModelOptions } from './past/past-model.ts';

/** What the built-in scenario of the simulated chain starts from. */
export interface ScenarioStart {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  readonly startSlot: number;
  readonly unixTimeAt: (slot: number) => number;
  /** The least number of reserves; 0 = those of the scenario. */
  readonly reserves: number;
}

/** What the walk of a protocol's reserves needs. */
export interface MoverOptions {
  /** 32-bit hash of the seed. */
  readonly seed: number;
  /** Accounts of reserves as of the start of the chain: what amounts and prices wander around. */
  readonly startAccounts: readonly AccountBytes[];
  readonly startSlot: number;
  /** An account as it is now; null where there is none. */
  readonly newest: (address: string) => AccountBytes | null;
  readonly unixTimeAt: (slot: number) => number;
  /** Version of the program's arithmetic, one of the protocol's `arithmetics`. */
  readonly arithmetic: string;
}

/** Something that happens to one reserve. */
export interface MoveEvent {
  readonly slot: number;
  readonly address: string;
  /** Seed of everything that is random about the event. */
  readonly key: number;
}

/** What an event made of an account. */
export interface Move {
  readonly data: Uint8Array;
  /** What happened, as the file of truths names it. */
  readonly kind: string;
}

/** Users, keepers and oracles of one protocol: a pure function of the account, the seed and the slot. */
export interface ReserveMover {
  /** Addresses that it moves. */
  readonly addresses: readonly string[];
  /** Null where the account is gone. Throws where the program would refuse. */
  move(event: MoveEvent): Move | null;
}

/** What a protocol adds to the simulated chain. */
export interface Scenario {
  /** The protocol's. */
  readonly name: string;
  /** Changes whenever the same seed would give other bytes; part of the genesis hash. */
  readonly version: number;
  /** The accounts at the start. */
  build(start: ScenarioStart): AccountBytes[];
  /** Addresses of reserves that are used less than the others. */
  seldom(reserves: number): ReadonlySet<string>;
  createMover(options: MoverOptions): ReserveMover;
  /** What its reserves did before the chain began. */
  createPastModel(options: PastModelOptions): PastModel;
  /** Slot of the newest refresh of a reserve; throws `LendingError` for what is none. */
  lastUpdateSlot(account: AccountBytes): bigint;
  /**
   * An empty market for a reserve whose market is not among the files: a reserve that cannot be accrued without it is still
   * worth serving. Null where the protocol needs none.
   */
  standInMarket(account: AccountBytes): AccountBytes | null;
}
