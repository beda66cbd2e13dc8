import type { ReserveInfo } from '@tidemark/contract';
import { protocolOf } from '@tidemark/protocols';
import type { AggregateReserve, BucketTotals, IngestStop, RateWeight } from '@tidemark/schema';
import { unrolledReason } from '../../coverage/gaps.ts';
import { EXACT_SCALE, partsOf } from '../exact-scale.ts';
import type { Totals } from '../totals.ts';

/** What is known of a group in one bucket. Sums as in `Totals`. */
export interface PeriodTotals
  extends Pick<
    Totals,
    | 'observed'
    | 'priced'
    | 'supplied'
    | 'borrowed'
    | 'available'
    | 'suppliedUsd'
    | 'borrowedUsd'
    | 'availableUsd'
    | 'unpricedSupplied'
    | 'judgedUsd'
    | 'usableUsd'
    | 'unjudged'
  > {
  /** Weighted as the read was asked for: as `…Usd` of `Totals` or as the others. */
  readonly supplyApyWeighted: bigint;
  readonly borrowApyWeighted: bigint;
  readonly supplyAprWeighted: bigint;
  readonly borrowAprWeighted: bigint;
  /** Null without a price, or where one has no time. */
  readonly oldestPriceAgeSeconds: number | null;
  /** By address. */
  readonly unpricedReserves: readonly string[];
  readonly expected: number;
  /** Share of the expected seconds that were observed; null where nothing is rolled up. */
  readonly coverage: number | null;
  readonly quality: 'ok' | 'partial' | 'missing';
  readonly gapReason: string | null;
  readonly final: boolean;
}

/** When a reserve was there, in unix milliseconds. */
export interface Lifetime {
  readonly firstMs: number;
  /** Infinity while it is on chain. */
  readonly endMs: number;
  /** Last read of a reserve that is refused since. */
  readonly refusedAfterMs?: number;
}

export function lifetimeOf({ firstSeenAt, missingSinceAt }: AggregateReserve): Lifetime {
  return { firstMs: firstSeenAt.getTime(), endMs: missingSinceAt?.getTime() ?? Number.POSITIVE_INFINITY };
}

/** When the reserves of a group were there. Mostly that is all of them in every bucket, which is known without going through them. */
export class Lifetimes {
  readonly #all: readonly Lifetime[];
  readonly #latestFirstMs: number;
  readonly #earliestEndMs: number;
  readonly #isAnyRefused: boolean;

  constructor(all: readonly Lifetime[]) {
    this.#all = all;
    this.#latestFirstMs = all.reduce((latest, { firstMs }) => Math.max(latest, firstMs), Number.NEGATIVE_INFINITY);
    this.#earliestEndMs = all.reduce((earliest, { endMs }) => Math.min(earliest, endMs), Number.POSITIVE_INFINITY);
    this.#isAnyRefused = all.some(({ refusedAfterMs }) => refusedAfterMs !== undefined);
  }

