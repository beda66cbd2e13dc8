import type { AccountBytes, AddressReader } from '@tidemark/core';
import type { CurveQuote, Fill } from './common/curve.ts';
import type { Direction, Price } from './common/price.ts';

/**
 * One exchange program: from the bytes of its accounts to what can be sold there. Everything in it is pure. `P` is its decoded pool;
 * code that is generic over sources leaves it out.
 *
 * The way of a number: `decodePool` (bytes) → `companions` (what has to be read in the same call) → `open` (pool, companions and clock
 * of one bank) → `walk` and `quote` of the market.
 */
export interface PoolSource<P extends PoolHead = PoolHead> {
  readonly name: SourceName;
  /** Changes whenever the same bytes would give other amounts; stored beside every row. */
  readonly decoderVersion: number;
  readonly evidence: Evidence;
  readonly accounts: PoolAccounts;

  /** Throws `LendingError` for whatever it does not know: never a guess. */
  decodePool(account: AccountBytes, addressAt?: AddressReader): P;
  /** Accounts that are read in the same call as the pool; those of ticks and bins as far as a price may go. */
  companions(pool: P): readonly PoolCompanion[];
  /** Throws `LendingError` for a companion that is not what the pool says it is. One that was not read makes numbers null. */
  open(pool: P, found: FoundAccounts, clock: PoolClock): Market;
}

export type SourceName = 'meteora_dlmm' | 'orca_whirlpool' | 'raydium_amm_v4' | 'raydium_clmm' | 'raydium_cpmm';

/** What the arithmetic was compared with: published beside the numbers. */
export interface Evidence {
  /** `program`: a binary of the program gave the same units. `sdk`: the published SDK did. `source`: only the source was read. */
  readonly grade: 'program' | 'sdk' | 'source';
  readonly comparedWith: string;
  /** What it does not cover; a pool with one of these is a lower bound or refused. */
  readonly limits: readonly string[];
}

/** How the pools of a mint are found. */
export interface PoolAccounts {
  readonly program: string;
  readonly size: number;
  /** Null where the program writes none. */
  readonly discriminator: Uint8Array | null;
  readonly mintOffsets: readonly [a: number, b: number];
}

export interface PoolHead {
  readonly address: string;
  readonly mintA: string;
  readonly mintB: string;
  readonly vaultA: string;
  readonly vaultB: string;
  /** Unix seconds of the last swap or change; null where the account does not say. */
  readonly lastUsedAt: bigint | null;
}

export interface PoolCompanion {
  readonly role: 'array' | 'bitmap' | 'config' | 'mint' | 'oracle' | 'vault';
  readonly address: string;
}

/** Accounts by address; null where there is none, undefined where it was not read. */
export interface FoundAccounts {
  get(address: string): AccountBytes | null | undefined;
}

/** The bank that the accounts were read at. */
export interface PoolClock {
  readonly slot: bigint;
  readonly epoch: bigint;
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
}

/** Why nothing can be sold now: the depth is a known 0. */
export type Halt = 'disabled' | 'not_open_yet' | 'frozen_vault' | 'paused_mint' | 'no_liquidity';

/** Why a number is not known. */
export type Unknown =
  | 'missing_account'
  | 'missing_array'
  | 'unsupported_fee_mode'
  | 'above_vault'
  | 'arithmetic_overflow';

/** Why more can be sold than the numbers say. */
export type LowerBound = 'limit_orders' | 'dynamic_fee';

/** A swap as the seller sees it: transfer fees of the tokens included. */
export interface Quote {
  /** What leaves the seller. */
  readonly amountIn: bigint;
  /** What the seller gets. */
  readonly amountOut: bigint;
  /** What the pool's vault gets and pays: the same but for transfer fees. */
  readonly poolIn: bigint;
  readonly poolOut: bigint;
  readonly fee: bigint;
  readonly endPrice: bigint;
  /** Ticks crossed, or bins emptied. */
  readonly crossed: number;
  readonly status: CurveQuote['status'];
}

/** Null with the reason where it is not known. */
export type Known<T> =
  | { readonly value: T; readonly unknown: null }
  | { readonly value: null; readonly unknown: Unknown };

/** Where a walk stops: at a price of B in A; `Price` of the pool or of an oracle. */
export type Target = Price;

/** Whether a price is that of the pool, or what is left of it after the pool's fee: the price of a trader. Fees of transfers are in neither. */
export type FeesOfPrice = 'left_out' | 'taken';

/** A pool with all that was read beside it, at one moment. */
export interface Market {
  readonly pool: PoolHead;
  /** Before any swap; null where the pool has no price. */
  readonly spot: Price | null;
  /** Not null: nothing can be sold, and every amount is 0. */
  readonly halt: Halt | null;
  /** What the numbers leave out. */
  readonly lowerBound: readonly LowerBound[];
  /** Everything that can be sold until the price is at each target: the pool's own, or with `taken` what its fee leaves of that. */
  walk(direction: Direction, targets: readonly Target[], fees?: FeesOfPrice): readonly Known<Quote>[];
  /** `exact` is what the amount is: paid in (the default) or wanted out. */
  quote(direction: Direction, amount: bigint, exact?: 'in' | 'out'): Known<Quote>;
  /** Everything that is known to be sold, as far as arrays were read: a lower bound of what is beyond. Null where no amount is known. */
  reach(direction: Direction): Quote | null;
  /** The largest input of which `isEnough` holds, as the seller sees it. */
  largest(direction: Direction, isEnough: (fill: Pick<Fill, 'amountIn' | 'amountOut'>) => boolean): Known<Quote>;
}
