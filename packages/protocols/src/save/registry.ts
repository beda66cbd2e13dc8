import type { KnownMarket } from '../protocol.ts';

/** Further pools that the protocol's own site lists or listed; the accounts were not read here. */
const FURTHER_MARKETS: readonly (readonly [name: string, address: string])[] = [
  ['Invictus Pool', '5i8SzwX2LjpGUxLZRJ8EiYohpuKgW2FYDFhVjhGj66P1'],
  ['', '7JyWNSq7rgPWjKLjXu7xg6pWiKh4nAwuf8w8ABytKCQ1'],
  ['Turbo SOL Pool', '7RCz8wb6WXxUhAigok9ttgrVgDFFFbibcirECzWSBauM'],
  ['Step Pool', 'DxdnNmdWHcW6RGTYiD5ms5f7LNZBaA7Kd1nMfASnzwdY'],
  ['Dog Pool', 'HASr6hiYVoRcVXk3GttC4PjBBPQ3sGYDzE7HSPJdcke6'],
  ['Stable Pool', 'GktVYgkstojYd8nVXGXKJHi7SstvgZ6pkQqQhUPD7y7Q'],
  ['JLP Pool', '7XttJ7hp83u5euzT7ybC5zsjdgKA4WPbQHVS27CATAJH'],
  ['Coin98 Pool', '7tiNvRHSjYDfc6usrWnSNPyuN68xQfKs1ZG2oqtR5F46'],
  ['Bonfida Pool', '91taAt3bocVZwcChVgZTTaQYt2WpBVE3M9PkWekFQx4J'],
];

/**
 * Markets and reserves of mainnet: for labels, because neither account has a name, and where a provider refuses to list program
 * accounts. Anybody may create a market; these are the listed ones. The list of the main market's reserves is of 2022.
 */
export const KNOWN_REGISTRY: readonly KnownMarket[] = [
  {
    name: 'Main Pool',
    address: '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY',
    reserves: [
      {
        symbol: 'USDC',
        address: 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw',
        mint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
        decimals: 6,
      },
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
      {
        symbol: 'SOL',
        address: '8PbodeaosQP19SjYFx855UMqWxH2HynZLdBXmsrbac36',
        mint: 'So11111111111111111111111111111111111111112',
        decimals: 9,
      },
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
  ...FURTHER_MARKETS.map(([name, address]) => ({ name, address, reserves: [] })),
];

/** More reserves of the main market as of 2022, by address: nobody read their accounts, some of their tokens are dead. */
const OTHER_SYMBOLS: readonly (readonly [address: string, symbol: string])[] = [
  ['5suXmvdbKQ98VonxGCXqViuWRu8k4zgZRxndYKsH2fJg', 'SRM'],
  ['CviGNzD2C9ZCMmjDt5DKCce5cLV4Emrcm3NFvwudBFKA', 'SLND'],
  ['8bDyV3N7ctLKoaSVqUoEwUzw6msS2F65yyNPgAVUisKm', 'FTT'],
  ['5Sb6wDpweg6mtYksPJ2pfGbSyikrhR8Ut8GszcULQ83A', 'MER'],
  ['Ab48bKsiEzdm481mGaNVmv9m9DmXsWWxcYHM588M59Yd', 'UST'],
  ['Hthrt4Lab21Yz1Dx9Q4sFW4WVihdBUTtWRQBjPsYHCor', 'SBR'],
  ['CPDiKagfozERtJ33p7HHhEfJERjvfk1VAjMXAFLrvrKP', 'ETH'],
  ['9n2exoMQwMTzfw6NFoFFujxYPndWVLtKREJePssrKb36', 'RAY'],
  ['GYzjMCXTDue12eUGKKWAqtF5jcBYNmewr6Db6LaguEaX', 'BTC'],
  ['5sjkv6HD8wycocJ4tC4U36HHbvgcXYqcyiPRUkncnwWs', 'stSOL'],
  ['FKZTsydxPShJ8baThobis6qFxTjALMkVC49EA88wqvm7', 'ORCA'],
  ['DUExYJG5sc1SQdMMdq6LdUYW9ULXbo2fFFTbedywgjNN', 'scnSOL'],
  ['3PArRsZQ6SLkr1WERZWyC6AqsajtALMq4C66ZMYz4dKQ', 'soETH'],
  ['2dC4V23zJxuv521iYQj8c471jrxYLNQFaGS6YPwtTHMd', 'soFTT'],
];

const MARKET_NAMES: ReadonlyMap<string, string> = new Map(KNOWN_REGISTRY.map(({ address, name }) => [address, name]));
const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...OTHER_SYMBOLS,
  ...KNOWN_REGISTRY.flatMap(({ reserves }) => reserves.map(({ address, symbol }) => [address, symbol] as const)),
]);

/** Label of a market out of the registry; empty where it has none. */
export function knownMarketName(address: string): string {
  return MARKET_NAMES.get(address) ?? '';
}

/** Symbol of a reserve's token out of the registry; empty where it is not in there. */
export function knownTokenSymbol(reserve: string): string {
  return SYMBOLS.get(reserve) ?? '';
}
