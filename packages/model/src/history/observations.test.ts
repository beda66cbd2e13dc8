import { describe, expect, it } from 'vitest';
import { timeAt } from '../../test/support/chain.ts';
import { findGaps, ObservedTime, observedSecondsIn, type ObservedSpan } from './observations.ts';

const span = (from: number, to: number, more: Partial<ObservedSpan> = {}): ObservedSpan => ({
  from: timeAt(from),
  to: timeAt(to),
  observations: 1,
  gapAfterMs: 30_000,
  ...more,
});
const range = (from: number, to: number) => ({ from: timeAt(from), to: timeAt(to) });
const ms = (second: number) => timeAt(second).getTime();

describe('gaps', () => {
  it('are the stretches longer than two looks may be apart, cut to the range', () => {
    const spans = [span(0, 100), span(130, 200), span(231, 400)];
    expect(findGaps(spans, range(50, 300))).toEqual([range(200, 231)]);
    expect(findGaps(spans, range(210, 220))).toEqual([range(210, 220)]);
  });

  it('reach from the beginning to the first look and from the last look to the end', () => {
    expect(findGaps([span(100, 200)], range(0, 300))).toEqual([range(0, 100), range(200, 300)]);
    expect(findGaps([], range(0, 300))).toEqual([range(0, 300)]);
    expect(findGaps([span(400, 500)], range(0, 300))).toEqual([range(0, 300)]);
  });

  it('do not begin where the look before the range vouches for its beginning', () => {
    expect(findGaps([span(-50, -5), span(20, 300)], range(0, 300))).toEqual([]);
  });

  it('go by the more patient of two settings', () => {
    const slow = span(200, 900, { gapAfterMs: 300_000 });
    expect(findGaps([span(0, 50), slow], range(0, 900))).toEqual([]);
    expect(findGaps([slow, span(1_100, 1_200)], range(200, 1_200))).toEqual([]);
    expect(findGaps([span(0, 50), span(200, 900)], range(0, 900))).toEqual([range(50, 200)]);
  });

  it('take spans in any order, and overlapping ones', () => {
    expect(findGaps([span(200, 300), span(0, 150), span(50, 120), span(150, 180)], range(0, 300))).toEqual([]);
  });
});

describe('observed time', () => {
  it('is what looks vouch for, the time between joined spans included', () => {
    const spans = [span(0, 100), span(130, 200), span(300, 400)];
    expect(observedSecondsIn(spans, timeAt(0), timeAt(400))).toBe(300);
    expect(observedSecondsIn(spans, timeAt(110), timeAt(350))).toBe(140);
    expect(observedSecondsIn(spans, timeAt(210), timeAt(290))).toBe(0);
  });

  it('is the same asked in any order', () => {
    const observed = new ObservedTime([span(0, 100), span(200, 300), span(400, 500)]);
    const asked = [450, 0, 250, 50, 400].map((from) => observed.between(ms(from), ms(from + 100)));
    expect(asked).toEqual([50_000, 100_000, 50_000, 50_000, 100_000]);
  });

  it('knows a single look, which vouches for no time', () => {
    const observed = new ObservedTime([span(100, 100)]);
    expect(observed.touches(ms(100), ms(101))).toBe(true);
    expect(observed.touches(ms(99), ms(100))).toBe(false);
    expect(observed.between(ms(0), ms(200))).toBe(0);
  });

  it('counts looks where no span lies across an edge, and says so where one does', () => {
    const observed = new ObservedTime([span(0, 99, { observations: 20 }), span(100, 190, { observations: 18 })]);
    expect(observed.count(ms(0), ms(200))).toBe(38);
    expect(observed.count(ms(100), ms(200))).toBe(18);
    expect(observed.count(ms(0), ms(100))).toBe(20);
    expect(observed.count(ms(50), ms(100))).toBeNull();
    expect(observed.count(ms(100), ms(190))).toBeNull();
    expect(observed.count(ms(300), ms(400))).toBe(0);
  });
});
