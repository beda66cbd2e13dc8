import { labelsOf, market } from '../common/registry.ts';
import type { KnownMarket } from '../protocol.ts';

/**
 * Markets and reserves of mainnet: for labels, because neither account has a name, and where a provider refuses to list program
 * accounts. Anybody may create a market; these are the listed ones. The list of the main market's reserves is of 2022.
 */
export const KNOWN_REGISTRY: readonly KnownMarket[] = [
  market('Main Pool', '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY', [
    ['USDC', 'BgxfHJDzm44T7XG68MYKx7YisTjZu73tVovyZSjJMpmw'],
    ['mSOL', 'CCpirWrgNuBVLdkP2haxLTbD6XqEgaYuVXixbbpxUB6', ['mSoLzYCxHdYgdzU16g5QSh3i5K3z3KZK7ytfqcJm7So', 9]],
    ['USDT', '8K9WC8xoh2rtQNY7iEGXtPvfbDCi563SdWhCAhuMP2xE'],
    ['SOL', '8PbodeaosQP19SjYFx855UMqWxH2HynZLdBXmsrbac36'],
  ]),
  market('ATLAS / POLIS / USDC Pool', '99S4iReDsyxKDViKdXQKWDcB6C3waDmfPWWyb5HAbcZF', [
    ['POLIS', '29Znf6g5qmRfTdnbyRQUWvMt94Gzn2KPCzY2ixxY9Mnt', ['poLisWXnNRwC6oBu1vHiuKQzFjGL4XDSu4g9qjz9qVk', 8]],
    ['USDC', '5hVVs474TRejwwfqsecNp97riQGDtSmhTV6jiWSxJfWR'],
  ]),
  // Further pools that the protocol's own site lists or listed; the accounts were not read here.
  market('Invictus Pool', '5i8SzwX2LjpGUxLZRJ8EiYohpuKgW2FYDFhVjhGj66P1'),
  market('', '7JyWNSq7rgPWjKLjXu7xg6pWiKh4nAwuf8w8ABytKCQ1'),
  market('Turbo SOL Pool', '7RCz8wb6WXxUhAigok9ttgrVgDFFFbibcirECzWSBauM'),
  market('Step Pool', 'DxdnNmdWHcW6RGTYiD5ms5f7LNZBaA7Kd1nMfASnzwdY'),
  market('Dog Pool', 'HASr6hiYVoRcVXk3GttC4PjBBPQ3sGYDzE7HSPJdcke6'),
  market('Stable Pool', 'GktVYgkstojYd8nVXGXKJHi7SstvgZ6pkQqQhUPD7y7Q'),
  market('JLP Pool', '7XttJ7hp83u5euzT7ybC5zsjdgKA4WPbQHVS27CATAJH'),
  market('Coin98 Pool', '7tiNvRHSjYDfc6usrWnSNPyuN68xQfKs1ZG2oqtR5F46'),
  market('Bonfida Pool', '91taAt3bocVZwcChVgZTTaQYt2WpBVE3M9PkWekFQx4J'),
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

const SYMBOLS: ReadonlyMap<string, string> = new Map([
  ...OTHER_SYMBOLS,
  ...KNOWN_REGISTRY.flatMap(({ reserves }) => reserves.map(({ address, symbol }) => [address, symbol] as const)),
]);

/** Label of a market out of the registry; empty where it has none. */
export const knownMarketName = labelsOf(KNOWN_REGISTRY);

/** Symbol of a reserve's token out of the registry; empty where it is not in there. */
export function knownTokenSymbol(reserve: string): string {
  return SYMBOLS.get(reserve) ?? '';
}
