import type { AccountBytes } from '@tidemark/core';

/** Values of columns, or of fields of an answer, by name. */
export type Values = Readonly<Record<string, bigint | number | boolean | string | Date | null>>;

/** A moment of the chain; `unixTime` in seconds. */
export interface Moment {
  readonly slot: number;
  readonly unixTime: number;
}

/** An account of the chain as it was at a slot; null where there was none. */
export type AccountAt = (address: string, slot: number) => AccountBytes | null;

/** How the auditor reads the accounts of a protocol: what is stored and served of them has to come out the same. */
export interface NaiveProtocol {
  readonly name: string;
  /** Parts that exact numbers count. */
  readonly scale: bigint;
  isReserve(account: AccountBytes): boolean;
  /** `at` serves the other accounts that an accrual needs. */
  readReserve(account: AccountBytes, at: AccountAt): NaiveReserve;
  /** The settings of a market, as its stored configuration names them. */
  readMarket(account: AccountBytes): object;
  /** Whether sums over markets count a market: anybody can create one. */
  isListed(market: string): boolean;
}

/** Exact amounts: `available` and `receiptSupply` count base units, the others parts. */
export interface NaiveBalances {
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly borrowIndex: bigint;
  /** What the reserve owes to others than its suppliers. */
  readonly owed: bigint;
}

/** What an account of a reserve holds, and what it becomes. */
export interface NaiveReserve extends NaiveBalances {
  readonly protocol: NaiveProtocol;
  readonly lendingMarket: string;
  readonly tokenMint: string;
  readonly tokenDecimals: number;
  readonly depositLimitRaw: bigint;
  /** Its settings, as the stored configuration names them. */
  readonly config: object;
  readonly timeBasis: 'slots' | 'seconds';
  /** Units of that basis in a year of the program. */
  readonly unitsPerYear: number;
  /** Version of the program's arithmetic. */
  readonly arithmetic: string;
  /** Of the last refresh; the time is null where the account holds none. */
  readonly writtenSlot: number;
  readonly writtenTime: number | null;
  readonly receiptSupply: bigint;
  readonly price: bigint;
  /** Published columns of a state that say what else the account holds; exact numbers as decimals. */
  readonly columns: Values;
  /** Accounts that are read in the same call. */
  readonly companions: readonly string[];
  /** Fields of the protocol's own that states of all protocols lack, for what was found of the companions; null where there are none. */
  ownFields(found: (address: string) => AccountBytes | null): Values | null;
  /** What a refresh at the moment would make of it. */
  accrue(moment: Moment, slotDurationMs: number): NaiveState;
  /** Whether a change of the utilization by a share of it would show in the borrow index of a refresh at the moment. */
  leavesTrace(moment: Moment, share: bigint): boolean;
}

/** A reserve accrued to a moment. */
export interface NaiveState extends NaiveBalances {
  readonly supplied: bigint;
  /** Borrowed / supplied, parts of one. */
  readonly utilization: bigint;
  /** Of the curve, for a year of the program, parts of one. */
  readonly borrowRate: bigint;
  /** Fees that grow with interest, in the numbers in which the program keeps them. */
  readonly fees: readonly NaiveFee[];
  /** Interest since the last refresh in parts of a base unit, and the part of it that is the protocol's. */
  readonly interest: readonly [total: number, protocol: number];
  /** The published numbers. */
  readonly numbers: Readonly<Record<StateNumber, number | null>>;
  /** Further columns of an accrued state. */
  readonly columns: Values;
}

export interface NaiveFee {
  /** Whose fees: several where the program keeps those of both in one number. */
  readonly receivers: readonly ('protocol' | 'host' | 'referrer_max')[];
  readonly amount: bigint;
}

/** The published numbers of a state, in the order of the columns. */
export const STATE_NUMBERS = [
  'available_amount',
  'supplied_amount',
  'borrowed_amount',
  'available_amount_usd',
  'supplied_amount_usd',
  'borrowed_amount_usd',
  'price_usd',
  'utilization',
  'borrow_apr',
  'borrow_apy',
  'supply_apr',
  'supply_apy',
  'rewards_apr',
] as const;
export type StateNumber = (typeof STATE_NUMBERS)[number];
