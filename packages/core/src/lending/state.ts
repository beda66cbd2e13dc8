import type { StateNumbers } from '../generated/state-numbers.ts';

/** What a protocol's interest accrues by. */
export type TimeBasis = 'slots' | 'seconds';

/** A moment of the chain: one bank. */
export interface Moment {
  readonly slot: bigint;
  /** Unix seconds. */
  readonly unixSeconds: number;
}

/** A configuration as it is stored: integers wider than a double are decimal strings, bytes hexadecimal. */
export type ConfigValue =
  | string
  | number
  | boolean
  | null
  | readonly ConfigValue[]
  | { readonly [field: string]: ConfigValue };
export type ConfigJson = { readonly [field: string]: ConfigValue };

/** A value of a field that only one protocol has. Null means unknown. */
export type OwnValue = bigint | number | boolean | string | Date | null;
/** Fields of one protocol by name; its `fields` table describes each. */
export type OwnFields = { readonly [field: string]: OwnValue };

/**
 * What an account of a reserve holds, under the names that all protocols share. Exact numbers are integers: `available` and
 * `receiptSupply` count base units, `borrowed` parts of a base unit, `borrowIndex` parts of one, `price` parts of a dollar for
 * a whole token; the protocol's `scale` says how many parts. What accrual needs of a companion (a market, an oracle, a vault)
 * is in here too, so that everything after needs the stored state alone.
 */
export interface AccountState<Own extends OwnFields = OwnFields> {
  readonly reserve: string;
  readonly lastUpdateSlot: bigint;
  /** Null where the account holds no time. */
  readonly lastUpdateAt: Date | null;
  readonly available: bigint;
  readonly borrowed: bigint;
  /** Growth of one unit of debt since the reserve began; only ratios of it mean something. */
  readonly borrowIndex: bigint;
  /** Receipt tokens (or shares) of the suppliers in existence; supplied / receiptSupply is the supply side's index. */
  readonly receiptSupply: bigint;
  /** Of one whole token; 0 where there is none. */
  readonly price: bigint;
  readonly priceUpdatedAt: Date | null;
  /** The program's verdict on the price, in the protocol's own encoding; null where the protocol has none. */
  readonly priceStatus: number | null;
  readonly timeBasis: TimeBasis;
  /** Which version of the program's arithmetic applies: one of the protocol's `arithmetics`. */
  readonly arithmetic: string;
  readonly own: Own;
}

/** One stored observation of a reserve: what its account held, and what that had become by the bank of the observation. */
export interface StoredState<Own extends OwnFields = OwnFields> extends AccountState<Own>, StateNumbers {
  readonly lendingMarket: string;
  /** Bank of the observation. */
  readonly slot: bigint;
  readonly observedAt: Date;
  /** Measured milliseconds of a slot that the numbers were annualised with. */
  readonly slotDurationMs: number;
  readonly accountSha256: Uint8Array;
}

/** What accrual and rates need of the configuration of a reserve and its market. A protocol adds what its own formulas need. */
export interface Terms {
  readonly tokenDecimals: number;
}

/** The terms that were in force when a reserve was observed. */
export interface TermsTimeline<Own extends Terms = Terms> {
  at(observedAt: Date): Own;
}

/** Exact balances; scales as in {@link AccountState}. */
export interface Balances<Own extends OwnFields = OwnFields> {
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly own: Own;
}

/** Balances of a reserve as the program would hold them after a refresh at a moment; the account itself is unchanged. */
export interface Accrued<Own extends OwnFields = OwnFields> extends Balances<Own> {
  /** Slots or seconds that interest was added for. */
  readonly elapsedUnits: bigint;
  /** What belongs to the suppliers, parts of a base unit. */
  readonly supplied: bigint;
  /** Borrowed / supplied, parts of one; not clamped, 0 where there is no supply. */
  readonly utilization: bigint;
  readonly borrowIndex: bigint;
}

/** Every number of a reserve at one moment. */
export interface Derived<Own extends OwnFields = OwnFields> {
  readonly moment: Moment;
  readonly accrued: Accrued<Own>;
  /** What the rate curve gives at the accrued state, for a year of the program, parts of one. */
  readonly borrowRate: bigint;
  readonly numbers: StateNumbers;
}

/**
 * Interest that borrowers paid, in parts of a base unit or of a dollar. `supplySide`, `protocol` and the amounts of `others`
 * add up to `interest` exactly.
 */
export interface InterestSplit {
  readonly interest: bigint;
  readonly supplySide: bigint;
  readonly protocol: bigint;
  /** By receiver: the protocol's `receivers`. A receiver that is not in here received nothing. */
  readonly others: Readonly<Record<string, bigint>>;
}

/** What a reserve owes out of its vault to somebody other than its suppliers, parts of a base unit. */
export interface OwedFee {
  /** `protocol`, or one of the protocol's own names. */
  readonly receiver: string;
  readonly amount: bigint;
}
