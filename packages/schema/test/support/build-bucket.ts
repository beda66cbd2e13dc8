import type { StateNumbers } from '@tidemark/core';
import { type Bucket, type BucketEdge, type NumberSummary, type StateNumber, sumInterest } from '@tidemark/model';
import fc from 'fast-check';
import { addressOf, bankAt } from './build-rows.ts';

const NUMBERS: StateNumbers = {
  availableAmountF: 45_678_901.234567,
  suppliedAmountF: 169_135_677.9,
  borrowedAmountF: 123_456_789.012345,
  availableAmountUsdF: 45_674_333.3,
  suppliedAmountUsdF: 169_118_764.3,
  borrowedAmountUsdF: 123_444_443.3,
  priceUsdF: 0.9999,
  utilizationF: 0.73,
  borrowAprF: 0.0625,
  borrowApyF: 0.06449445891785943,
  supplyAprF: 0.0365,
  supplyApyF: 0.037174,
  rewardsAprF: 0,
};
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
export const STATE_NUMBERS = Object.keys(NUMBERS) as StateNumber[];

export function buildEdge(seconds: number, overrides: Partial<BucketEdge> = {}): BucketEdge {
  const { slot, observedAt } = bankAt(seconds);
  return {
    slot,
    at: observedAt,
    observedAt,
    proof: 'same_account',
    available: 45_678_901_234_567n,
    borrowed: 2n ** 107n,
    supplied: 2n ** 108n,
    borrowIndex: 2n ** 60n + 123n,
    receiptSupply: 150_000_000_000_000n,
    price: 2n ** 60n,
    priceStatus: 63,
    priceUpdatedAt: new Date(observedAt.getTime() - 20_000),
    numbers: NUMBERS,
    ...overrides,
  };
}

/** A plausible hour of a reserve. */
export function buildBucket(label: string, hour: number, overrides: Partial<Bucket> = {}): Bucket {
  const [from, to] = [hour * 3_600, (hour + 1) * 3_600];
  const summary = (name: StateNumber): NumberSummary => ({
    open: NUMBERS[name],
    min: NUMBERS[name],
    max: NUMBERS[name],
    twavg: NUMBERS[name],
    close: NUMBERS[name],
  });
  const interest = { interest: 10n, supplySide: 6n, protocol: 2n, others: { referrerMax: 1n, host: 1n } };
  const bucket = {
    reserve: addressOf(label),
    lendingMarket: addressOf('market'),
    start: bankAt(from).observedAt,
    end: bankAt(to).observedAt,
    final: true,
    quality: 'ok' as const,
    gapReason: null,
    observations: 720,
    snapshots: 100,
    observedSeconds: 3_600,
    elapsedSeconds: 3_600,
    open: buildEdge(from),
    close: buildEdge(to),
    timeBasis: 'slots' as const,
    numbers: summaries(summary),
    borrowApyRealisedF: 0.0644,
    supplyApyRealisedF: 0.0371,
    interest,
    interestUsd: interest,
    ...overrides,
  };
  return { pricedSeconds: bucket.interestUsd === null ? 0 : bucket.elapsedSeconds, ...bucket };
}

/** An hour in which nothing was observed. */
export function buildMissingBucket(label: string, hour: number, overrides: Partial<Bucket> = {}): Bucket {
  return buildBucket(label, hour, {
    quality: 'missing',
    gapReason: 'not_polled',
    observations: 0,
    snapshots: 0,
    observedSeconds: 0,
    open: null,
    close: null,
    timeBasis: null,
    numbers: null,
    borrowApyRealisedF: null,
    supplyApyRealisedF: null,
    ...overrides,
  });
}

export function summaries(summary: (name: StateNumber) => NumberSummary): Record<StateNumber, NumberSummary> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per name
  return Object.fromEntries(STATE_NUMBERS.map((name) => [name, summary(name)])) as Record<StateNumber, NumberSummary>;
}

const upTo = (bits: bigint) => fc.bigInt({ min: 0n, max: 2n ** bits - 1n });
/** Zero has one sign in JSON. */
const double = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value));
const usd = fc.option(double);
const isUsd = (name: StateNumber) => name.includes('Usd');
const split = fc
  .tuple(upTo(128n), upTo(128n), upTo(128n), upTo(128n))
  .map(([a, b, c, d]) => sumInterest(a, b, { referrerMax: c, host: d }));

/** The exact side of an edge, with anything that fits. */
const edge = fc.record({
  slot: upTo(63n),
  at: fc.nat(10_000_000).map((seconds) => bankAt(seconds).observedAt),
  observedAt: fc.nat(10_000_000).map((seconds) => bankAt(seconds).observedAt),
  proof: fc.constantFrom('same_account', 'later_account', 'index_continuity', null),
  available: upTo(64n),
  borrowed: upTo(128n),
  supplied: upTo(132n),
  borrowIndex: upTo(256n),
  receiptSupply: upTo(64n),
  price: upTo(128n),
  priceStatus: fc.option(fc.nat(255)),
  priceUpdatedAt: fc.option(fc.nat(10_000_000).map((seconds) => bankAt(seconds).observedAt)),
});
const summaryOf = (name: StateNumber) => {
  const value = isUsd(name) ? usd : double;
  return fc.record({ open: value, min: value, max: value, twavg: usd, close: value });
};

/** Buckets with anything that fits their columns; the numbers of the edges are the open and close of the summaries. */
export const anyBucket: fc.Arbitrary<Bucket> = fc
  .record({
    open: edge,
    close: edge,
    summaries: fc.tuple(...STATE_NUMBERS.map(summaryOf)),
    rest: fc.record({
      final: fc.boolean(),
      quality: fc.constantFrom('ok', 'partial'),
      gapReason: fc.option(fc.constant('poll_failed')),
      observations: fc.option(fc.nat()),
      snapshots: fc.nat(),
      observedSeconds: fc.nat(3_600),
      borrowApyRealisedF: usd,
      supplyApyRealisedF: usd,
      interest: fc.option(split),
      interestUsd: fc.option(split),
      pricedSeconds: fc.nat(3_600),
    }),
  })
  .map(({ open, close, summaries: list, rest }) => {
    const numbers = summaries((name) => list[STATE_NUMBERS.indexOf(name)] ?? raise(name));
    const at = (side: 'open' | 'close'): StateNumbers => {
      const values = STATE_NUMBERS.map((name) => [name, numbers[name][side]]);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per name; only USD is ever null
      return Object.fromEntries(values) as StateNumbers;
    };
    return buildBucket('any', 0, {
      ...rest,
      numbers,
      open: { ...open, numbers: at('open') },
      close: { ...close, numbers: at('close') },
    });
  });

function raise(name: string): never {
  throw new Error(`no summary of ${name}`);
}
