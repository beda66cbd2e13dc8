import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aUsable, CLOCK, price as dollars } from '../../test/observations.ts';
import { naiveAggregate } from '../../test/naive-aggregate.ts';
import { compareDecimals, decimalText, decimalToParts } from '../decimal.ts';
import { unusable } from '../observation.ts';
import { isUnusableReason, type PriceObservation, UNUSABLE_REASONS } from '../source.ts';
import { aggregatePrices } from './aggregate.ts';
import { aggregationPolicyOf, EXCLUSION_REASONS, weightOf } from './policy.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const pyth = (text: string, change: Partial<PriceObservation> = {}) => aUsable('pyth', text, change);
const switchboard = (text: string, change: Partial<PriceObservation> = {}) => aUsable('switchboard', text, change);
const jupiter = (text: string, change: Partial<PriceObservation> = {}) => aUsable('jupiter', text, change);
const scope = (text: string, change: Partial<PriceObservation> = {}) => aUsable('scope', text, change);
const reserve = (text: string, change: Partial<PriceObservation> = {}) => aUsable('reserve', text, change);

const REASONS = Object.keys(UNUSABLE_REASONS).filter(isUnusableReason);
const aggregate = (observations: readonly PriceObservation[], mint = SOL) => aggregatePrices(mint, observations, CLOCK);
const shown = (observations: readonly PriceObservation[], mint = SOL) => {
  const { status, price, sources } = aggregate(observations, mint);
  return [status, price === null ? null : decimalText(price), sources.map(({ reason }) => reason ?? 'used')];
};

