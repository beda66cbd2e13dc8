import type { AccountBytes, AddressReader, PriceConfig } from '@tidemark/core';
import { expectKind } from '../accounts.ts';
import { ageOf, emptyObservation, readOf, timeVerdict, unusable, USABLE } from '../observation.ts';
import type {
  AccountReads,
  AveragePrice,
  Feed,
  FeedVerdict,
  OracleAccount,
  OracleClock,
  OracleSource,
  PriceLeg,
  PriceObservation,
} from '../source.ts';
import { linksOf, multiplyLegs } from './chain.ts';
import { knownMappingsOf } from './known-accounts.ts';
import { CONFIGURATION, MAPPINGS, PRICES, SCOPE_ACCOUNT_KINDS, TWAPS } from './kinds.ts';
import { ScopeMappings } from './mappings.ts';
import { ScopeConfiguration, ScopeTokenMetadatas, ScopeTwaps } from './other-accounts.ts';
import { type ScopeEntry, ScopePrices } from './prices.ts';
import { rootsOf } from './roots.ts';

export type ScopeAccount = ScopePrices | ScopeMappings | ScopeTwaps | ScopeTokenMetadatas | ScopeConfiguration;

/** Types of which zero is a value and not "never written". */
const ZERO_IS_A_VALUE: ReadonlySet<string> = new Set([
  'fixed',
  'multiplication_chain',
  'spl_balance',
  'staked_sol_balance',
  'total_mint_supply',
  'conditional',
]);

interface Leg {
  readonly index: number;
  readonly entry: ScopeEntry;
}

/** Prices that one program copies from many sources into accounts of 512 entries. */
export const scope: OracleSource<ScopeAccount> = {
  name: 'scope',
  decoderVersion: 1,
  accountKinds: SCOPE_ACCOUNT_KINDS,

  feeds: (mint, config) =>
    config.sources.filter(({ kind }) => kind === 'scope').map((source) => scopeFeed(mint, source, config)),

  accounts({ address }, reads) {
    if (address === null) return [];
    const prices = reads.get(address);
    const mappings = prices instanceof ScopePrices ? prices.mappings : knownMappingsOf(address);
    const wanted: OracleAccount[] = [{ address, required: 'price' }];
    if (mappings !== null) wanted.push({ address: mappings, required: 'verdict' });
    return wanted;
  },

  decode,
  observe,
};

type ScopePlace = Pick<PriceConfig['sources'][number], 'address' | 'chain' | 'averageChain'>;

/** The feed of a chain: what follows the first index that is no entry is not part of it. */
export function scopeFeed(
  mint: string,
  { address, chain, averageChain }: ScopePlace,
  { maxAgeSeconds, maxAverageAgeSeconds }: Pick<PriceConfig, 'maxAgeSeconds' | 'maxAverageAgeSeconds'>,
  origin: Feed['origin'] = 'reserve',
): Feed {
  const links = linksOf(chain);
  const averageLinks = linksOf(averageChain);
  const average = averageLinks.length === 0 ? '' : `~${averageLinks.join('-')}`;
  return {
    id: `scope:${address}/${links.join('-')}${average}`,
    source: 'scope',
    mint,
    address,
    chain: links,
    averageChain: averageLinks,
    averageAddress: null,
    expected: null,
    maxAgeSeconds,
    maxAverageAgeSeconds,
    origin,
  };
}

function decode(account: AccountBytes, addressAt?: AddressReader): ScopeAccount {
  const { name } = expectKind(account, SCOPE_ACCOUNT_KINDS);
  switch (name) {
    case PRICES.name:
      return new ScopePrices(account, addressAt);
    case MAPPINGS.name:
      return new ScopeMappings(account, addressAt);
    case TWAPS.name:
      return new ScopeTwaps(account);
    case CONFIGURATION.name:
      return new ScopeConfiguration(account);
    default:
      return new ScopeTokenMetadatas(account);
  }
}

function observe(feed: Feed, reads: AccountReads<ScopeAccount>, clock: OracleClock): PriceObservation {
  const prices = readOf(reads, feed.address, ScopePrices);
  if (!(prices instanceof ScopePrices)) return emptyObservation(feed, prices);
  const mappings = readOf(reads, prices.mappings, ScopeMappings);
  const [known, unknown] = mappings instanceof ScopeMappings ? [mappings, null] : [null, mappings];
  const legs = legsOf(prices, feed.chain);
  const product = multiplyLegs(legs.map(({ entry }) => entry));
  if (product.price === null) return emptyObservation(feed, unusable(product.reason));
  const publishedAt = oldestOf(legs, ({ entry }) => entry.unixTimestamp);
  const roots = known === null ? ['*'] : feed.chain.flatMap((index) => rootsOf(known, index));
  const verdict =
    unknown ??
    legsVerdict(legs, prices, known) ??
    (product.price.mantissa === 0n ? unusable('not_positive') : null) ??
    timeVerdict(publishedAt, feed.maxAgeSeconds, clock) ??
    USABLE;
  return {
    ...emptyObservation(feed, verdict),
    price: product.price,
    average: averageOf(feed, prices, known),
    publishedAt,
    publishedSlot: oldestOf(legs, ({ entry }) => entry.lastUpdatedSlot),
    ageSeconds: ageOf(publishedAt, clock),
    legs: legs.map((leg) => toPriceLeg(leg, prices, known)),
    roots: [...new Set(roots)],
  };
}

function legsOf(prices: ScopePrices, chain: readonly number[]): Leg[] {
  return chain.flatMap((index) => {
    const entry = prices.entry(index);
    return entry === null ? [] : [{ index, entry }];
  });
}

/** What is wrong with the first leg of which something is. */
function legsVerdict(legs: readonly Leg[], prices: ScopePrices, mappings: ScopeMappings | null): FeedVerdict | null {
  for (const { index, entry } of legs) {
    const mapping = mappings?.entry(index);
    const place = `entry ${index}`;
    if (mapping === undefined || mapping === null || mapping.isUnused) return unusable('unused', place);
    if (mapping.isFrozen) return unusable('frozen', place);
    if (mapping.typeName === 'chainlink_x' && prices.isSuspended(index)) return unusable('suspended', place);
    const isZeroWritten = ZERO_IS_A_VALUE.has(mapping.typeName) && entry.unixTimestamp !== 0n;
    if (entry.value === 0n && !isZeroWritten) return unusable('empty', place);
  }
  return null;
}

function averageOf(feed: Feed, prices: ScopePrices, mappings: ScopeMappings | null): AveragePrice | null {
  const legs = legsOf(prices, feed.averageChain);
  const { price } = multiplyLegs(legs.map(({ entry }) => entry));
  if (price === null || price.mantissa === 0n || legsVerdict(legs, prices, mappings) !== null) return null;
  const isEma = legs.some(({ index }) => mappings?.entry(index)?.typeName.endsWith('_ema') === true);
  return {
    kind: isEma ? 'ema' : 'twap',
    price,
    confidence: null,
    publishedAt: oldestOf(legs, ({ entry }) => entry.unixTimestamp),
  };
}

function toPriceLeg({ index, entry }: Leg, prices: ScopePrices, mappings: ScopeMappings | null): PriceLeg {
  return {
    place: `${prices.address}/${index}`,
    kind: mappings?.entry(index)?.typeName ?? null,
    value: { mantissa: entry.value, exponent: 0 - Number(entry.exp) },
    publishedAt: entry.unixTimestamp,
  };
}

function oldestOf(legs: readonly Leg[], of: (leg: Leg) => bigint): bigint {
  return legs.map(of).reduce((oldest, time) => (time < oldest ? time : oldest));
}
