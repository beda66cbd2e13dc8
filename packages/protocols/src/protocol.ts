import type {
  AccountBytes,
  AccountState,
  Accrued,
  AccrualRules,
  Balances,
  ConfigJson,
  Moment,
  OwnFields,
  OwnValue,
  Terms,
} from '@tidemark/core';

/**
 * One lending protocol: from the bytes of its accounts to exact amounts and rates. It is the only interface between the
 * protocols and the rest of the house, and everything in it is pure. `docs/extend/adding-a-protocol.md` lists the steps to
 * write one; `protocols.test.ts` is the contract that each one passes.
 *
 * `R` is its decoded reserve, `M` its decoded market, `T` the terms of accrual, `Own` its own fields of a state. Code that is
 * generic over protocols leaves them out: it hands on what one function gave to the next one.
 *
 * The way of a number: `decodeReserve` (bytes) → `state` (what is stored of an observation) → `accrue`, `derive` (from what is
 * stored, also years later). The way of a setting: `config` (what is stored of a configuration) → `terms`, `limits`.
 */
export interface Protocol<R = unknown, M = unknown, T extends Terms = Terms, Own extends OwnFields = OwnFields>
  extends AccrualRules<T, Own> {
  /** Changes whenever the same bytes would give other values; stored beside every decoded row. */
  readonly decoderVersion: number;
  /**
   * Versions of the program's arithmetic that the adapter can follow, the first by default. Which one applied when a state was
   * observed is stored with it.
   */
  readonly arithmetics: readonly [string, ...string[]];
  /** Fields that only this protocol has: what its columns and documentation are made from. */
  readonly fields: readonly OwnField[];

  /** How its accounts are found, subscribed to and told apart. A protocol without market accounts has no `market` kind. */
  readonly accounts: { readonly reserve: AccountKind; readonly market: AccountKind | null };
  /** Some markets and reserves of mainnet: labels, and what to follow where a provider refuses to list program accounts. */
  readonly registry: readonly KnownMarket[];
  /** True where nothing can be accrued before the market's account was read: its settings are part of the arithmetic. */
  readonly needsMarket: boolean;

  /** Throws `LendingError` for whatever it does not know: never a guess. */
  decodeReserve(account: AccountBytes): R;
  /** As `decodeReserve`. Called only where `accounts.market` is not null. */
  decodeMarket(account: AccountBytes): M;

  /** Accounts that are read in the same call as the reserve, so that all numbers are of one bank. */
  companions(reserve: R): readonly Companion[];

  /** Who a reserve is. */
  identity(reserve: R): ReserveIdentity;
  /** Settings that all protocols share, and under `own` the rest of those that have columns. */
  settings(reserve: R): ReserveSettings;
  /** The whole configuration as it is stored, in a fixed order, without anything that a user's action moves. */
  config(reserve: R): ConfigJson;
  /** Names of settings outside of the program's own validation; see `docs`. */
  configFlags(reserve: R): readonly string[];

  /** Who a market is, with the settings that have columns. */
  market(market: M): MarketRecord;
  marketConfig(market: M): ConfigJson;

  /**
   * What the account holds, as it is stored. What a companion adds (a price, a vault's amount) is part of it; where one is
   * missing from `found`, the numbers that its `required` names are null or none, and the rest stands.
   */
  state(reserve: R, found: FoundAccounts, arithmetic: string): ObservedState<Own>;

  /** True where the program accepted a price with this verdict at its last refresh; null where it keeps no verdict. */
  acceptsPrice(priceStatus: number | null): boolean | null;

  /** What is said of a stored price at `moment`; `market` is null where it was never read. */
  price(state: AccountState<Own>, config: ConfigJson, market: ConfigJson | null, moment: Moment): PriceVerdict;

  /** Kinks of the rate curve in ascending order, both ends included: rates between two of them lie on a line. */
  knots(terms: T): readonly Knot[];
  /** The rates at a utilization of the curve, parts of one. */
  ratesAt(terms: T, curveUtilization: bigint, slotDurationMs: number): RatePoint;
  /**
   * The reserve after deposits and borrows of a size, fees and limits left aside. Throws `INVALID_ARGUMENT` where that takes
   * more than there is.
   */
  whatIf(terms: T, balances: SuppliedBalances<Own>, change: WhatIfChange, slotDurationMs: number): WhatIfResult;

  /** What can be done with the reserve at `moment`; `market` is null where it was never read. */
  headroom(
    state: AccountState<Own>,
    accrued: Accrued<Own>,
    config: ConfigJson,
    market: ConfigJson | null,
    moment: Moment,
  ): Headroom;

  /** Where the price of a reserve comes from, in the order in which the program asks. */
  priceSources(reserve: R): readonly PriceSource[];
}