describe('one price out of several', () => {
  it('is missing without an observation', () => {
    expect(aggregate([])).toMatchObject({
      status: 'missing',
      price: null,
      publishedAt: null,
      spreadBps: null,
      sources: [],
    });
  });

  it('says that there is a single source', () => {
    expect(shown([pyth('100')])).toEqual(['single_source', '100', ['used']]);
  });

  it('is one of the prices that were given: never their mean', () => {
    expect(shown([pyth('100'), switchboard('100.5')])).toEqual(['ok', '100', ['used', 'used']]);
    expect(aggregate([pyth('100'), switchboard('100.5')])).toMatchObject({
      spreadBps: 50,
      candidateCount: 2,
      usedCount: 2,
    });
  });

  it('lets the best voice of each price decide where exactly half of the weight lies below', () => {
    const aged = (ageSeconds: bigint) => ({ ageSeconds });
    const copy = scope('100', { roots: ['pyth:sol'], ...aged(1n) });
    const [old, young] = [switchboard('100', aged(9n)), pyth('100.1', aged(2n))];
    const market = (source: string, text: string, age: bigint) => aUsable(source, text, aged(age));
    // 2 + 3 of ten at 100, its best voice as original as that of 100.1 and younger; the other one is a copy.
    const half = [market('coingecko', '100', 1n), copy, young, market('defillama', '100.2', 1n)];
    expect(aggregate(half)).toMatchObject({ status: 'ok', price: dollars('100'), feed: half[0]?.feed });
    // 3 + 2 below of ten, both older than the best of the next price.
    const other = [old, market('coingecko', '100', 8n), young, market('defillama', '100.2', 1n)];
    expect(aggregate(other)).toMatchObject({ status: 'ok', price: dollars('100.1'), feed: young.feed });
  });

  it('has no price where two disagree, and uses neither', () => {
    expect(shown([pyth('100'), switchboard('101.5')])).toEqual([
      'disagreement',
      null,
      ['disagreement', 'disagreement'],
    ]);
  });

  it('disagrees at just more than the bound, not at the bound', () => {
    expect(shown([pyth('100'), switchboard('101')])[0]).toBe('ok');
    expect(shown([pyth('100'), switchboard('101.0000001')])[0]).toBe('disagreement');
    expect(shown([pyth('1'), switchboard('1.005')], USDC)[0]).toBe('ok');
    expect(shown([pyth('1'), switchboard('1.0051')], USDC)[0]).toBe('disagreement');
  });

  it('drops the one of three that lies', () => {
    expect(shown([pyth('100'), switchboard('100.2'), jupiter('250')])).toEqual([
      'ok',
      '100',
      ['outlier', 'used', 'used'],
    ]);
    expect(shown([pyth('0.01'), switchboard('100.2'), jupiter('100.1')])).toEqual([
      'ok',
      '100.2',
      ['used', 'outlier', 'used'],
    ]);
  });

  it('has no price where three disagree with each other', () => {
    expect(shown([pyth('100'), switchboard('110'), jupiter('120')])[0]).toBe('disagreement');
  });

  it('counts sources that rest on the same once: the original before its copies', () => {
    const roots = ['pyth:sol'];
    const observations = [reserve('99', { roots }), scope('99', { roots }), pyth('100', { roots, ageSeconds: 60n })];
    expect(shown(observations)).toEqual(['single_source', '100', ['used', 'same_root', 'same_root']]);
    expect(shown([...observations, switchboard('100.1')])[0]).toBe('ok');
  });

  it('takes an unknown feed of a provider for the one that is known, and what may rest on anything for all', () => {
    expect(shown([pyth('100', { roots: ['pyth:sol'] }), scope('100', { roots: ['pyth:*'] })])[0]).toBe('single_source');
    expect(shown([pyth('100'), reserve('100', { roots: ['*'] })])[0]).toBe('single_source');
    expect(shown([pyth('100'), jupiter('100'), reserve('100', { roots: ['*'] })])[0]).toBe('ok');
    expect(shown([reserve('100', { roots: ['*'] })])).toEqual(['single_source', '100', ['used']]);
  });

  it('takes products for independent that have no leg in common', () => {
    const staked = { roots: ['spl_stake:pool', 'pyth:sol'] };
    expect(shown([scope('210', staked), pyth('210', { roots: ['pyth:jitosol'] })])[0]).toBe('ok');
    expect(shown([scope('210', staked), reserve('210', staked)])[0]).toBe('single_source');
  });

  it('holds a feed to its own maximum age, and others to that of the token', () => {
    const old = { ageSeconds: 130n };
    expect(shown([pyth('100', old)])).toEqual(['stale', '100', ['stale']]);
    expect(shown([pyth('100', { ...old, maxAgeSeconds: 180n })])[0]).toBe('single_source');
    expect(shown([pyth('1', { ageSeconds: 900n })], USDC)[0]).toBe('single_source');
    expect(shown([pyth('1', { ageSeconds: 901n })], USDC)[0]).toBe('stale');
  });

  it('shows the newest price that is too old for an hour, and nothing after', () => {
    const aged = (ageSeconds: bigint) => ({ ageSeconds, publishedAt: CLOCK.unixTimestamp - ageSeconds });
    expect(aggregate([pyth('100', aged(3_600n)), switchboard('101', aged(200n))])).toMatchObject({
      status: 'stale',
      price: dollars('101'),
      ageSeconds: 200n,
      usedCount: 0,
    });
    expect(aggregate([pyth('100', aged(3_601n))])).toMatchObject({ status: 'missing', price: null, feed: null });
  });

  it('shows the previous aggregate where nothing can be read, for an hour', () => {
    const vanished = pyth('100', { price: null, verdict: unusable('account_missing') });
    const previous = (age: bigint) => ({ price: dollars('99'), publishedAt: CLOCK.unixTimestamp - age });
    const at = (age: bigint) => aggregatePrices(SOL, [vanished], CLOCK, previous(age));
    expect(at(3_600n)).toMatchObject({ status: 'stale', price: dollars('99'), feed: null, ageSeconds: 3_600n });
    expect(at(3_601n)).toMatchObject({ status: 'missing', price: null });
    expect(aggregatePrices(SOL, [pyth('100')], CLOCK, previous(1n))).toMatchObject({ price: dollars('100') });
  });

  it('leaves out what is uncertain by more than a fiftieth', () => {
    expect(shown([pyth('100', { confidence: dollars('2') })])[0]).toBe('single_source');
    expect(shown([pyth('100', { confidence: dollars('2.0001') })])).toEqual(['missing', null, ['uncertain']]);
  });

  it.each(['0.0000000000000000009', '1000000001'])('leaves out %s, which no token costs', (text) => {
    expect(shown([pyth(text)])).toEqual(['missing', null, ['implausible']]);
  });

  it.each(REASONS)('never uses what is %s', (reason) => {
    expect(shown([pyth('100', { verdict: unusable(reason) }), switchboard('90')])).toEqual([
      'single_source',
      '90',
      [reason, 'used'],
    ]);
  });

  it('says how far each source lies from the price, also those that are not used', () => {
    const { sources } = aggregate([pyth('100'), switchboard('100.2'), jupiter('98')]);
    expect(sources.map(({ observation, deviationBps }) => [observation.source, deviationBps])).toEqual([
      ['jupiter', -200],
      ['pyth', 0],
      ['switchboard', 20],
    ]);
  });

  it('has the time of the oldest price in it', () => {
    const at = (seconds: bigint) => ({ publishedAt: CLOCK.unixTimestamp - seconds, ageSeconds: seconds });
    expect(aggregate([pyth('100', at(5n)), switchboard('100', at(40n))])).toMatchObject({ ageSeconds: 40n });
  });

  it('has a text for every reason', () => {
    expect(Object.values(EXCLUSION_REASONS).filter((text) => !text.endsWith('.') && !text.includes('detail'))).toEqual(
      [],
    );
  });

  it('weighs any two sources more than any other one', () => {
    const weights = ['pyth', 'switchboard', 'scope', 'reserve', 'hermes', 'jupiter', 'coingecko', 'defillama'].map(
      weightOf,
    );
    const least = weights.reduce((a, b) => (a < b ? a : b));
    expect(weights.every((weight) => weight < 2n * least)).toBe(true);
  });
});

