import { aligned, compareDecimals, type Decimal } from '../decimal.ts';
import type { PriceObservation } from '../source.ts';
import {
  type AggregationPolicy,
  CONFIDENCE_DIVISOR,
  type ExclusionReason,
  LEAST_PRICE_EXPONENT,
  MOST_PRICE_EXPONENT,
  rankOf,
  weightOf,
} from './policy.ts';

/** An observation that may take part, with its price. */
export interface Voice {
  readonly observation: PriceObservation;
  readonly price: Decimal;
  readonly ageSeconds: bigint;
  readonly weight: bigint;
}

export interface Exclusion {
  readonly observation: PriceObservation;
  readonly reason: ExclusionReason;
  readonly detail: string | null;
}

const LEAST_PRICE: Decimal = { mantissa: 1n, exponent: LEAST_PRICE_EXPONENT };
const MOST_PRICE: Decimal = { mantissa: 1n, exponent: MOST_PRICE_EXPONENT };
const ANYTHING = '*';

/** A voice, or why it is none. */
export function voiceOf(observation: PriceObservation, policy: AggregationPolicy): Voice | Exclusion {
  const { price, confidence, ageSeconds, maxAgeSeconds, verdict } = observation;
  const exclude = (reason: ExclusionReason, detail: string | null = null): Exclusion => ({
    observation,
    reason,
    detail,
  });
  if (!verdict.isUsable) return exclude(verdict.reason, verdict.detail);
  if (price === null) return exclude('empty');
  if (price.mantissa <= 0n) return exclude('not_positive');
  if (ageSeconds === null) return exclude('no_time');
  const limit = maxAgeSeconds ?? policy.maxAgeSeconds;
  if (ageSeconds > limit) return exclude('stale', `${ageSeconds} s of ${limit} s`);
  if (confidence !== null) {
    const [width, value] = aligned(confidence, price);
    if (width < 0n || width * CONFIDENCE_DIVISOR > value) return exclude('uncertain');
  }
  if (compareDecimals(price, LEAST_PRICE) < 0 || compareDecimals(price, MOST_PRICE) > 0) return exclude('implausible');
  return { observation, price, ageSeconds, weight: weightOf(observation.source) };
}

/**
 * Of voices that rest on the same only one counts: the original before its copies, then the freshest, then the first by name. One that
 * may rest on anything counts only where there is no other.
 */
export function independentVoices(voices: readonly Voice[]): {
  readonly independent: readonly Voice[];
  readonly repeated: readonly Exclusion[];
} {
  const independent: Voice[] = [];
  const repeated: Exclusion[] = [];
  for (const voice of voices.toSorted(byPreference)) {
    const same = independent.find((other) => shareRoot(other.observation.roots, voice.observation.roots));
    if (same === undefined) independent.push(voice);
    else repeated.push({ observation: voice.observation, reason: 'same_root', detail: same.observation.feed });
  }
  return { independent, repeated };
}

/** A total order of different feeds: the result must not depend on the order in which they come. */
export function byPreference(a: Voice, b: Voice): number {
  const [left, right] = [a.observation, b.observation];
  const unknown = Number(isAnything(left.roots)) - Number(isAnything(right.roots));
  if (unknown !== 0) return unknown;
  const rank = rankOf(left.source) - rankOf(right.source);
  if (rank !== 0) return rank;
  if (a.ageSeconds !== b.ageSeconds) return a.ageSeconds < b.ageSeconds ? -1 : 1;
  return left.feed < right.feed ? -1 : left.feed > right.feed ? 1 : 0;
}

function isAnything(roots: readonly string[]): boolean {
  return roots.length === 0 || roots.includes(ANYTHING);
}

/** True where two prices rest on a common root; `provider:*` is any root of the provider. */
export function shareRoot(a: readonly string[], b: readonly string[]): boolean {
  if (isAnything(a) || isAnything(b)) return true;
  return a.some((left) => b.some((right) => isSameRoot(left, right)));
}

function isSameRoot(a: string, b: string): boolean {
  if (a === b) return true;
  if (!a.endsWith(':*') && !b.endsWith(':*')) return false;
  return a.slice(0, a.indexOf(':')) === b.slice(0, b.indexOf(':'));
}

/**
 * The weighted median: the price at which half of the weight is reached from below. Where exactly half lies on either side, the preferred
 * of the two prices, for each of which the best voice that names it speaks: always one of those that were given, never a mean.
 */
export function weightedMedian(voices: readonly Voice[]): Voice | null {
  const sorted = voices.toSorted((a, b) => compareDecimals(a.price, b.price) || byPreference(a, b));
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0n);
  let below = 0n;
  for (const [i, voice] of sorted.entries()) {
    below += voice.weight;
    const next = sorted[i + 1];
    if (2n * below > total) return voice;
    if (2n * below < total || next === undefined) continue;
    // Of one price the best voice comes first.
    const best = sorted.find(({ price }) => compareDecimals(price, voice.price) === 0) ?? voice;
    return byPreference(best, next) <= 0 ? best : next;
  }
  return null;
}

/** True where two prices differ by more than so many basis points of the second. */
export function isFurtherThan(price: Decimal, from: Decimal, bps: bigint): boolean {
  const [left, right] = aligned(price, from);
  const distance = left > right ? left - right : right - left;
  return distance * 10_000n > right * bps;
}
