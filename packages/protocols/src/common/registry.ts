import type { KnownMarket, KnownReserve } from '../protocol.ts';

// The words that the registries of protocols are written in: facts of mainnet, not what an account says.

type Token = readonly [mint: string, decimals: number];

/** Tokens that several markets lend, by the symbol that most give them. */
const TOKENS: Readonly<Record<string, Token>> = {
  SOL: ['So11111111111111111111111111111111111111112', 9],
  USDC: ['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 6],
  USDT: ['Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB', 6],
  PYUSD: ['2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo', 6],
  USDS: ['USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA', 6],
  USDG: ['2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH', 6],
  EURC: ['HzwqbKZw8HxMN6bF2yFZNrht3c2iXXzpKcFu7uBEDKtr', 6],
  cbBTC: ['cbbtcf3aa214zXHbiAZQwf4122FBYbraNdFqgw4iMij', 8],
  wBTC: ['3NZ9JMVBmGAqocybic2c7LQCJScmgsAZ6vQqTDzcqmJh', 8],
  ETH: ['7vfCXTUXx5WJV5JADk17DUJ4ksgau7utNKj4b963voxs', 8],
  JLP: ['27G8MtK7VtTcCHkpASjSDdkWWYfoqT6ggEuKidVJidD4', 6],
  BSOL: ['bSo13r4TkiE4KumL71LsHTPpL2euBYLFx6h9HP3piy1', 9],
  MSOL: ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 9],
  JITOSOL: ['J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn', 9],
  jupSOL: ['jupSoLaHXQiZZTSfEWMTRRgpnyFm8f6sZdosWBjx93v', 9],
  JTO: ['jtojtomepa8beP8AuQc6eXt5FriJwfFMwQx2v2f9mCL', 9],
};

/** A reserve of a registry; the token only where the list above does not have it. */
type ReserveRow = readonly [symbol: string, address: string, token?: Token];

/** A market with some of its reserves. */
export function market(name: string, address: string, reserves: readonly ReserveRow[] = []): KnownMarket {
  return { name, address, reserves: reserves.map(toReserve) };
}

function toReserve([symbol, address, token = TOKENS[symbol]]: ReserveRow): KnownReserve {
  if (token === undefined) throw new RangeError(`no token is called ${symbol}`);
  const [mint, decimals] = token;
  return { symbol, address, mint, decimals };
}

/** The names of markets, to ask for by address; empty where there is none. */
export function labelsOf(registry: readonly KnownMarket[]): (address: string) => string {
  const labels = new Map(registry.map(({ address, name }) => [address, name]));
  return (address) => labels.get(address) ?? '';
}
