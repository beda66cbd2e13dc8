import type { AccountBytes } from '@tidemark/core';

/** Parameters that the story of the past changes, by the names that every protocol has. */
export interface PastParameters {
  readonly takeRatePct?: number;
  readonly loanToValuePct?: number;
  /** Times the limit at the start of the chain. */
  readonly depositLimitFactor?: number;
  /** Of a reserve that is retired at the start of the chain: it was in use, had an oracle, and limits of so many whole tokens. */
  readonly inUse?: { readonly depositLimit: number; readonly borrowLimit: number };
}

/** One event in the past of a reserve: a refresh at a slot, and what users then make of the reserve. */
export interface PastStep {
  readonly slot: number;
  readonly unixTime: number;
  /** USD for one whole token as the oracle says it, of 8 decimals; null: the refresh brings no price. */
  readonly answer: bigint | null;
  /** What suppliers have, and which share of it is lent, once users are done; less where the reserve cannot give it. */
  readonly suppliedRaw: bigint;
  readonly utilization: number;
}

/** A reserve as a protocol holds it, for the time before the chain's start. Every amount moves by the program's own arithmetic. */
export interface PastModel<R = unknown> {
  decode(account: AccountBytes): R;
  /** The bytes of the account; what no field covers is as in `data`. */
  encode(reserve: R, data: Uint8Array): Uint8Array;
  suppliedRaw(reserve: R): bigint;
  utilization(reserve: R): number;
  /** The stored price as an answer of 8 decimals; null where there is none. */
  answer(reserve: R): bigint | null;
  tokenMint(reserve: R): string;
  /** The reserve with the parameters, the others as they are at the start of the chain. */
  configure(reserve: R, start: R, parameters: PastParameters): R;
  step(reserve: R, step: PastStep): R;
  /** The reserve of the chain's start, moved to the first step: with the indices of the start, which `fit` puts right. */
  begin(start: R, step: PastStep): R;
  /**
   * `begun` with other indices, so that what grew from it to `reached` grows to those of `start`, or to a last digit less: growth does
   * not depend on where an index begins.
   */
  fit(begun: R, reached: R, start: R): R;
}

/** What a model needs to know of the chain. */
export interface PastModelOptions {
  /** Accounts at the start of the chain. */
  readonly startAccounts: readonly AccountBytes[];
  /** Version of the program's arithmetic. */
  readonly arithmetic: string;
}
