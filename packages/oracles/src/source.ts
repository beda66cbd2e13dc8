import type { AccountBytes, AddressReader, LendingError, PriceConfig } from '@tidemark/core';
import type { DeadOracle } from './dead-programs.ts';
import type { Decimal } from './decimal.ts';

/**
 * One on-chain source of prices: from the bytes of its accounts to a price with its age and a verdict. Everything in it is pure.
 * `A` is whatever `decode` gives for any of its accounts; code that is generic over sources leaves it out.
 *
 * The way of a price: `feeds` (a reserve's configuration, or the committed list) → `accounts` (what to read, in one call with the
 * Clock) → `decode` (bytes) → `observe` (an observation for each feed). A price that must not be used is an observation, too:
 * its verdict says why.
 */
export interface OracleSource<A = unknown> {
  readonly name: string;
  /** Changes whenever the same bytes would give another observation; stored beside every row. */
  readonly decoderVersion: number;
  readonly accountKinds: readonly OracleAccountKind[];

  /** The feeds that a reserve's configuration names at this source. */
  feeds(mint: string, config: PriceConfig): readonly Feed[];
  /**
   * Accounts that `observe` looks at. Some are named by others: what was read before adds to the list, so the second call of a
   * process may read more than the first.
   */
  accounts(feed: Feed, reads: AccountReads<A>): readonly OracleAccount[];
  /** Throws `LendingError` for bytes that are none of `accountKinds`: never a guess. */
  decode(account: AccountBytes, addressAt?: AddressReader): A;
  /** Never throws: what is wrong is in the verdict. */
  observe(feed: Feed, reads: AccountReads<A>, clock: OracleClock): PriceObservation;
}

/** How accounts of one kind are told apart: owner, then size, then the first bytes. */
export interface OracleAccountKind {
  readonly name: string;
  readonly programs: readonly string[];
  readonly size: number;
  readonly discriminator: Uint8Array;
}

/** An account to read. */
export interface OracleAccount {
  readonly address: string;
  /** `price`: without it there is no price. `verdict`: without it the price cannot be trusted. `average`: the average alone. */
  readonly required: 'price' | 'verdict' | 'average';
}

/** Accounts by address: decoded, refused by `decode`, a `DeadOracle`, or null where none exists. An account that was not read is not in here. */
export type AccountReads<A = unknown> = ReadonlyMap<string, A | DeadOracle | LendingError | null>;

/** The bank that the accounts were read from, and what a slot takes there. */
export interface OracleClock {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
  /** Measured; turns ages in slots into seconds. */
  readonly slotDurationMs: number;
}

/** One place from which the price of a token comes. Two reserves that name the same place share a feed. */
export interface Feed {
  /** Stable: `<source>:<place>`. Unique within a mint: one place can price a token and its bridged twin. */
  readonly id: string;
  /** Name of its source. */
  readonly source: string;
  readonly mint: string;
  /** The account of the price; null for a source that is no account. */
  readonly address: string | null;
  /** Entries of the account whose product is the price; empty where the account holds one price. */
  readonly chain: readonly number[];
  readonly averageChain: readonly number[];
  readonly averageAddress: string | null;
  /** What the account must say that it is, or how a source outside of the chain calls the token; null where nothing is known. */
  readonly expected: string | null;
  /** The strictest maximum age of the reserves that name it; null where none has one. */
  readonly maxAgeSeconds: bigint | null;
  readonly maxAverageAgeSeconds: bigint | null;
  /** `reserve`: a reserve's configuration names it. `list`: the committed list does. */
  readonly origin: 'reserve' | 'list';
}

