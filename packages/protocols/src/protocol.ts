import type {
  AccountBytes,
  AccountState,
  Accrued,
  AccrualRules,
  AddressReader,
  Balances,
  ConfigJson,
  FieldDefinition,
  Moment,
  OwnFields,
  OwnValue,
  RatePoint,
  Terms,
  TimeBasis,
} from '@tidemark/core';

/**
 * One lending protocol: from the bytes of its accounts to exact amounts and rates. It is the only interface between the
 * protocols and the rest of the house, and everything in it is pure. `docs/extend/adding-a-protocol.md` lists the steps to
 * write one; `protocols.test.ts` is the contract that each one passes.
 *
 * `R` is its decoded reserve, `M` its decoded market, `T` the terms of accrual, `Own` its own fields of a state, `L` the limits of
 * what can be done. Code that is generic over protocols leaves them out: it hands on what one function gave to the next one.
 *
 * The way of a number: `decodeReserve` (bytes) → `state` (what is stored of an observation) → `accrue`, `derive` (from what is
 * stored, also years later). The way of a setting: `config` (what is stored of a configuration) → `terms`, `limits`.
 */
export interface Protocol<
  R = unknown,
  M = unknown,
  T extends Terms = Terms,
  Own extends OwnFields = OwnFields,
  L = unknown,
> extends AccrualRules<T, Own> {
  /** Changes whenever the same bytes would give other values; stored beside every decoded row. */
  readonly decoderVersion: number;
  /**
   * Versions of the program's arithmetic that the adapter can follow, the first by default. Which one applied when a state was
   * observed is stored with it.
   */
  readonly arithmetics: readonly [string, ...string[]];
  /** What the program calls the two bases of time that interest accrues by; the common words where it has no others. */
  readonly timeBasisNames: Readonly<Record<TimeBasis, string>>;
  /** Fields that only this protocol has: what its columns and documentation are made from. */
  readonly fields: readonly OwnField[];

  /** Where fields that all protocols share lie in its accounts, or what they follow from: text for the documentation, by their names. */
  readonly sources: Readonly<Record<string, string>>;

  /** How its accounts are found, subscribed to and told apart. A protocol without market accounts has no `market` kind. */
  readonly accounts: { readonly reserve: AccountKind; readonly market: AccountKind | null };
  /**
   * The markets of mainnet that are listed, with some of their reserves: anybody can create others, which totals leave out. Also labels,
   * and what to follow where a provider refuses to list program accounts.
   */
  readonly registry: readonly KnownMarket[];
  /** Settings from before there was more than one protocol, by their old name: the list that each is an entry of now. */
  readonly legacySettings: Readonly<Record<string, 'ARITHMETICS' | 'MARKETS' | 'RESERVES'>>;
  /** True where nothing can be accrued before the market's account was read: its settings are part of the arithmetic. */
  readonly needsMarket: boolean;

  /**
   * Throws `LendingError` for whatever it does not know: never a guess. Who reads accounts again and again gives a reader that knows
   * their addresses; the result is the same.
   */
  decodeReserve(account: AccountBytes, addressAt?: AddressReader): R;
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
   * Weight that the program gives to debt of this token, basis points, out of the stored configuration; 10,000 = its value. Throws
   * `INVALID_ARGUMENT` where the setting is missing.
   */
  borrowFactorBps(config: ConfigJson): bigint;

  /**
   * What the account holds, as it is stored. What a companion adds (a price, a vault's amount) is part of it; where one is
   * missing from `found`, the numbers that its `required` names are null or none, and the rest stands.
   */
  state(reserve: R, found: FoundAccounts, arithmetic: string): ObservedState<Own>;

  /** True where the program accepted a price with this verdict at its last refresh; null where it keeps no verdict. */
  acceptsPrice(priceStatus: number | null): boolean | null;
  /** The bits of the stored status of a price, for SQL. Left out where the program keeps no verdict. */
  readonly priceStatusBits?: Readonly<Record<PriceCheck | 'usableForLiquidation', number>>;

  /**
   * What `price` and `headroom` depend on, out of stored configurations; `market` is null where it was never read. Throws
   * `INVALID_ARGUMENT` with the field's name where one is missing. Settings change rarely: keep the limits where many are computed.
   */
  limits(config: ConfigJson, market: ConfigJson | null): L;

  /** What is said of a stored price at `moment`. */
  price(state: AccountState<Own>, limits: L, moment: Moment): PriceVerdict;

  /** Kinks of the rate curve in ascending order, both ends included: rates between two of them lie on a line. */
  knots(terms: T): readonly Knot[];
  /** The rates at a utilization of the curve, parts of one. */
  ratesAt(terms: T, curveUtilization: bigint, slotDurationMs: number): RatePoint;
  /**
   * The reserve after deposits and borrows of a size, fees and limits left aside. Throws `INVALID_ARGUMENT` where that takes
   * more than there is.
   */
  whatIf(terms: T, balances: SuppliedBalances<Own>, change: WhatIfChange, slotDurationMs: number): WhatIfResult;

  /** Everything that a `bindingConstraint` of `headroom` can say, by room. */
  readonly constraints: Constraints;

  /** What can be done with the reserve at `moment`, to which `balances` are accrued. */
  headroom(state: AccountState<Own>, balances: SuppliedBalances<Own>, limits: L, moment: Moment): Headroom;

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
  /** Empty where neither the account nor the protocol's registry has one. */
  readonly tokenSymbol: string;
  /** Further ones are found by mint: in the registries and reserves of other protocols, and in the metadata of mints. */
  readonly tokenSymbolOrigin: 'account' | 'list';
  readonly tokenDecimals: number;
  readonly tokenProgram: string;
  readonly receiptMint: string;
  /** Account that holds posted receipt tokens. */
  readonly receiptVault: string;
  /** Account that holds what can be borrowed and withdrawn. */
  readonly supplyVault: string;
  readonly feeVault: string;
  /**
   * The reserve of another protocol through which it lends on all that it holds, so that sums over protocols count it once; null for one
   * that lends itself.
   */
  readonly underlying: { readonly protocol: string; readonly reserve: string } | null;
}

