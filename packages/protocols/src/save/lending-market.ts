import type { RateLimiter } from './reserve.ts';

/** Everything a LendingMarket account holds but its address; the argument of `encodeLendingMarket`. */
export interface LendingMarketFields {
  readonly version: number;
  readonly bumpSeed: number;
  readonly owner: string;
  /** 32 bytes, "USD" and NULs in practice. */
  readonly quoteCurrencyBytes: Uint8Array;
  readonly tokenProgram: string;
  /** Pyth's program; Switchboard's is apart. */
  readonly oracleProgram: string;
  readonly switchboardProgram: string;
  /** Of the values that leave the market's reserves, USD. */
  readonly rateLimiter: RateLimiter;
  /** The only one who may liquidate; the default address = everybody. */
  readonly whitelistedLiquidator: string;
  /** The default address = the owner. */
  readonly riskAuthority: string;
}

/** A decoded LendingMarket account. Read-only; independent of the bytes it came from. It has no name, see {@link MarketMetadata}. */
export interface LendingMarket extends LendingMarketFields {
  readonly address: string;
  /** Quote currency of every value in the market, "USD" in practice. */
  readonly quoteCurrency: string;
}

/** What the owner of a market says about it, in an account of its own that most markets do not have. */
export interface MarketMetadataFields {
  readonly bumpSeed: number;
  readonly name: string;
  readonly description: string;
  readonly imageUrl: string;
  readonly lookupTables: readonly string[];
}

/** A decoded LendingMarketMetadata account. It does not say which market it belongs to: its address follows from that. */
export interface MarketMetadata extends MarketMetadataFields {
  readonly address: string;
}
