import type { PriceObservation } from '../src/source.ts';

// The rule a second time, written from its description and not from the code beside it: whole numbers over one denominator, a list in
// which each voice stands as often as it weighs, and the middle of that list.

export interface NaiveResult {
  readonly status: string;
  readonly price: bigint | null;
  readonly used: readonly string[];
}

/** All numbers in parts of 10^40. */
const DIGITS = 40;
const parts = ({ mantissa, exponent }: { mantissa: bigint; exponent: number }) =>
  mantissa * 10n ** BigInt(DIGITS + exponent);
const RANKS = ['pyth switchboard hermes jupiter coingecko defillama', 'scope', 'reserve'];

interface Speaker {
  readonly feed: string;
  readonly price: bigint;
  readonly weight: number;
  readonly key: string;
  readonly roots: readonly string[];
}

export function naiveAggregate(observations: readonly PriceObservation[], maxAge: number, bps: number): NaiveResult {
  const speakers: Speaker[] = [];
  for (const seen of observations) {
    if (seen.verdict.reason !== null || seen.price === null || seen.ageSeconds === null) continue;
    const price = parts(seen.price);
    const isSure = seen.confidence === null || 50n * parts(seen.confidence) <= price;
    const isPlausible = price >= 10n ** BigInt(DIGITS - 18) && price <= 10n ** BigInt(DIGITS + 9);
    const isFresh = Number(seen.ageSeconds) <= Number(seen.maxAgeSeconds ?? maxAge);
    if (!isSure || !isPlausible || !isFresh) continue;
    const rank = RANKS.findIndex((names) => names.split(' ').includes(seen.source));
    const isVague = seen.roots.includes('*') ? 1 : 0;
    const age = String(seen.ageSeconds).padStart(20, '0');
    const weight = ['jupiter', 'coingecko', 'defillama'].includes(seen.source) ? 2 : 3;
    speakers.push({ feed: seen.feed, price, weight, key: `${isVague} ${rank} ${age} ${seen.feed}`, roots: seen.roots });
  }
  const chosen: Speaker[] = [];
  for (const speaker of speakers.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (chosen.every((other) => !touches(other.roots, speaker.roots))) chosen.push(speaker);
  }
  if (chosen.length === 0) return { status: 'none', price: null, used: [] };
  const middle = middleOf(chosen);
  const near = chosen.filter(({ price }) => {
    const distance = price > middle.price ? price - middle.price : middle.price - price;
    return distance * 10_000n <= middle.price * BigInt(bps);
  });
  if (near.length <= chosen.length / 2) return { status: 'disagreement', price: null, used: [] };
  const used = near.map(({ feed }) => feed).toSorted((a, b) => (a < b ? -1 : 1));
  return { status: chosen.length === 1 ? 'single_source' : 'ok', price: middleOf(near).price, used };
}

function touches(a: readonly string[], b: readonly string[]): boolean {
  if (a.includes('*') || b.includes('*')) return true;
  const provider = (root: string) => root.split(':')[0];
  for (const left of a) {
    for (const right of b) {
      if (left === right) return true;
      if ((left.endsWith('*') || right.endsWith('*')) && provider(left) === provider(right)) return true;
    }
  }
  return false;
}

function middleOf(speakers: readonly Speaker[]): Speaker {
  const sorted = speakers.toSorted((a, b) =>
    a.price === b.price ? (a.key < b.key ? -1 : 1) : a.price < b.price ? -1 : 1,
  );
  const list = sorted.flatMap((speaker) => Array.from({ length: speaker.weight }, () => speaker));
  const [low, high] = [list[(list.length - 1) >> 1], list[list.length >> 1]];
  if (low === undefined || high === undefined) throw new RangeError('nobody speaks');
  const [lower, higher] = [low, high].map(({ price }) => bestAt(speakers, price));
  if (lower === undefined || higher === undefined) throw new RangeError('nobody names the price');
  return lower.key <= higher.key ? lower : higher;
}

/** Of those that name a price the one that comes first by key. */
function bestAt(speakers: readonly Speaker[], price: bigint): Speaker | undefined {
  return speakers.filter((one) => one.price === price).toSorted((a, b) => (a.key < b.key ? -1 : 1))[0];
}
