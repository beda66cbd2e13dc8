import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  coingeckoAnswer,
  defillamaAnswer,
  hermesAnswer,
  jupiterAnswer,
  SOL,
  SOL_FEED,
  USDC,
} from '../../test/http-answers.ts';
import { CLOCK } from '../../test/observations.ts';
import { aggregatePrices } from '../aggregate/aggregate.ts';
import { decimalText } from '../decimal.ts';
import type { Feed, PriceObservation } from '../source.ts';
import { HTTP_PRICE_SOURCES, HttpAnswerError, type HttpPriceSource } from './index.ts';
import { hermes } from './hermes.ts';
import { coingecko, defillama, jupiter } from './market-sources.ts';

const NOW = Number(CLOCK.unixTimestamp);
const feedOf = (source: HttpPriceSource, mint = SOL): Feed => {
  const feed = source.feed(mint);
  if (feed === null) throw new Error(`${source.name} does not know ${mint}`);
  return feed;
};
const parse = (source: HttpPriceSource, answer: unknown): PriceObservation => {
  const [observation] = source.parse(answer, [feedOf(source)], CLOCK);
  if (observation === undefined) throw new Error('no observation');
  return observation;
};
const shown = ({ price, ageSeconds, verdict }: PriceObservation) => [
  price === null ? null : decimalText(price),
  ageSeconds,
  verdict.reason,
];

const SUBJECTS = [
  { source: hermes, good: hermesAnswer(NOW - 5), key: 'authorization' },
  { source: jupiter, good: jupiterAnswer(Number(CLOCK.slot) - 12), key: 'x-api-key' },
  { source: coingecko, good: coingeckoAnswer(NOW - 5), key: 'x-cg-pro-api-key' },
  { source: defillama, good: defillamaAnswer(NOW - 5), key: undefined },
] as const;

describe.each(SUBJECTS.map((subject) => ({ ...subject, name: subject.source.name })))(
  '$name',
  ({ source, good, key }) => {
    it('has the price of a documented answer, with its age', () => {
      const [price, age, reason] = shown(parse(source, good));
      expect([price, reason]).toEqual(['150.12345678', null]);
      expect(age === 5n || age === 4n).toBe(true);
    });

    it('says of a token that is not in the answer that it has no price for it', () => {
      const empty = { hermes: { parsed: [] }, defillama: { coins: {} } }[source.name] ?? {};
      expect(shown(parse(source, empty))).toEqual([null, null, 'unknown_to_source']);
    });

    it.each([null, 7, 'text', [], { error: { code: 401 } }].map((answer) => [JSON.stringify(answer), answer]))(
      'uses nothing of the answer %s',
      (_, answer) => {
        const outcome = () => {
          try {
            return parse(source, answer).verdict.isUsable;
          } catch (error) {
            if (error instanceof HttpAnswerError) return false;
            throw error;
          }
        };
        expect(outcome()).toBe(false);
      },
    );

    it('asks for all tokens in one path, without its key', () => {
      const feeds = [feedOf(source), feedOf(source, USDC)];
      const path = source.path(feeds);
      expect(path.startsWith('/')).toBe(true);
      expect(feeds.every(({ expected }) => path.includes(expected ?? 'nothing'))).toBe(true);
      expect(source.keyHeader?.name).toBe(key);
      expect(source.defaultUrl).toMatch(/^https:/);
    });

    it('never fails otherwise, whatever JSON comes', () => {
      fc.assert(
        fc.property(fc.jsonValue(), fc.jsonValue(), (inner, outer) => {
          const answers = [
            outer,
            { parsed: [inner, { id: SOL_FEED, price: inner, ema_price: outer }] },
            { [SOL]: inner },
            { [SOL]: { usdPrice: inner, blockId: outer, usd: inner, last_updated_at: outer } },
            { coins: { [`solana:${SOL}`]: { price: inner, timestamp: outer, confidence: inner } } },
          ];
          const isSound = (answer: unknown) => {
            try {
              const { price, verdict } = parse(source, answer);
              return !verdict.isUsable || (price !== null && price.mantissa > 0n);
            } catch (error) {
              return error instanceof HttpAnswerError;
            }
          };
          expect(answers.map(isSound)).toEqual(answers.map(() => true));
        }),
        { numRuns: 300 },
      );
    });
  },
);

describe('answers', () => {
  it('of Hermes have a confidence and a moving average, and the root of the feed', () => {
    expect(parse(hermes, hermesAnswer(NOW))).toMatchObject({
      confidence: { mantissa: 5_000_000n, exponent: -8 },
      average: { kind: 'ema', price: { mantissa: 14_900_000_000n, exponent: -8 } },
      roots: [`pyth:${SOL_FEED}`],
    });
    expect(shown(parse(hermes, hermesAnswer(NOW, '100', '2')))[2]).toBe('uncertain');
    expect(shown(parse(hermes, hermesAnswer(NOW, '-100', '2')))[2]).toBe('not_positive');
    expect(hermes.feed('11111111111111111111111111111111')).toBeNull();
  });

  it('of Jupiter have the time of their slot, or none', () => {
    expect(parse(jupiter, jupiterAnswer(Number(CLOCK.slot) - 100))).toMatchObject({
      publishedAt: CLOCK.unixTimestamp - 40n,
      isTimeEstimated: true,
      publishedSlot: CLOCK.slot - 100n,
    });
    expect(shown(parse(jupiter, jupiterAnswer(null)))).toEqual(['150.12345678', null, 'no_time']);
  });

  it.each([0, -1])('with the price %d are not usable', (price) => {
    expect(shown(parse(coingecko, coingeckoAnswer(NOW, price)))[2]).toBe('not_positive');
  });

  it('with small and large numbers keep their digits', () => {
    expect(shown(parse(jupiter, jupiterAnswer(1, 1.23e-7)))[0]).toBe('0.000000123');
    expect(shown(parse(coingecko, coingeckoAnswer(NOW, 1e21)))[0]).toBe('1000000000000000000000');
    expect(shown(parse(coingecko, coingeckoAnswer(NOW, 'much')))).toEqual([null, null, 'unavailable']);
  });

  it('of DefiLlama below its own confidence are not usable', () => {
    expect(shown(parse(defillama, defillamaAnswer(NOW, 150, 0.89)))[2]).toBe('uncertain');
    expect(shown(parse(defillama, defillamaAnswer(NOW, 150, 0.9)))[2]).toBeNull();
  });

  it('of CoinGecko and DefiLlama are one voice, those of Jupiter another', () => {
    const three = [
      parse(coingecko, coingeckoAnswer(NOW)),
      parse(defillama, defillamaAnswer(NOW)),
      parse(jupiter, jupiterAnswer(Number(CLOCK.slot))),
    ];
    expect(aggregatePrices(SOL, three, CLOCK)).toMatchObject({ status: 'ok', candidateCount: 2 });
    expect(aggregatePrices(SOL, three.slice(0, 2), CLOCK).status).toBe('single_source');
  });

  it('come from sources with names of their own', () => {
    expect(HTTP_PRICE_SOURCES.map(({ name }) => name)).toEqual(['hermes', 'jupiter', 'coingecko', 'defillama']);
  });
});
