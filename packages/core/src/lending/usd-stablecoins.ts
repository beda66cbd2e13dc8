/** Mint of USDC on mainnet. */
export const USDC_MINT = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

/** A token that stands for one US dollar. */
export interface UsdStablecoin {
  /** For people to read; tokens are known by their mint. */
  readonly symbol: string;
  readonly mint: string;
}

/**
 * Tokens of mainnet whose issuers promise one US dollar for each, and that bear no yield by themselves: what lending them
 * earns is a rate on dollars. By mint address, because anybody can name a token USDC. A change of this list changes the
 * benchmark, and so needs a new version of its method.
 */
export const USD_STABLECOINS: readonly UsdStablecoin[] = [
  { symbol: 'USDC', mint: USDC_MINT },
  { symbol: 'USDT', mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB' },
  { symbol: 'PYUSD', mint: '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo' },
  { symbol: 'USDS', mint: 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA' },
  { symbol: 'USDG', mint: '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH' },
  { symbol: 'FDUSD', mint: '9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u' },
];

/**
 * Prices that still count as one dollar, 0.95 to 1.05 in parts of a dollar: outside, a token has lost its peg or an oracle
 * is wrong, and its rate is no rate on dollars.
 */
export function usdPegBand(scale: bigint): { readonly min: bigint; readonly max: bigint } {
  return { min: (95n * scale + 99n) / 100n, max: (105n * scale) / 100n };
}

/** How far prices of one token may lie apart before they disagree, basis points: what stablecoins disagree about matters sooner. */
export const PRICE_BOUND_BPS = { stable: 50, other: 100 } as const;