/** Settings of a reserve that protocols share. Null where a protocol has no such thing; limits are base units. */
export interface ReserveSettings {
  /** `obsolete`: closed to new deposits and borrows. A protocol without a status derives it from its limits. */
  readonly status: 'active' | 'obsolete' | 'hidden';
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  /** Weight of debt of this token in whole percent, the rest cut off; 100 = its value. Exact: `borrowFactorBps`. */
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
  /** Null where the protocol has no such switch. */
  readonly emergencyMode: boolean | null;
  readonly borrowDisabled: boolean | null;
  readonly own: OwnFields;
}

/** The state of an account with what is stored of it beside what accrual needs. */
export interface ObservedState<Own extends OwnFields = OwnFields> extends AccountState<Own> {
  /** True where the program wants a refresh before anything else. Normal, not an error. */
  readonly stale: boolean;
}

/** A value of one protocol: where it is kept, and what it is. New ones come last in `fields`: columns of a view keep their places. */
export interface OwnField {
  /** The name in `own`, and the property of a row. */
  readonly name: string;
  /** The published name. A column of the table that is called so, but for the ending, is where it is kept; else the JSON `own`. */
  readonly column: string;
  /** `state`: of every observation. `settings`: of the reserve's configuration. `market`: of its market. */
  readonly of: 'state' | 'settings' | 'market';
  readonly type: OwnFieldType;
  /** As it is published. Its null rule is that of the account; a market may not have been read besides. */
  readonly definition: FieldDefinition;
}

/** As it is kept. `scaled`: an exact number, in parts of one by the protocol's `scale`. */
export type OwnFieldType = 'u64' | 'i64' | 'scaled' | 'integer' | 'boolean' | 'text' | 'instant';

/** A check of the program on a price, as it was at the last refresh. */
export type PriceCheck =
  | 'priceLoaded'
  | 'priceAgeChecked'
  | 'twapChecked'
  | 'twapAgeChecked'
  | 'heuristicChecked'
  | 'priceUsageAllowed';

/** What the program says of a price; null where the protocol keeps no such verdict. Whether there is a price: `hasPrice`. */
export interface PriceVerdict {
  /** True where the program would lend and let withdraw on this price. */
  readonly usableForBorrow: boolean | null;
  /** True where the program would liquidate on this price. */
  readonly usableForLiquidation: boolean | null;
  /** True where a borrow first needs a refresh that brings a new price; null where the market, which decides, was never read. */
  readonly needsRefresh: boolean | null;
  /** True where passed; without the checks that the protocol does not make, or keeps no result of. */
  readonly checks: Readonly<Partial<Record<PriceCheck, boolean>>>;
}

/** A kink of the rate curve. */
export interface Knot {
  /** Parts of one. */
  readonly utilization: bigint;
  /** The same as the configuration states it: the nearest double. */
  readonly utilizationF: number;
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

/** Names of the program's checks, in the order in which it makes them. */
export interface Constraints {
  readonly borrow: readonly string[];
  /** Left out where the protocol has no such groups. */
  readonly borrowInElevationGroup?: readonly string[];
  readonly withdraw: readonly string[];
  readonly deposit: readonly string[];
}

/** How much of something the program accepts now, base units. */
export interface Room {
  /** Null = unlimited. */
  readonly amountRaw: bigint | null;
  /** The first check of the program that refuses one unit more, by a name of the protocol's `constraints`. */
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
  /** The same for a position inside an elevation group. Left out where the protocol has no such groups. */
  readonly borrowableInElevationGroup?: BorrowRoom | null;
  readonly withdrawable: WithdrawRoom | null;
  readonly depositable: Room | null;
  /** Worth of withdrawals that wait for liquidity, base units; null where the protocol has no queue. */
  readonly queuedRaw: bigint | null;
}

export interface PriceSource {
  /** Name of the oracle program or its format. */
  readonly kind: string;
  readonly address: string;
}

export type { OwnFields, OwnValue };
