import { describe, expect, it } from 'vitest';
import { timeAt } from '../../test/support/chain.ts';
import { ObservedTime, type ObservedSpan } from './observations.ts';

const span = (from: number, to: number, more: Partial<ObservedSpan> = {}): ObservedSpan => ({
  from: timeAt(from),
  to: timeAt(to),
  observations: 1,
  gapAfterMs: 30_000,
  ...more,
});
const ms = (second: number) => timeAt(second).getTime();

/** Seconds of a range that observations cover. */
const seconds = (spans: readonly ObservedSpan[], from: number, to: number) =>
  new ObservedTime(spans).between(ms(from), ms(to)) / 1000;

describe('observed time', () => {
  it('is the time that observations cover, the time between joined spans included', () => {
    const spans = [span(0, 100), span(130, 200), span(231, 400)];
    expect([seconds(spans, 0, 400), seconds(spans, 50, 300), seconds(spans, 210, 220)]).toEqual([369, 219, 0]);
  });

  it('begins with the first observation and ends with the last', () => {
    expect([seconds([span(100, 200)], 0, 300), seconds([], 0, 300), seconds([span(400, 500)], 0, 300)]).toEqual([
      100, 0, 0,
    ]);
  });

  it('reaches into a range from the observation before it', () => {
    expect(seconds([span(-50, -5), span(20, 300)], 0, 300)).toBe(300);
  });

  it('goes by the more patient of two settings', () => {
    const slow = span(200, 900, { gapAfterMs: 300_000 });
    expect(seconds([span(0, 50), slow], 0, 900)).toBe(900);
    expect(seconds([slow, span(1_100, 1_200)], 200, 1_200)).toBe(1_000);
    expect(seconds([span(0, 50), span(200, 900)], 0, 900)).toBe(750);
  });

  it('takes spans in any order, and overlapping ones', () => {
    expect(seconds([span(200, 300), span(0, 150), span(50, 120), span(150, 180)], 0, 300)).toBe(300);
  });

  it('is the same asked in any order', () => {
    const observed = new ObservedTime([span(0, 100), span(200, 300), span(400, 500)]);
    const asked = [450, 0, 250, 50, 400].map((from) => observed.between(ms(from), ms(from + 100)));
    expect(asked).toEqual([50_000, 100_000, 50_000, 50_000, 100_000]);
  });

  it('knows a single observation, which covers no time', () => {
    const observed = new ObservedTime([span(100, 100)]);
    expect(observed.touches(ms(100), ms(101))).toBe(true);
    expect(observed.touches(ms(99), ms(100))).toBe(false);
    expect(observed.between(ms(0), ms(200))).toBe(0);
  });

  it('counts observations where no span lies across an edge, and says so where one does', () => {
    const observed = new ObservedTime([span(0, 99, { observations: 20 }), span(100, 190, { observations: 18 })]);
    expect(observed.count(ms(0), ms(200))).toBe(38);
    expect(observed.count(ms(100), ms(200))).toBe(18);
    expect(observed.count(ms(0), ms(100))).toBe(20);
    expect(observed.count(ms(50), ms(100))).toBeNull();
    expect(observed.count(ms(100), ms(190))).toBeNull();
    expect(observed.count(ms(300), ms(400))).toBe(0);
  });
});