const SOURCES = ['pyth', 'switchboard', 'scope', 'reserve', 'jupiter', 'coingecko', 'defillama', 'hermes'] as const;
/** Prices close together as often as far apart. */
const anyPrice = fc
  .tuple(
    fc.constantFrom(1_000_000n, 100n, 1n),
    fc.integer({ min: -30_000, max: 30_000 }),
    fc.integer({ min: -12, max: -4 }),
  )
  .map(([base, shift, exponent]) => ({ mantissa: base * 1_000_000n + base * BigInt(shift), exponent }));
const anyObservation = fc
  .record({
    source: fc.constantFrom(...SOURCES),
    price: fc.oneof(
      { weight: 4, arbitrary: anyPrice.map((p) => ({ ...p, exponent: -8 })) },
      { weight: 1, arbitrary: anyPrice },
    ),
    name: fc.integer({ min: 0, max: 99 }),
    roots: fc.uniqueArray(
      fc.constantFrom('pyth:a', 'pyth:b', 'pyth:*', 'switchboard:a', 'jupiter:a', 'x:a', 'y:a', '*'),
      {
        minLength: 1,
        maxLength: 2,
      },
    ),
    age: fc.integer({ min: 0, max: 150 }),
    isUsable: fc.boolean().chain((bad) => (bad ? fc.boolean() : fc.constant(true))),
    confidence: fc.option(fc.integer({ min: 0, max: 300 }), { freq: 3 }),
  })
  .map(({ source, price, name, roots, age, isUsable, confidence }) =>
    aUsable(source, '1', {
      feed: `${source}:${String(name).padStart(2, '0')}`,
      price,
      confidence:
        confidence === null
          ? null
          : { mantissa: (price.mantissa * BigInt(confidence)) / 10_000n, exponent: price.exponent },
      roots,
      ageSeconds: BigInt(age),
      publishedAt: CLOCK.unixTimestamp - BigInt(age),
      ...(isUsable ? {} : { verdict: unusable('frozen') }),
    }),
  );
const anyObservations = fc.uniqueArray(anyObservation, { maxLength: 7, selector: ({ feed }) => feed });
/** With a fixed seed, because a test counts what came of it. */
const RUNS = { numRuns: 2_000, seed: 20_261_125 };

