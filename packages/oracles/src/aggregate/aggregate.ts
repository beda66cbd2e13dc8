import { ratioToDouble } from '@tidemark/core';
import { aligned, compareDecimals, type Decimal } from '../decimal.ts';
import { ageOf } from '../observation.ts';
import type { OracleClock, PriceObservation } from '../source.ts';
import {
  type AggregationPolicy,
  aggregationPolicyOf,
  type ExclusionReason,
  MAX_STALE_SECONDS,
  weightOf,
} from './policy.ts';
import { type Exclusion, independentVoices, isFurtherThan, type Voice, voiceOf, weightedMedian } from './voices.ts';

/**
 * `ok`: a majority of two or more independent sources agrees. `single_source`: there is one. `disagreement`: there are several, and no
 * majority of them agrees; there is no price then. `stale`: what there is is too old to use, and shown with its age. `missing`: nothing.
 */
export type PriceStatus = 'ok' | 'single_source' | 'disagreement' | 'stale' | 'missing';

/** The one price of a token with what it was made of. */
export interface PriceAggregate {
  readonly mint: string;
  readonly status: PriceStatus;
  /** One of the prices that were observed, exactly; null with `disagreement` and `missing`. */
  readonly price: Decimal | null;
  /** The feed whose price it is; null without a price, and where it is the previous aggregate's. */
  readonly feed: string | null;
  /** Unix seconds of the oldest price in it. */
  readonly publishedAt: bigint | null;
  readonly ageSeconds: bigint | null;
  /** Greatest less least of the prices in it, in basis points of the price; null without a price, 0 of a single one. */
  readonly spreadBps: number | null;
  readonly observationCount: number;
  /** Independent sources with a usable price. */
  readonly candidateCount: number;
  /** Of those, the ones in the price. */
  readonly usedCount: number;
  /** Every observation, in the order of their feeds. */
  readonly sources: readonly AggregatedSource[];
}

export interface AggregatedSource {
  readonly observation: PriceObservation;
  readonly weight: bigint;
  readonly isUsed: boolean;
  /** Null where it is used. */
  readonly reason: ExclusionReason | null;
  readonly detail: string | null;
  /** How far it lies from the aggregate, basis points of that; null where one of them is missing. */
  readonly deviationBps: number | null;
}

/** The last aggregate of a mint, for the time in which nothing can be read. */
export interface PreviousAggregate {
  readonly price: Decimal;
  /** Unix seconds. */
  readonly publishedAt: bigint;
}

/** A price with where it is from. */
interface Chosen {
  readonly status: PriceStatus;
  readonly price: Decimal | null;
  readonly feed: string | null;
  readonly publishedAt: bigint | null;
  readonly used: readonly Voice[];
}

const NOTHING: Omit<Chosen, 'status'> = { price: null, feed: null, publishedAt: null, used: [] };

/**
 * One price out of what the feeds of a mint said at one clock: unusable, old, uncertain and implausible observations are excluded,
 * those that rest on the same count once, the weighted median is taken, what lies too far from it is dropped, and the median is taken
 * again. The result does not depend on the order of the observations.
 */
export function aggregatePrices(
  mint: string,
  observations: readonly PriceObservation[],
  clock: OracleClock,
  previous: PreviousAggregate | null = null,
  policy: AggregationPolicy = aggregationPolicyOf(mint),
): PriceAggregate {
  const judged = observations.map((observation) => voiceOf(observation, policy));
  const voices = judged.filter((one): one is Voice => 'weight' in one);
  const excluded = judged.filter((one): one is Exclusion => 'reason' in one);
  const { independent, repeated } = independentVoices(voices);
  const agreed = agree(independent, policy);
  const chosen = agreed.chosen ?? freshestStale(excluded, clock, previous);
  const reasons = new Map([...excluded, ...repeated, ...agreed.dropped].map((one) => [one.observation, one]));
  return {
    mint,
    status: chosen.status,
    price: chosen.price,
    feed: chosen.feed,
    publishedAt: chosen.publishedAt,
    ageSeconds: chosen.publishedAt === null ? null : ageOf(chosen.publishedAt, clock),
    spreadBps: spreadOf(chosen),
    observationCount: observations.length,
    candidateCount: independent.length,
    usedCount: chosen.used.length,
    sources: observations
      .map((observation) => toSource(observation, reasons.get(observation), chosen.price))
      .toSorted((a, b) => (a.observation.feed < b.observation.feed ? -1 : 1)),
  };
}