/** What a feed said at a moment. Null means unknown. */
export interface PriceObservation {
  readonly feed: string;
  readonly source: string;
  readonly mint: string;
  /** As the source states it, also where the verdict forbids its use; null where there is nothing to show. */
  readonly price: Decimal | null;
  /** Half the width of the source's own interval (Pyth), or its standard deviation (Switchboard); null where it states none. */
  readonly confidence: Decimal | null;
  readonly average: AveragePrice | null;
  /** Unix seconds of the price, of the oldest leg where there are several; not those at which it was written to an account. */
  readonly publishedAt: bigint | null;
  /** True where `publishedAt` was computed from a slot and the measured slot duration. */
  readonly isTimeEstimated: boolean;
  /** The slot that the source gives for its price; null where it gives none. */
  readonly publishedSlot: bigint | null;
  /** At the clock of the observation; 0 where the price is from the future. */
  readonly ageSeconds: bigint | null;
  /** The maximum age that its feed has, which the verdict was held to; null where it has none. */
  readonly maxAgeSeconds: bigint | null;
  /** How much of the publisher's proof the chain has checked; null where the source knows no such thing. */
  readonly verification: 'full' | 'partial' | null;
  /** Prices that this one was multiplied from, in the program's order; one leg, itself, where it is not derived. */
  readonly legs: readonly PriceLeg[];
  /**
   * What the price rests on, such as `pyth:<feed id>`. Two observations with a root in common are one voice. `pyth:*` is some feed
   * of Pyth that is not known, and `*` anything.
   */
  readonly roots: readonly string[];
  readonly verdict: FeedVerdict;
}

/** The source's own average. */
export interface AveragePrice {
  readonly kind: 'ema' | 'twap';
  readonly price: Decimal;
  readonly confidence: Decimal | null;
  readonly publishedAt: bigint | null;
}

export interface PriceLeg {
  /** Where it stands: `<account>` or `<account>/<entry>`. */
  readonly place: string;
  /** How the source makes it (`pyth_pull`, `stake_rate`, `fixed`, …); null where that is not known. */
  readonly kind: string | null;
  readonly value: Decimal;
  /** Unix seconds. */
  readonly publishedAt: bigint | null;
}

export type FeedVerdict =
  | { readonly isUsable: true; readonly reason: null; readonly detail: null }
  | { readonly isUsable: false; readonly reason: UnusableReason; readonly detail: string | null };

/** Why a price cannot be used. Stable words: they are stored and published. */
export const UNUSABLE_REASONS = {
  not_configured: 'The source has no key, or is switched off.',
  unavailable: 'The source did not answer, or answered with an error.',
  unknown_to_source: 'The source answered, and has no price for this token.',
  not_read: 'An account that the price needs was not read.',
  account_missing: 'An account that the price needs does not exist.',
  undecodable: 'An account that the price needs was refused by its decoder; the detail is the code.',
  dead_feed:
    'An account that the price needs belongs to an oracle program that no longer runs; the detail is the program.',
  wrong_feed: 'The account holds the price of something else.',
  invalid_chain: 'The chain of entries is empty, or names an entry that does not exist.',
  unused: 'The source has taken the entry out of use; what it holds is old.',
  frozen: 'The source has frozen the entry: its price no longer moves.',
  suspended: 'The publisher has suspended the price.',
  empty: 'There is no result: nothing was written yet, or the samples were too few.',
  not_positive: 'The price is zero or negative.',
  invalid_exponent: 'The power of ten is outside of what the source can mean.',
  overflow: 'The product of the legs is too large for the program.',
  not_verified: 'Only a part of the publisher’s signatures was checked.',
  uncertain: 'The confidence interval is too wide.',
  few_samples: 'Fewer samples than the feed itself demands.',
  no_time: 'The source gives no time.',
  in_future: 'The time of the price lies too far ahead of the clock.',
  stale: 'The price is older than its feed allows.',
  refused_by_program: 'The lending program did not accept the price at its last refresh.',
} as const;

export type UnusableReason = keyof typeof UNUSABLE_REASONS;

export function isUnusableReason(word: string): word is UnusableReason {
  return Object.hasOwn(UNUSABLE_REASONS, word);
}
