/** Who a reserve is. */
export interface ReserveNames {
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly lendingMarketName: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
}

/** Select list of the same: `r` is the reserve, `m` its market, which may be absent. */
export const RESERVE_NAMES = `r.address AS reserve, r.lending_market AS "lendingMarket",
  coalesce(m.display_name, '') AS "lendingMarketName", r.token_mint AS "tokenMint", r.token_symbol AS "tokenSymbol"`;

/** The order of every list of reserves: by name of the market, symbol, address, in byte order. */
export const BY_NAME = `coalesce(m.display_name, '') COLLATE "C", r.token_symbol COLLATE "C", r.address COLLATE "C"`;
