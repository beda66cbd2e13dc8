import { decimalOfParts } from './decimal.ts';
import { ageOf, estimatedTimeOf, emptyObservation, timeVerdict, unusable, USABLE } from './observation.ts';
import type { Feed, FeedVerdict, OracleClock, PriceObservation } from './source.ts';

/** What a reserve stores of its own price, as the store has it of every observation. */
export interface ReservePrice {
  readonly reserve: string;
  readonly mint: string;
  /** Parts of a dollar; 0 where there is none. */
  readonly price: bigint;
  /** Parts in a dollar. */
  readonly scale: bigint;
  /** Unix seconds of the price; null where the program keeps no time of it. */
  readonly updatedAt: bigint | null;
  /** Slot of the last refresh: the newest that a price without a time can be. */
  readonly lastUpdateSlot: bigint;
  readonly maxAgeSeconds: bigint | null;
  /** Whether the program accepted the price at its last refresh; null where it keeps no verdict. */
  readonly isAccepted: boolean | null;
}

/** The feed of a reserve's stored price: no account of an oracle is read for it. */
export function reserveFeed({
  reserve,
  mint,
  maxAgeSeconds,
}: Pick<ReservePrice, 'reserve' | 'mint' | 'maxAgeSeconds'>): Feed {
  return {
    id: `reserve:${reserve}`,
    source: 'reserve',
    mint,
    address: reserve,
    chain: [],
    averageChain: [],
    averageAddress: null,
    expected: null,
    maxAgeSeconds,
    maxAverageAgeSeconds: null,
    origin: 'reserve',
  };
}

/**
 * The price that a reserve values with. It was copied from an oracle, so it rests on what that rests on: `roots` of the observations
 * of the reserve's own feeds. Without them it may rest on anything.
 */
export function observeReserve(stored: ReservePrice, roots: readonly string[], clock: OracleClock): PriceObservation {
  const feed = reserveFeed(stored);
  const empty = { ...emptyObservation(feed, unusable('empty')), roots: roots.length === 0 ? ['*'] : roots };
  if (stored.price === 0n) return empty;
  const price = decimalOfParts(stored.price, stored.scale);
  const publishedAt = stored.updatedAt ?? estimatedTimeOf(stored.lastUpdateSlot, clock);
  return {
    ...empty,
    price,
    publishedAt,
    isTimeEstimated: stored.updatedAt === null,
    publishedSlot: stored.lastUpdateSlot,
    ageSeconds: ageOf(publishedAt, clock),
    legs: [{ place: stored.reserve, kind: null, value: price, publishedAt }],
    verdict: reserveVerdict(stored, publishedAt, clock),
  };
}

function reserveVerdict(
  { price, isAccepted, maxAgeSeconds }: ReservePrice,
  publishedAt: bigint,
  clock: OracleClock,
): FeedVerdict {
  if (price < 0n) return unusable('not_positive');
  if (isAccepted === false) return unusable('refused_by_program');
  return timeVerdict(publishedAt, maxAgeSeconds, clock) ?? USABLE;
}
