import type { Moment } from '@tidemark/core';

/** The bank that a batch was read from: one slot and its time, the truth of every row of the batch. */
export interface Bank {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
}

export function momentOf({ slot, unixTimestamp }: Bank): Moment {
  return { slot, unixSeconds: Number(unixTimestamp) };
}

export function observedAtOf({ unixTimestamp }: Bank): Date {
  return new Date(Number(unixTimestamp) * 1000);
}