/** How to find the accounts of one kind. Every filter goes into one request, and is checked again on receipt. */
export interface AccountKind {
  /** Owner of the accounts, base58. */
  readonly program: string;
  /** Bytes of an account. */
  readonly size: number;
  /** The first bytes; null where the program writes none, and then `looksValid` and the owner tell a kind. */
  readonly discriminator: Uint8Array | null;
  /** Where the address of its market stands, to filter by; null in a market and where there are no markets. */
  readonly marketOffset: number | null;
  /** A cheap test of the bytes, for folders of accounts without owners; decoding tests the rest. */
  looksValid(data: Uint8Array): boolean;
}

/** An account needed beside the reserve. */
export interface Companion {
  readonly role: 'market' | 'vault' | 'oracle' | 'exchange-rate' | 'rate-model' | 'metadata' | 'mint';
  readonly address: string;
  /** Which numbers are missing without it. */
  readonly required: 'accrual' | 'available' | 'price' | 'headroom' | 'name';
  /** False: read seldom, by discovery. */
  readonly everyPoll: boolean;
}

/** Companions by address; null where the account does not exist. */
export type FoundAccounts = ReadonlyMap<string, AccountBytes | null>;
export const NO_COMPANIONS: FoundAccounts = new Map();

/** A reserve of the registry: facts of mainnet, not what an account says. */
export interface KnownReserve {
  readonly symbol: string;
  readonly address: string;
  readonly mint: string;
  readonly decimals: number;
}

/** A market of the registry with some of its reserves. */
export interface KnownMarket {
  readonly name: string;
  readonly address: string;
  readonly reserves: readonly KnownReserve[];
}

export interface ReserveIdentity {
  readonly address: string;
  readonly lendingMarket: string;
  readonly tokenMint: string;
  /** Empty where the chain has none. */
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly tokenProgram: string;
  readonly receiptMint: string;
  /** Account that holds posted receipt tokens. */
  readonly receiptVault: string;
  /** Account that holds what can be borrowed and withdrawn. */
  readonly supplyVault: string;
  readonly feeVault: string;
}

/** Settings of a reserve that protocols share. Null where a protocol has no such thing; limits are base units. */
export interface ReserveSettings {
  readonly status: 'active' | 'obsolete' | 'hidden';
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  /** Weight of debt of this token in percent; 100 = its value. */
  readonly borrowFactorPct: bigint;
  /** Share of the interest that goes to the protocol. */
  readonly protocolTakeRatePct: number;
  readonly minLiquidationBonusBps: number;
  readonly maxLiquidationBonusBps: number;
  /** The protocol's share of a liquidation's bonus. */
  readonly protocolLiquidationFeePct: number | null;
  /** Parts of one, at the protocol's scale. */
  readonly originationFee: bigint;
  /** u64::MAX = flash loans are disabled. */
  readonly flashLoanFee: bigint;
  /** u64::MAX = unlimited. */
  readonly depositLimitRaw: bigint;
  readonly borrowLimitRaw: bigint;
  readonly own: OwnFields;
}

export interface MarketRecord {
  readonly address: string;
  /** On chain; empty where there is none. */
  readonly name: string;
  /** The name to show: that on chain, else a label of the registry, else empty. */
  readonly displayName: string;
  readonly owner: string;
  readonly quoteCurrency: string;
  readonly emergencyMode: boolean;
  readonly borrowDisabled: boolean;
  readonly own: OwnFields;
}

