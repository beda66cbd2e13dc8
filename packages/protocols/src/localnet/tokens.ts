/** What the scenario and the price walk know about a token. */
export interface TokenFacts {
  /** USD for one whole token at the start of the scenario. */
  readonly priceUsd: number;
  /** Tokens of one group move together. */
  readonly group: string;
  /** Largest relative move up or down. */
  readonly amplitude: number;
  /** true: the mint belongs to the Token-2022 program. */
  readonly token2022?: true;
  /** Wallets show amounts of a Token-2022 mint times this, since a day before the start; 1 until then. */
  readonly uiMultiplier?: number;
}

const STABLE_AMPLITUDE = 0.0006;

/** Facts by mint; prices are plausible, not current. */
export const TOKEN_FACTS: Readonly<Record<string, TokenFacts>> = {
  So11111111111111111111111111111111111111112: { priceUsd: 178.5811, group: 'SOL', amplitude: 0.12 },
  bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1: { priceUsd: 211.9, group: 'SOL', amplitude: 0.12 },
  mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So: { priceUsd: 240.45, group: 'SOL', amplitude: 0.12 },
  J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn: { priceUsd: 221.374, group: 'SOL', amplitude: 0.12 },
  jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v: { priceUsd: 204.618, group: 'SOL', amplitude: 0.12 },
  cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij: { priceUsd: 96_412.5, group: 'BTC', amplitude: 0.08 },
  '3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh': { priceUsd: 96_377.2, group: 'BTC', amplitude: 0.08 },
  '7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs': { priceUsd: 3_214.66, group: 'ETH', amplitude: 0.1 },
  '27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4': { priceUsd: 4.8821, group: 'JLP', amplitude: 0.06 },
  jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL: { priceUsd: 2.154, group: 'JTO', amplitude: 0.2 },
  HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr: { priceUsd: 1.1583, group: 'EURC', amplitude: 0.012 },
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: { priceUsd: 0.9999, group: 'USDC', amplitude: STABLE_AMPLITUDE },
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: { priceUsd: 0.9997, group: 'USDT', amplitude: STABLE_AMPLITUDE },
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo': {
    priceUsd: 0.9998,
    group: 'PYUSD',
    amplitude: STABLE_AMPLITUDE,
    token2022: true,
  },
  USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA: { priceUsd: 0.9996, group: 'USDS', amplitude: STABLE_AMPLITUDE },
  '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH': {
    priceUsd: 1,
    group: 'USDG',
    amplitude: STABLE_AMPLITUDE,
    token2022: true,
    // The real one has no multiplier: none of the registry's tokens has. Here one does, so that it is seen.
    uiMultiplier: 1.0025,
  },
};

/** Facts for a mint that is not in the table: what costs about a dollar is taken for a stablecoin. */
export function tokenFactsOf(mint: string, priceUsd: number): TokenFacts {
  const known = TOKEN_FACTS[mint];
  if (known !== undefined) return known;
  const stable = priceUsd > 0.95 && priceUsd < 1.05;
  return { priceUsd, group: mint, amplitude: stable ? STABLE_AMPLITUDE : 0.1 };
}