/** The median of those that agree; `chosen` is null where there is none to choose from. */
function agree(voices: readonly Voice[], { outlierBps }: AggregationPolicy) {
  const middle = weightedMedian(voices);
  if (middle === null) return { chosen: null, dropped: [] };
  const near = voices.filter(({ price }) => !isFurtherThan(price, middle.price, outlierBps));
  // A strict majority: of two both, of four three.
  if (2 * near.length <= voices.length) {
    return { chosen: { ...NOTHING, status: 'disagreement' as const }, dropped: excludeAll(voices, 'disagreement') };
  }
  const best = weightedMedian(near) ?? middle;
  const status = voices.length === 1 ? ('single_source' as const) : ('ok' as const);
  const chosen: Chosen = {
    status,
    price: best.price,
    feed: best.observation.feed,
    publishedAt: oldestOf(near),
    used: near,
  };
  return {
    chosen,
    dropped: excludeAll(
      voices.filter((voice) => !near.includes(voice)),
      'outlier',
    ),
  };
}

function excludeAll(voices: readonly Voice[], reason: ExclusionReason): Exclusion[] {
  return voices.map(({ observation }) => ({ observation, reason, detail: null }));
}

/** What is wrong with it is its age alone: the newest of those, and of the previous aggregate. */
function freshestStale(excluded: readonly Exclusion[], clock: OracleClock, previous: PreviousAggregate | null): Chosen {
  const past = excluded
    .filter(({ reason }) => reason === 'stale')
    .flatMap(({ observation: { feed, price, publishedAt } }) =>
      price === null || price.mantissa <= 0n || publishedAt === null ? [] : [{ feed, price, publishedAt }],
    );
  if (previous !== null) past.push({ feed: '', ...previous });
  const [newest] = past
    .filter(({ publishedAt }) => ageOf(publishedAt, clock) <= MAX_STALE_SECONDS)
    .toSorted((a, b) =>
      a.publishedAt === b.publishedAt ? (a.feed < b.feed ? -1 : 1) : a.publishedAt > b.publishedAt ? -1 : 1,
    );
  if (newest === undefined) return { ...NOTHING, status: 'missing' };
  const { feed, price, publishedAt } = newest;
  return { status: 'stale', price, feed: feed === '' ? null : feed, publishedAt, used: [] };
}

function oldestOf(voices: readonly Voice[]): bigint | null {
  const times = voices.flatMap(({ observation: { publishedAt } }) => (publishedAt === null ? [] : [publishedAt]));
  return times.length === 0 ? null : times.reduce((oldest, time) => (time < oldest ? time : oldest));
}

function spreadOf({ price, used }: Chosen): number | null {
  const prices = used.map((voice) => voice.price).toSorted(compareDecimals);
  const [least] = prices;
  const most = prices.at(-1);
  if (price === null || least === undefined || most === undefined) return null;
  return bpsBetween(most, least, price);
}

/** (`a` − `b`) / `of` × 10,000, the nearest double. */
export function bpsBetween(a: Decimal, b: Decimal, of: Decimal): number {
  const [left, right] = aligned(a, b);
  const exponent = Math.min(a.exponent, b.exponent);
  const [difference, divisor] = aligned({ mantissa: left - right, exponent }, of);
  return ratioToDouble(difference * 10_000n, divisor);
}

function toSource(
  observation: PriceObservation,
  exclusion: Exclusion | undefined,
  aggregate: Decimal | null,
): AggregatedSource {
  const { price, source } = observation;
  return {
    observation,
    weight: weightOf(source),
    isUsed: exclusion === undefined,
    reason: exclusion?.reason ?? null,
    detail: exclusion?.detail ?? null,
    deviationBps: price === null || aggregate === null ? null : bpsBetween(price, aggregate, aggregate),
  };
}