/** The state of an account with what is stored of it beside what accrual needs. */
export interface ObservedState<Own extends OwnFields = OwnFields> extends AccountState<Own> {
  /** True where the program wants a refresh before anything else. Normal, not an error. */
  readonly stale: boolean;
}

/** Where a value of one protocol is kept. */
export interface OwnField {
  /** The name in `own`, and the property of a row. */
  readonly name: string;
  /** The name in SQL. */
  readonly column: string;
  /** `state`: of every observation. `settings`: of the reserve's configuration. `market`: of its market. */
  readonly of: 'state' | 'settings' | 'market';
  readonly type: OwnFieldType;
  readonly unit: string;
  readonly doc: string;
}

export type OwnFieldType = 'u64' | 'i64' | 'u128' | 'u256' | 'integer' | 'double' | 'boolean' | 'text' | 'instant';

export interface PriceVerdict {
  /** False: there is no price, and every USD value is null. */
  readonly known: boolean;
  /** True where the program accepted the price at its last refresh; null where it keeps no verdict. */
  readonly accepted: boolean | null;
  /** True where the program would lend and let withdraw on this price; null where it keeps no verdict. */
  readonly usableForBorrow: boolean | null;
  /**
   * True where a borrow first needs a refresh that brings a new price, false where the stored one may stay; null where the
   * protocol, or what is known of its market, does not tell.
   */
  readonly needsRefresh: boolean | null;
  /** Checks by name, true where passed. */
  readonly checks: Readonly<Record<string, boolean>>;
}

/** A kink of the rate curve. */
export interface Knot {
  /** Parts of one. */
  readonly utilization: bigint;
  /** The same as the configuration states it: the nearest double. */
  readonly utilizationF: number;
}

/** The rates at one utilization; fractions. */
export interface RatePoint {
  /** May exceed 1. */
  readonly utilization: number;
  readonly borrowApr: number;
  readonly borrowApy: number;
  readonly supplyApr: number;
  readonly supplyApy: number;
}

/** Balances with what belongs to the suppliers, parts of a base unit; an accrual has them. */
export type SuppliedBalances<Own extends OwnFields = OwnFields> = Balances<Own> & Pick<Accrued<Own>, 'supplied'>;

/** A change of both sides in base units; negative = withdrawal, repayment. */
export interface WhatIfChange {
  readonly supplyDeltaRaw: bigint;
  readonly borrowDeltaRaw: bigint;
}

export interface WhatIfResult {
  readonly available: bigint;
  readonly borrowed: bigint;
  readonly supplied: bigint;
  readonly rates: RatePoint;
}

/** How much of something the program accepts now, base units. */
export interface Room {
  /** Null = unlimited. */
  readonly amountRaw: bigint | null;
  /** The first check of the program that refuses one unit more, by a name of the protocol's own list. */
  readonly bindingConstraint: string;
  /** Unix seconds at which the binding limit starts over; null where none does. */
  readonly resetsAt: bigint | null;
}

/** A borrow: `amountRaw` is what leaves the vault, fees included; `receivedRaw` what the borrower gets. */
export interface BorrowRoom extends Room {
  readonly amountRaw: bigint;
  readonly receivedRaw: bigint;
}

export interface WithdrawRoom extends Room {
  readonly amountRaw: bigint;
  /** Receipt tokens that are burned for it, base units. */
  readonly receiptRaw: bigint;
}

/** Null where it depends on the market and that was never read: unknown, not guessed. */
export interface Headroom {
  readonly borrowable: BorrowRoom | null;
  readonly withdrawable: WithdrawRoom | null;
  readonly depositable: Room | null;
  /** Worth of withdrawals that wait for liquidity, base units; 0 where the protocol has no queue. */
  readonly queuedRaw: bigint;
  /** Rooms that only this protocol has, by name. */
  readonly own: Readonly<Record<string, BorrowRoom | null>>;
}

export interface PriceSource {
  /** Name of the oracle program or its format. */
  readonly kind: string;
  readonly address: string;
}

export type { OwnFields, OwnValue };
