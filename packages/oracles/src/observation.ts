import { LendingError } from '@tidemark/core';
import { DeadOracle } from './dead-programs.ts';
import type { AccountReads, Feed, FeedVerdict, OracleClock, PriceObservation, UnusableReason } from './source.ts';

/** Clocks of publishers and of the chain differ; a price further ahead is wrong. */
export const MAX_AHEAD_SECONDS = 60n;

export const USABLE: FeedVerdict = { isUsable: true, reason: null, detail: null };

export function unusable(reason: UnusableReason, detail: string | null = null): FeedVerdict {
  return { isUsable: false, reason, detail };
}

/** An observation of which nothing is known but the verdict. */
export function emptyObservation(feed: Feed, verdict: FeedVerdict): PriceObservation {
  return {
    feed: feed.id,
    source: feed.source,
    mint: feed.mint,
    price: null,
    confidence: null,
    average: null,
    publishedAt: null,
    isTimeEstimated: false,
    publishedSlot: null,
    ageSeconds: null,
    maxAgeSeconds: feed.maxAgeSeconds,
    verification: null,
    legs: [],
    roots: ['*'],
    verdict,
  };
}

/** The account, or the verdict that follows from its absence. `Kind` is a class that `decode` makes. */
export function readOf<Kind>(
  reads: AccountReads,
  address: string | null,
  kind: abstract new (...args: never[]) => Kind,
): Kind | FeedVerdict {
  const read = address === null ? undefined : reads.get(address);
  if (read === undefined) return unusable('not_read', address);
  if (read === null) return unusable('account_missing', address);
  if (read instanceof DeadOracle) return unusable('dead_feed', read.program);
  if (read instanceof LendingError) return unusable('undecodable', read.code);
  return read instanceof kind ? read : unusable('undecodable', 'WRONG_DISCRIMINATOR');
}

/** Seconds since the price was published; 0 where it is ahead of the clock. */
export function ageOf(publishedAt: bigint, clock: OracleClock): bigint {
  return publishedAt >= clock.unixTimestamp ? 0n : clock.unixTimestamp - publishedAt;
}

/** When a slot was, by the clock and the measured duration of a slot. A slot ahead of the clock's is now. */
export function estimatedTimeOf(slot: bigint, clock: OracleClock): bigint {
  if (slot >= clock.slot) return clock.unixTimestamp;
  const micros = BigInt(Math.round(clock.slotDurationMs * 1000));
  return clock.unixTimestamp - ((clock.slot - slot) * micros) / 1_000_000n;
}

/** What the age alone says; null where nothing is wrong with it. */
export function timeVerdict(publishedAt: bigint, maxAgeSeconds: bigint | null, clock: OracleClock): FeedVerdict | null {
  if (publishedAt > clock.unixTimestamp + MAX_AHEAD_SECONDS) return unusable('in_future');
  const age = ageOf(publishedAt, clock);
  return maxAgeSeconds !== null && age > maxAgeSeconds ? unusable('stale', `${age} s of ${maxAgeSeconds} s`) : null;
}