describe('any observations', () => {
  it('give what a naive second implementation gives', () => {
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(anyObservations, (observations) => {
        const { status, price, sources } = aggregate(observations);
        const naive = naiveAggregate(observations, 120, 100);
        seen.set(naive.status, (seen.get(naive.status) ?? 0) + 1);
        const isNone = naive.status === 'none';
        expect(isNone ? ['stale', 'missing'].includes(status) : status === naive.status).toBe(true);
        const parts = price === null || isNone ? null : decimalToParts(price, 10n ** 40n);
        expect(parts).toBe(naive.price);
        expect(sources.filter(({ isUsed }) => isUsed).map(({ observation }) => observation.feed)).toEqual(naive.used);
      }),
      RUNS,
    );
    // What never happens would not be tested.
    expect(
      [...seen.entries()]
        .filter(([, count]) => count > 20)
        .map(([status]) => status)
        .toSorted(),
    ).toEqual(['disagreement', 'none', 'ok', 'single_source']);
  });

  it('give the same in any order', () => {
    const shuffled = anyObservations.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        expect(aggregate(other)).toEqual(aggregate(one));
      }),
      RUNS,
    );
  });

  it('give a price that lies within those of the sources in it', () => {
    fc.assert(
      fc.property(anyObservations, (observations) => {
        const { price, sources, usedCount } = aggregate(observations);
        const used = sources.filter(({ isUsed }) => isUsed).map(({ observation }) => observation.price);
        expect(used.length).toBe(usedCount);
        const isInside = (of: typeof price) =>
          used.some((one) => one !== null && of !== null && compareDecimals(one, of) <= 0) &&
          used.some((one) => one !== null && of !== null && compareDecimals(one, of) >= 0);
        expect(used.length === 0 || isInside(price)).toBe(true);
      }),
      RUNS,
    );
  });

  it('are not moved by a copy of a source that is heard already', () => {
    fc.assert(
      fc.property(anyObservations, anyPrice, (observations, price) => {
        const before = aggregate(observations);
        const heard = before.sources.find(({ isUsed }) => isUsed)?.observation;
        fc.pre(heard !== undefined && heard.source !== 'reserve' && !heard.roots.includes('*'));
        const copy = aUsable('reserve', '1', { feed: 'reserve:copy', price, roots: heard?.roots ?? [] });
        const after = aggregate([...observations.filter(({ source }) => source !== 'reserve'), copy]);
        const without = aggregate(observations.filter(({ source }) => source !== 'reserve'));
        expect([after.status, after.price, after.usedCount]).toEqual([
          without.status,
          without.price,
          without.usedCount,
        ]);
      }),
      RUNS,
    );
  });
});

describe('one bad source of three', () => {
  const BPS = aggregationPolicyOf(SOL).outlierBps;
  const good = fc.bigInt({ min: 10n ** 10n, max: 10n ** 10n + 10n ** 8n });
  const sources = fc.shuffledSubarray(['pyth', 'switchboard', 'jupiter'], { minLength: 3 });

  it('moves the price at most by the bound beyond those of the two good ones', () => {
    fc.assert(
      fc.property(
        good,
        good,
        fc.bigInt({ min: 1n, max: 10n ** 20n }),
        sources,
        (a, b, bad, [first = '', second = '', third = '']) => {
          const at = (source: string, mantissa: bigint) => aUsable(source, '1', { price: { mantissa, exponent: -8 } });
          const { status, price } = aggregate([at(first, a), at(second, b), at(third, bad)]);
          expect([status, price?.exponent]).toEqual(['ok', -8]);
          const [low, high] = a < b ? [a, b] : [b, a];
          const mantissa = price?.mantissa ?? 0n;
          expect(mantissa * 10_000n >= low * (10_000n - BPS)).toBe(true);
          expect(mantissa * 10_000n <= high * (10_000n + BPS)).toBe(true);
        },
      ),
      RUNS,
    );
  });
});
