import type { AccountState, Accrued, Balances, FieldDefinition, OwnFields, RatePoint } from '@tidemark/core';

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