  /** Those that were there in a part of the bucket. */
  within({ startMs, endMs }: { readonly startMs: number; readonly endMs: number }): readonly Lifetime[] {
    if (this.#latestFirstMs < endMs && this.#earliestEndMs > startMs) return this.#all;
    return this.#all.filter((lifetime) => lifetime.firstMs < endMs && lifetime.endMs > startMs);
  }

  /** Of those, how many were refused since before the bucket: their last one is the one that their last read lies in, or begins with. */
  refused(alive: readonly Lifetime[], startMs: number): number {
    if (!this.#isAnyRefused) return 0;
    return alive.filter(({ refusedAfterMs = startMs }) => refusedAfterMs < startMs).length;
  }
}

/** Last reads of the reserves that are refused since, by address, in unix milliseconds. */
export function lastReadsOfRefused(reserves: readonly ReserveInfo[]): ReadonlyMap<string, number> {
  const refused = reserves.filter((row) => row.quarantine_reason_str !== null);
  return new Map(refused.map((row) => [row.reserve, row.last_seen_timestamp * 1000]));
}

const QUARANTINED = 'quarantined';

/**
 * Puts the parts of one bucket together. `newestMs` is the newest read of the protocol:
 * what lies after it has not passed yet.
 */
export function toPeriodTotals(
  parts: readonly BucketTotals[],
  lifetimes: Lifetimes,
  bucket: {
    readonly startMs: number;
    readonly endMs: number;
    readonly newestMs: number;
    readonly weight: RateWeight;
    readonly stops: readonly IngestStop[];
  },
): PeriodTotals {
  const { startMs, endMs, newestMs } = bucket;
  const alive = lifetimes.within(bucket);
  const refused = lifetimes.refused(alive, startMs);
  const rolledUp = count(parts, (part) => part.rolledUp);
  const observed = count(parts, (part) => part.observed);
  // A reserve that is gone has buckets of the time before, at times with the very edge that it went at.
  const expected = Math.max(alive.length, rolledUp);
  const elapsed = count(parts, (part) => part.elapsedSeconds);
  const lived = () =>
    alive.reduce(
      (sum, { firstMs, endMs: goneMs }) =>
        sum + Math.max(0, Math.min(endMs, goneMs, newestMs) - Math.max(startMs, firstMs)) / 1000,
      0,
    );
  const seconds = rolledUp < expected ? Math.max(elapsed, lived()) : elapsed;
  return {
    oldestPriceAgeSeconds: oldestPriceAgeOf(parts),
    unpricedReserves: parts.flatMap((part) => part.unpricedReserves).toSorted(),
    expected,
    observed,
    priced: count(parts, (part) => part.priced),
    unjudged: count(parts, (part) => part.unjudged),
    coverage: rolledUp === 0 || seconds === 0 ? null : count(parts, (part) => part.observedSeconds) / seconds,
    quality: qualityOf(
      expected,
      observed,
      count(parts, (part) => part.whole),
    ),
    gapReason: gapReasonOf(parts, expected - rolledUp, { refused, unrolled: unrolledReason(bucket.stops, bucket) }),
    final: rolledUp > 0 && rolledUp === expected && parts.every((part) => part.final),
    // At the end: of a literal that begins with a spread V8 adds the other properties slowly.
    ...sumsOfParts(parts, bucket.weight),
  };
}

function sumsOfParts(parts: readonly BucketTotals[], weight: RateWeight) {
  const scaled = parts.map((part) => {
    const amount = partsOf(part.protocol);
    return { part, scales: { raw: EXACT_SCALE, amount, usd: amount * amount } };
  });
  const sum = (of: (part: BucketTotals) => bigint, by: 'raw' | 'amount' | 'usd') =>
    scaled.reduce((total, { part, scales }) => total + of(part) * scales[by], 0n);
  // Amounts are only asked for where there is one token.
  const amount = (of: (part: BucketTotals) => bigint) => sum(of, 'amount');
  const usd = (of: (part: BucketTotals) => bigint) => sum(of, 'usd');
  const weighted = weight === 'usd' ? usd : amount;
  return {
    supplied: amount((part) => part.supplied),
    borrowed: amount((part) => part.borrowed),
    available: sum((part) => part.availableRaw, 'raw'),
    suppliedUsd: usd((part) => part.suppliedUsd),
    borrowedUsd: usd((part) => part.borrowedUsd),
    availableUsd: usd((part) => part.availableUsd * protocolOf(part.protocol).scale),
    judgedUsd: usd((part) => part.judgedUsd),
    usableUsd: usd((part) => part.acceptedUsd),
    unpricedSupplied: amount((part) => part.unpricedSupplied),
    supplyApyWeighted: weighted((part) => part.supplyApyWeighted),
    borrowApyWeighted: weighted((part) => part.borrowApyWeighted),
    supplyAprWeighted: weighted((part) => part.supplyAprWeighted),
    borrowAprWeighted: weighted((part) => part.borrowAprWeighted),
  };
}

function oldestPriceAgeOf(parts: readonly BucketTotals[]): number | null {
  const ages = parts.map((part) => part.oldestPriceAgeSeconds).filter((age) => age !== null);
  return ages.length === 0 || parts.some((part) => part.undated > 0) ? null : Math.max(...ages);
}

function qualityOf(expected: number, observed: number, whole: number): PeriodTotals['quality'] {
  if (observed === 0) return 'missing';
  return whole === expected ? 'ok' : 'partial';
}

/** What most of the reserves with a gap have; a reserve without a bucket has one as well, a refused one that it is. */
function gapReasonOf(
  parts: readonly BucketTotals[],
  withoutBucket: number,
  { refused, unrolled }: { readonly refused: number; readonly unrolled: string },
): string | null {
  const counts = new Map<string, number>();
  const add = (reason: string | null, gaps: number) => {
    if (reason !== null && gaps > 0) counts.set(reason, (counts.get(reason) ?? 0) + gaps);
  };
  for (const { gapReason, gaps } of parts) add(gapReason, gaps);
  add(QUARANTINED, Math.min(refused, withoutBucket));
  add(unrolled, withoutBucket - refused);
  const [first] = [...counts].toSorted((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1));
  return first?.[0] ?? null;
}

function count(parts: readonly BucketTotals[], of: (part: BucketTotals) => number): number {
  return parts.reduce((total, part) => total + of(part), 0);
}
