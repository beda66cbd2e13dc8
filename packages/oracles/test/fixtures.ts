import { type AccountBytes, ZERO_ADDRESS } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/core/testing/addresses';
import {
  encodePriceUpdate,
  encodePullFeed,
  encodeScopeMappings,
  encodeScopePrices,
  type PriceUpdate,
  type PullFeed,
  PYTH_RECEIVER_ADDRESS,
  SCOPE_PROGRAM_ADDRESS,
  type ScopeEntry,
  type ScopeMappingFields,
  SWITCHBOARD_PROGRAM_ADDRESS,
  SWITCHBOARD_QUEUE_ADDRESS,
} from '../src/index.ts';
import { CLOCK } from './observations.ts';

// Sound accounts of each source, with what a test changes of them.

export const PRICES = addressFromLabel('prices');
export const MAPPINGS = addressFromLabel('mappings');
export const PYTH_ACCOUNT = addressFromLabel('pyth');
export const SWITCHBOARD_ACCOUNT = addressFromLabel('switchboard');

/** A price of 150 dollars, ten seconds old. */
export function scopeEntry(change: Partial<ScopeEntry> = {}): ScopeEntry {
  return {
    value: 15_000_000_000n,
    exp: 8n,
    lastUpdatedSlot: CLOCK.slot - 25n,
    unixTimestamp: CLOCK.unixTimestamp - 10n,
    generic: '00'.repeat(24),
    ...change,
  };
}

export function pricesAccount(entries: Record<number, ScopeEntry>): AccountBytes {
  const byIndex = new Map(Object.entries(entries).map(([index, entry]) => [Number(index), entry]));
  return { address: PRICES, owner: SCOPE_PROGRAM_ADDRESS, data: encodeScopePrices(MAPPINGS, byIndex) };
}

export function mappingsAccount(mappings: Record<number, Partial<ScopeMappingFields>>): AccountBytes {
  const byIndex = new Map(
    Object.entries(mappings).map(([index, mapping]) => [
      Number(index),
      { type: 21, account: PYTH_ACCOUNT, ...mapping },
    ]),
  );
  return { address: MAPPINGS, owner: SCOPE_PROGRAM_ADDRESS, data: encodeScopeMappings(byIndex) };
}

/** A price of 150 dollars, two seconds old. */
export function pythAccount(change: Partial<PriceUpdate> = {}): AccountBytes {
  const update = {
    writeAuthority: PYTH_ACCOUNT,
    verification: 'full' as const,
    signatures: null,
    feedId: 'ab'.repeat(32),
    price: 15_000_000_000n,
    confidence: 5_000_000n,
    exponent: -8,
    publishTime: CLOCK.unixTimestamp - 2n,
    previousPublishTime: CLOCK.unixTimestamp - 3n,
    emaPrice: 14_900_000_000n,
    emaConfidence: 6_000_000n,
    postedSlot: CLOCK.slot - 4n,
    ...change,
  };
  return { address: PYTH_ACCOUNT, owner: PYTH_RECEIVER_ADDRESS, data: encodePriceUpdate(update) };
}

const ONE = 10n ** 18n;

/** A price of 150 dollars, 20 slots old. */
export function switchboardAccount(
  change: Partial<PullFeed> = {},
  result: Partial<PullFeed['result']> = {},
  address = SWITCHBOARD_ACCOUNT,
): AccountBytes {
  const feed = {
    authority: ZERO_ADDRESS,
    queue: SWITCHBOARD_QUEUE_ADDRESS,
    feedHash: 'cd'.repeat(32),
    initializedAt: 1_720_000_000n,
    permissions: 0n,
    maxVariance: 5_000_000_000n,
    minResponses: 1,
    name: 'SOL/USD',
    permitWriteByAuthority: 0,
    historicalResultIdx: 0,
    minSampleSize: 3,
    lastUpdateTimestamp: CLOCK.unixTimestamp - 8n,
    lutSlot: 1n,
    maxStaleness: 100,
    ...change,
    result: {
      value: 150n * ONE,
      stdDev: ONE / 10n,
      mean: 150n * ONE,
      range: ONE / 5n,
      minValue: 149n * ONE,
      maxValue: 151n * ONE,
      numSamples: 3,
      submissionIdx: 0,
      slot: CLOCK.slot - 20n,
      minSlot: CLOCK.slot - 30n,
      maxSlot: CLOCK.slot - 20n,
      ...result,
    },
  };
  return { address, owner: SWITCHBOARD_PROGRAM_ADDRESS, data: encodePullFeed(feed) };
}
