import { KNOWN_PYTH_FEEDS } from './pyth/known-feeds.ts';
import { pythFeed } from './pyth/source.ts';
import type { Feed } from './source.ts';

/** A token with the feed of Pyth that prices it. */
export interface ListedToken {
  readonly mint: string;
  /** As Pyth writes it. A bridged token has the price of what it stands for: whether the bridge holds, no feed says. */
  readonly pythSymbol: string;
}

/**
 * Facts of mainnet. Only feeds of Pyth: their accounts follow from the feed's number and never change hands. An entry of Scope means
 * something else after its owner has changed it, so those come from the reserves that name them; accounts of Switchboard are whatever
 * their owner asks for.
 */
export const LISTED_TOKENS: readonly ListedToken[] = [
  { mint: 'So11111111111111111111111111111111111111112', pythSymbol: 'SOL/USD' },
  { mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', pythSymbol: 'USDC/USD' },
  { mint: 'DezXAZ8z7PnrnRJjz3wXBoRgixCa6xjnB7YaB1pPB263', pythSymbol: 'BONK/USD' },
  { mint: '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', pythSymbol: 'ETH/USD' },
  { mint: '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', pythSymbol: 'WBTC/USD' },
  { mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', pythSymbol: 'MSOL/USD' },
];

const NO_LIMITS = { maxAgeSeconds: null, maxAverageAgeSeconds: null };

/** Feeds that are read whether or not a reserve names them: the accounts of both receivers of every listed token. */
export const LISTED_FEEDS: readonly Feed[] = LISTED_TOKENS.flatMap(({ mint, pythSymbol }) =>
  KNOWN_PYTH_FEEDS.filter(({ symbol }) => symbol === pythSymbol).flatMap(({ account, proAccount }) =>
    [account, proAccount].map((address) => pythFeed(mint, address, NO_LIMITS, 'list')),
  ),
);

/** The number of the feed that prices a listed token, hexadecimal; null for other tokens. */
export function pythFeedIdOfMint(mint: string): string | null {
  const listed = LISTED_TOKENS.find((token) => token.mint === mint);
  return KNOWN_PYTH_FEEDS.find(({ symbol }) => symbol === listed?.pythSymbol)?.feedId ?? null;
}
