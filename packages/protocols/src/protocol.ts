import type {
  AccountBytes,
  AccountState,
  AccrualRules,
  AddressReader,
  ConfigJson,
  Moment,
  OwnFields,
  PriceConfig,
  RatePoint,
  Terms,
  TimeBasis,
} from '@tidemark/core';
import type {
  Constraints,
  Headroom,
  Knot,
  KnownMarket,
  MarketRecord,
  ObservedState,
  OwnField,
  PriceCheck,
  PriceVerdict,
  ReserveIdentity,
  ReserveSettings,
  SuppliedBalances,
  WhatIfChange,
  WhatIfResult,
} from './protocol-values.ts';

export type * from './protocol-values.ts';
export type { OwnFields, OwnValue } from '@tidemark/core';

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
  /** Published names of parameters by their path in `config` and `marketConfig`, where it is not the path in snake case: those of their columns. */
  readonly parameterNames: Readonly<Record<'reserve' | 'market', Readonly<Record<string, string>>>>;

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

  /** Where the price of a reserve comes from, out of its stored configuration. Throws `INVALID_ARGUMENT` where that lacks a setting. */
  priceConfig(config: ConfigJson): PriceConfig;
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
  /**
   * Bytes that tell accounts of this kind from the program's others whatever their size is: of all of them, or of some that every version of
   * the program is sure to have. They find those in a size that no decoder knows.
   */
  readonly anySize: { readonly offset: number; readonly bytes: Uint8Array };
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
