import { type Decimal, parseDecimal } from '../src/decimal.ts';
import { emptyObservation, unusable, USABLE } from '../src/observation.ts';
import { observeFeeds } from '../src/oracles.ts';
import type { AccountReads, Feed, OracleClock, PriceObservation } from '../src/source.ts';

export const CLOCK: OracleClock = { slot: 400_000_000n, unixTimestamp: 1_790_000_000n, slotDurationMs: 400 };

export function price(text: string): Decimal {
  const parsed = parseDecimal(text);
  if (parsed === null) throw new RangeError(`${text} is no price`);
  return parsed;
}

/** A fresh price of a source with a root of its own. */
export function aUsable(source: string, text: string, change: Partial<PriceObservation> = {}): PriceObservation {
  const value = price(text);
  return {
    feed: `${source}:feed`,
    source,
    mint: 'So11111111111111111111111111111111111111112',
    price: value,
    confidence: null,
    average: null,
    publishedAt: CLOCK.unixTimestamp,
    isTimeEstimated: false,
    publishedSlot: null,
    ageSeconds: 0n,
    maxAgeSeconds: null,
    verification: null,
    legs: [],
    roots: [`${source}:feed`],
    verdict: USABLE,
    ...change,
  };
}

/** What one feed says. */
export function observeOne(feed: Feed, reads: AccountReads): PriceObservation {
  return observeFeeds([feed], reads, CLOCK)[0] ?? emptyObservation(feed, unusable('not_read'));
}
