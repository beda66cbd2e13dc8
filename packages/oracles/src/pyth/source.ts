import type { AccountBytes, AddressReader, PriceConfig } from '@tidemark/core';
import { isConfident } from '../confidence.ts';
import { ageOf, emptyObservation, readOf, timeVerdict, unusable, USABLE } from '../observation.ts';
import type { AccountReads, Feed, FeedVerdict, OracleClock, OracleSource, PriceObservation } from '../source.ts';
import { knownFeedIdOf, pythRoots } from './known-feeds.ts';
import { decodePriceUpdate, PRICE_UPDATE, type PriceUpdate } from './price-update.ts';

/** Decimals of a price; feeds have 5 to 12. */
const MOST_DECIMALS = 36;

/** An account with a price that Pyth's publishers signed. */
export class PythAccount {
  readonly update: PriceUpdate;

  constructor(update: PriceUpdate) {
    this.update = update;
  }
}

/** Prices of Pyth in accounts of its two receiver programs: push feeds that anybody updates, and updates of a single writer. */
export const pyth: OracleSource<PythAccount> = {
  name: 'pyth',
  decoderVersion: 1,
  accountKinds: [PRICE_UPDATE],
  feeds: (mint, config) =>
    config.sources.filter(({ kind }) => kind === 'pyth').map(({ address }) => pythFeed(mint, address, config)),
  accounts: ({ address }) => (address === null ? [] : [{ address, required: 'price' }]),
  decode: (account: AccountBytes, addressAt?: AddressReader) => new PythAccount(decodePriceUpdate(account, addressAt)),
  observe,
};

/** The feed in an account; which one it must be is known for the accounts of the list. */
export function pythFeed(
  mint: string,
  address: string,
  { maxAgeSeconds, maxAverageAgeSeconds }: Pick<PriceConfig, 'maxAgeSeconds' | 'maxAverageAgeSeconds'>,
  origin: Feed['origin'] = 'reserve',
): Feed {
  return {
    id: `pyth:${address}`,
    source: 'pyth',
    mint,
    address,
    chain: [],
    averageChain: [],
    averageAddress: null,
    expected: knownFeedIdOf(address),
    maxAgeSeconds,
    maxAverageAgeSeconds,
    origin,
  };
}

function observe(feed: Feed, reads: AccountReads<PythAccount>, clock: OracleClock): PriceObservation {
  const account = readOf(reads, feed.address, PythAccount);
  if (!(account instanceof PythAccount)) return emptyObservation(feed, account);
  const { update } = account;
  const { publishTime: publishedAt, exponent } = update;
  const roots = pythRoots(update.address, update.feedId);
  if (exponent > 0 || exponent < -MOST_DECIMALS) {
    return { ...emptyObservation(feed, unusable('invalid_exponent', String(exponent))), roots };
  }
  const price = { mantissa: update.price, exponent };
  const average = {
    kind: 'ema' as const,
    price: { mantissa: update.emaPrice, exponent },
    confidence: { mantissa: update.emaConfidence, exponent },
    publishedAt,
  };
  return {
    ...emptyObservation(feed, verdictOf(feed, update, clock)),
    price,
    confidence: { mantissa: update.confidence, exponent },
    average: update.emaPrice > 0n ? average : null,
    publishedAt,
    publishedSlot: null,
    ageSeconds: ageOf(publishedAt, clock),
    verification: update.verification,
    legs: [{ place: update.address, kind: 'pyth_pull', value: price, publishedAt }],
    roots,
  };
}

function verdictOf(feed: Feed, update: PriceUpdate, clock: OracleClock): FeedVerdict {
  if (feed.expected !== null && update.feedId !== feed.expected) return unusable('wrong_feed', update.feedId);
  if (update.verification !== 'full') return unusable('not_verified', `${update.signatures ?? 0} signatures`);
  if (update.price <= 0n) return unusable('not_positive');
  if (!isConfident(update.price, update.confidence, false)) return unusable('uncertain');
  return timeVerdict(update.publishTime, feed.maxAgeSeconds, clock) ?? USABLE;
}
