import type { NaiveBank, NaiveObservation } from './naive-observation.ts';

/** What may be made of observations. Times that were computed leave more than one possibility. */
export interface NaiveOutcome {
  readonly status: 'ok' | 'single_source' | 'disagreement' | 'stale' | 'missing';
  readonly price: bigint | null;
  /** Of the oldest price in it, with the seconds by which that may be off. */
  readonly publishedAt: number | null;
  readonly slack: number;
  readonly used: number;
}

/** The last aggregate with a price. */
export interface NaivePrevious {
  readonly price: bigint;
  readonly publishedAt: number;
  readonly slack: number;
}

interface Voice extends NaiveObservation {
  readonly price: bigint;
  readonly publishedAt: number;
}

const STABLECOINS: readonly string[] = [
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo',
  'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA',
  '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH',
];
/** Longer nothing that is too old is shown. */
const SHOWN_SECONDS = 3_600;

/** Everything that may be made of what the sources of a token say, from the rule as it is documented. */
export function aggregate(
  mint: string,
  observations: readonly NaiveObservation[],
  bank: NaiveBank,
  previous: NaivePrevious | null,
): NaiveOutcome[] {
  const voices = observations.flatMap((one): Voice[] => {
    const { price, publishedAt } = one;
    return one.problem !== null || price === null || publishedAt === null ? [] : [{ ...one, price, publishedAt }];
  });
  if (voices.length === 0) return whatIsLeft(observations, bank, previous);
  const bps = STABLECOINS.includes(mint) ? 50n : 100n;
  const outcomes = independentSets(voices).flatMap((set) => agree(set, bps));
  return [
    ...new Map(outcomes.map((one) => [`${one.status} ${one.price} ${one.used} ${one.publishedAt}`, one])).values(),
  ];
}

/** Each set of voices that may remain when those that rest on the same count once. */
function independentSets(left: readonly Voice[], chosen: readonly Voice[] = []): Voice[][] {
  if (left.length === 0) return [[...chosen]];
  const all = left.filter((one) => left.every((other) => one === other || !isBefore(other, one)));
  // Who speaks first matters only among those that rest on the same.
  const first = all.filter((one) => one === all[0] || (all[0] !== undefined && isSame(all[0], one)));
  // Those that say the same and rest on the same lead to the same.
  const kinds = new Map(first.map((one) => [`${one.price} ${one.publishedAt} ${one.roots.toSorted().join(' ')}`, one]));
  return [...kinds.values()].flatMap((one) =>
    independentSets(
      left.filter((other) => !isSame(one, other)),
      [...chosen, one],
    ),
  );
}

/** Whether one certainly speaks before another: what may rest on anything last, originals before copies, then the freshest. */
function isBefore(a: Voice, b: Voice): boolean {
  const order = Number(a.roots.includes('*')) - Number(b.roots.includes('*')) || rankOf(a) - rankOf(b);
  if (order !== 0) return order < 0;
  const slack = a.slack + b.slack;
  if (slack > 0 && Math.abs(a.publishedAt - b.publishedAt) <= slack) return false;
  return a.publishedAt === b.publishedAt ? a.feed < b.feed : a.publishedAt > b.publishedAt;
}

function rankOf({ source }: Voice): number {
  return source === 'reserve' ? 2 : source === 'scope' ? 1 : 0;
}

function isSame(a: Voice, b: Voice): boolean {
  return a.roots.includes('*') || b.roots.includes('*') || a.roots.some((root) => b.roots.includes(root));
}

/** All sources of the chain weigh the same: the middle one, or either of two where it is not sure which goes first. */
function middlesOf(voices: readonly Voice[]): Voice[] {
  const sorted = voices.toSorted((a, b) =>
    a.price === b.price ? (isBefore(a, b) ? -1 : 1) : a.price < b.price ? -1 : 1,
  );
  const half = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  if (low === undefined || high === undefined) throw new RangeError('nobody speaks');
  if (low === high || isBefore(low, high)) return [low];
  return isBefore(high, low) ? [high] : [low, high];
}

function agree(voices: readonly Voice[], bps: bigint): NaiveOutcome[] {
  return middlesOf(voices).flatMap((middle): NaiveOutcome[] => {
    const near = voices.filter(({ price }) => {
      const distance = price > middle.price ? price - middle.price : middle.price - price;
      return distance * 10_000n <= middle.price * bps;
    });
    if (2 * near.length <= voices.length) {
      return [{ status: 'disagreement', price: null, publishedAt: null, slack: 0, used: 0 }];
    }
    const publishedAt = Math.min(...near.map((one) => one.publishedAt));
    const slack = Math.max(...near.map((one) => one.slack));
    const status = voices.length === 1 ? 'single_source' : 'ok';
    return middlesOf(near).map(({ price }) => ({ status, price, publishedAt, slack, used: near.length }));
  });
}

/** The newest of what is wrong for its age alone, and of what was known before; nothing where all of it is too old. */
function whatIsLeft(
  observations: readonly NaiveObservation[],
  { unixTime }: NaiveBank,
  previous: NaivePrevious | null,
): NaiveOutcome[] {
  const past = observations.flatMap(({ problem, price, publishedAt, slack }) =>
    problem === 'stale' && price !== null && publishedAt !== null ? [{ price, publishedAt, slack }] : [],
  );
  if (previous !== null) past.push(previous);
  const missing: NaiveOutcome = { status: 'missing', price: null, publishedAt: null, slack: 0, used: 0 };
  const shown = past.filter(({ publishedAt, slack }) => unixTime - publishedAt <= SHOWN_SECONDS + slack);
  const newest = Math.max(...shown.map(({ publishedAt, slack }) => publishedAt - slack));
  const isSure = shown.some(({ publishedAt, slack }) => unixTime - publishedAt <= SHOWN_SECONDS - slack);
  const outcomes = shown
    .filter(({ publishedAt, slack }) => publishedAt + slack >= newest)
    .map((one): NaiveOutcome => ({ status: 'stale', ...one, used: 0 }));
  return isSure ? outcomes : [...outcomes, missing];
}
