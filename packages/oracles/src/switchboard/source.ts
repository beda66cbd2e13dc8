import type { AccountBytes, AddressReader, PriceConfig } from '@tidemark/core';
import { isConfident } from '../confidence.ts';
import { ageOf, emptyObservation, estimatedTimeOf, readOf, timeVerdict, unusable, USABLE } from '../observation.ts';
import type {
  AccountReads,
  AveragePrice,
  Feed,
  FeedVerdict,
  OracleAccount,
  OracleClock,
  OracleSource,
  PriceObservation,
} from '../source.ts';
import { decodePullFeed, PULL_FEED, type PullFeed, SWITCHBOARD_QUEUE_ADDRESS, VALUE_EXPONENT } from './pull-feed.ts';

/** An account in which Switchboard's oracles put their answers when somebody asks. */
export class SwitchboardAccount {
  readonly feed: PullFeed;

  constructor(feed: PullFeed) {
    this.feed = feed;
  }
}

/** Prices of Switchboard On-Demand: somebody pays for every update, so many accounts are old. */
export const switchboard: OracleSource<SwitchboardAccount> = {
  name: 'switchboard',
  decoderVersion: 1,
  accountKinds: [PULL_FEED],
  feeds: (mint, config) =>
    config.sources
      .filter(({ kind }) => kind === 'switchboard')
      .map(({ address, averageAddress }) => switchboardFeed(mint, address, averageAddress, config)),
  accounts({ address, averageAddress }) {
    const wanted: OracleAccount[] = address === null ? [] : [{ address, required: 'price' }];
    if (averageAddress !== null) wanted.push({ address: averageAddress, required: 'average' });
    return wanted;
  },
  decode: (account: AccountBytes, addressAt?: AddressReader) =>
    new SwitchboardAccount(decodePullFeed(account, addressAt)),
  observe,
};

export function switchboardFeed(
  mint: string,
  address: string,
  averageAddress: string | null,
  { maxAgeSeconds, maxAverageAgeSeconds }: Pick<PriceConfig, 'maxAgeSeconds' | 'maxAverageAgeSeconds'>,
  origin: Feed['origin'] = 'reserve',
): Feed {
  return {
    id: averageAddress === null ? `switchboard:${address}` : `switchboard:${address}~${averageAddress}`,
    source: 'switchboard',
    mint,
    address,
    chain: [],
    averageChain: [],
    averageAddress,
    expected: null,
    maxAgeSeconds,
    maxAverageAgeSeconds,
    origin,
  };
}

function observe(feed: Feed, reads: AccountReads<SwitchboardAccount>, clock: OracleClock): PriceObservation {
  const account = readOf(reads, feed.address, SwitchboardAccount);
  if (!(account instanceof SwitchboardAccount)) return emptyObservation(feed, account);
  const { address, feedHash, result } = account.feed;
  // The same jobs in two accounts are the same oracles asked twice.
  const roots = [`switchboard:${feedHash}`, `switchboard:${address}`];
  if (result.slot === 0n) return { ...emptyObservation(feed, unusable('empty')), roots };
  const price = { mantissa: result.value, exponent: VALUE_EXPONENT };
  const publishedAt = estimatedTimeOf(result.slot, clock);
  return {
    ...emptyObservation(feed, verdictOf(feed, account.feed, publishedAt, clock)),
    price,
    confidence: { mantissa: result.stdDev, exponent: VALUE_EXPONENT },
    average: averageOf(feed, reads, clock),
    publishedAt,
    isTimeEstimated: true,
    publishedSlot: result.slot,
    ageSeconds: ageOf(publishedAt, clock),
    legs: [{ place: address, kind: 'switchboard_on_demand', value: price, publishedAt }],
    roots,
  };
}

function verdictOf(feed: Feed, account: PullFeed, publishedAt: bigint, clock: OracleClock): FeedVerdict {
  const { queue, result, minSampleSize, maxStaleness } = account;
  if (queue !== SWITCHBOARD_QUEUE_ADDRESS) return unusable('wrong_feed', `queue ${queue}`);
  if (result.value <= 0n) return unusable('not_positive');
  if (result.numSamples < Math.max(minSampleSize, 1)) {
    return unusable('few_samples', `${result.numSamples} of ${minSampleSize}`);
  }
  if (result.stdDev < 0n || !isConfident(result.value, result.stdDev, false)) return unusable('uncertain');
  // A slot ahead of the clock's comes from another node: its age is 0.
  const age = clock.slot - result.slot;
  if (age > BigInt(maxStaleness)) return unusable('stale', `${age} slots of ${maxStaleness}`);
  return timeVerdict(publishedAt, feed.maxAgeSeconds, clock) ?? USABLE;
}

function averageOf(feed: Feed, reads: AccountReads<SwitchboardAccount>, clock: OracleClock): AveragePrice | null {
  const account = readOf(reads, feed.averageAddress, SwitchboardAccount);
  if (!(account instanceof SwitchboardAccount)) return null;
  const { result } = account.feed;
  if (result.slot === 0n || result.value <= 0n) return null;
  return {
    kind: 'twap',
    price: { mantissa: result.value, exponent: VALUE_EXPONENT },
    confidence: { mantissa: result.stdDev, exponent: VALUE_EXPONENT },
    publishedAt: estimatedTimeOf(result.slot, clock),
  };
}
