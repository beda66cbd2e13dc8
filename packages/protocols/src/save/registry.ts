/** A reserve of the registry: facts of mainnet, not what an account says. Mint and decimals are null where only the symbol is known. */
export interface KnownReserve {
  readonly symbol: string;
  readonly address: string;
  readonly mint: string | null;
  readonly decimals: number | null;
}

/** A lending market of the registry with some of its reserves. */
export interface KnownLendingMarket {
  /** A label: a market account holds no name. Null where nothing is known but the address. */
  readonly name: string | null;
  readonly address: string;
  readonly reserves: readonly KnownReserve[];
}

/**
 * Markets and reserves of mainnet: for labels, because neither account has a name, and where a provider refuses to list program
 * accounts. Anybody may create a market; these are the listed ones. The list of the main market's reserves is of 2022.
 */
export const KNOWN_REGISTRY: readonly KnownLendingMarket[] = [
  {
    name: 'Main Pool',
    address: '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY',
    reserves: [
      { symbol: 'SRM', address: '5suXmvdbKQ98VonxGCXqViuWRu8k4zgZRxndYKsH2fJg', mint: null, decimals: null },
      { symbol: 'SLND', address: 'CviGNzD2C9ZCMmjDt5DKCce5cLV4Emrcm3NFvwudBFKA', mint: null, decimals: null },
      { symbol: 'FTT', address: '8bDyV3N7ctLKoaSVqUoEwUzw6msS2F65yyNPgAVUisKm', mint: null, decimals: null },
      { symbol: 'MER', address: '5Sb6wDpweg6mtYksPJ2pfGbSyikrhR8Ut8GszcULQ83A', mint: null, decimals: null },
      { symbol: 'UST', address: 'Ab48bKsiEzdm481mGaNVmv9m9DmXsWWxcYHM588M59Yd', mint: null, decimals: null },
      {
        symbol: 'USDC',
        address: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
      { symbol: 'SBR', address: 'Hthrt4Lab21Yz1Dx9Q4sFW4WVihdBUTtWRQBjPsYHCor', mint: null, decimals: null },
      { symbol: 'ETH', address: 'CPDiKagfozERtJ33p7HHhEfJERjvfk1VAjMXAFLrvrKP', mint: null, decimals: null },
      {
        symbol: 'mSOL',
        address: 'CCpirWrgNuBVLdkP2haxLTbD6XqEgaYuVXixbbpxUB6',
        mint: 'mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So',
        decimals: 9,
      },
      {
        symbol: 'USDT',
        address: '8K9WC8xoh2rtQNY7iEGXtPvfbDCi563SdWhCAhuMP2xE',
        mint: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
        decimals: 6,
      },
      { symbol: 'RAY', address: '9n2exoMQwMTzfw6NFoFFujxYPndWVLtKREJePssrKb36', mint: null, decimals: null },
      { symbol: 'BTC', address: 'GYzjMCXTDue12eUGKKWAqtF5jcBYNmewr6Db6LaguEaX', mint: null, decimals: null },
      { symbol: 'stSOL', address: '5sjkv6HD8wycocJ4tC4U36HHbvgcXYqcyiPRUkncnwWs', mint: null, decimals: null },
      { symbol: 'ORCA', address: 'FKZTsydxPShJ8baThobis6qFxTjALMkVC49EA88wqvm7', mint: null, decimals: null },
      {
        symbol: 'SOL',
        address: '8PbodeaosQP19SjYFx855UMqWxH2HynZLdBXmsrbac36',
        mint: 'So11111111111111111111111111111111111111112',
        decimals: 9,
      },
      { symbol: 'scnSOL', address: 'DUExYJG5sc1SQdMMdq6LdUYW9ULXbo2fFFTbedywgjNN', mint: null, decimals: null },
      { symbol: 'soETH', address: '3PArRsZQ6SLkr1WERZWyC6AqsajtALMq4C66ZMYz4dKQ', mint: null, decimals: null },
      { symbol: 'soFTT', address: '2dC4V23zJxuv521iYQj8c471jrxYLNQFaGS6YPwtTHMd', mint: null, decimals: null },
    ],
  },
  {
    name: 'ATLAS / POLIS / USDC Pool',
    address: '99S4iReDsyxKDViKdXQKWDcB6C3waDmfPWWyb5HAbcZF',
    reserves: [
      {
        symbol: 'POLIS',
        address: '29Znf6g5qmRfTdnbyRQUWvMt94Gzn2KPCzY2ixxY9Mnt',
        mint: 'poLisWXnNRwC6oBu1vHiuKQzFjGL4XDSu4g9qjz9qVk',
        decimals: 8,
      },
      {
        symbol: 'USDC',
        address: '5hVVs474TRejwwfqsecNp97riQGDtSmhTV6jiWSxJfWR',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
    ],
  },
  {
    name: null,
    address: '5i8SzwX2LjpGUxLZRJ8EiYohpuKgW2FYDFhVjhGj66P1',
    reserves: [],
  },
  {
    name: null,
    address: '7JyWNSq7rgPWjKLjXu7xg6pWiKh4nAwuf8w8ABytKCQ1',
    reserves: [],
  },
  {
    name: null,
    address: '7RCz8wb6WXxUhAigok9ttgrVgDFFFbibcirECzWSBauM',
    reserves: [],
  },
  {
    name: null,
    address: 'DxdnNmdWHcW6RGTYiD5ms5f7LNZBaA7Kd1nMfASnzwdY',
    reserves: [],
  },
  {
    name: null,
    address: 'HASr6hiYVoRcVXk3GttC4PjBBPQ3sGYDzE7HSPJdcke6',
    reserves: [],
  },
];

const MARKET_NAMES: ReadonlyMap<string, string> = new Map(
  KNOWN_REGISTRY.flatMap(({ address, name }) => (name === null ? [] : [[address, name]])),
);
const SYMBOLS: ReadonlyMap<string, string> = new Map(
  KNOWN_REGISTRY.flatMap(({ reserves }) => reserves.map(({ address, symbol }) => [address, symbol])),
);
const LISTED: ReadonlySet<string> = new Set(KNOWN_REGISTRY.map(({ address }) => address));

/** Label of a market out of the registry; empty where it has none. */
export function knownMarketName(address: string): string {
  return MARKET_NAMES.get(address) ?? '';
}

/** Symbol of a reserve's token out of the registry; empty where it is not in there. */
export function knownTokenSymbol(reserve: string): string {
  return SYMBOLS.get(reserve) ?? '';
}

/** True for the markets of the registry; all others were created by anybody. */
export function isListedMarket(address: string): boolean {
  return LISTED.has(address);
}
