import { address, bytes, type Decoded, list, text, u8 } from '../common/account-layout.ts';
import { rateLimiter, version } from './reserve.ts';

/** Everything a LendingMarket account holds. The order is that of the stored JSON. */
export const MARKET = {
  version,
  bumpSeed: u8(1),
  owner: address(2),
  /** "USD" and NULs in practice. */
  quoteCurrencyBytes: bytes(34, 32),
  tokenProgram: address(66),
  /** Pyth's program; Switchboard's is apart. */
  oracleProgram: address(98),
  switchboardProgram: address(130),
  /** Of the values that leave the market's reserves, USD. */
  rateLimiter: rateLimiter(162),
  /** The only one who may liquidate; the default address = everybody. */
  whitelistedLiquidator: address(218),
  /** The default address = the owner. */
  riskAuthority: address(250),
};

/** What the owner of a market says about it, in an account of its own that most markets do not have. */
export const METADATA = {
  bumpSeed: u8(0),
  name: text(1, 50),
  description: text(51, 300),
  imageUrl: text(351, 250),
  lookupTables: list(601, [4, 32], address),
};

/** Everything a LendingMarket account holds but its address; the argument of `encodeLendingMarket`. */
export type LendingMarketFields = Decoded<typeof MARKET>;

/** A decoded LendingMarket account. Read-only; independent of the bytes it came from. It has no name, see {@link MarketMetadata}. */
export interface LendingMarket extends LendingMarketFields {
  readonly address: string;
  /** Quote currency of every value in the market, "USD" in practice. */
  readonly quoteCurrency: string;
}

export type MarketMetadataFields = Decoded<typeof METADATA>;

/** A decoded LendingMarketMetadata account. It does not say which market it belongs to: its address follows from that. */
export interface MarketMetadata extends MarketMetadataFields {
  readonly address: string;
}
