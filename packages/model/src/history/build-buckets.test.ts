import { isLendingError } from '@tidemark/core';
import { ONE_SF } from '@tidemark/protocols/kamino';
import { describe, expect, it } from 'vitest';
import { bucketsOf } from '../../test/support/buckets-of.ts';
import { Chain, curveOf, momentAt, slotAt, timeAt } from '../../test/support/chain.ts';
import { HistoryError } from './history-error.ts';

const HOUR = 3_600;

function thrown(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return null;
}

function codeOf(work: () => unknown): unknown {
  const error = thrown(work);
  return error instanceof HistoryError ? error.code : error;
}

describe('a bucket', () => {
  it('opens and closes with the state derived at its edges, not with the nearest observation', () => {
    const chain = new Chain();
    const [bucket] = bucketsOf(chain, [0, 1_000, 3_500, 3_700], { from: 0, to: HOUR });
    expect(bucket).toMatchObject({
      start: timeAt(0),
      end: timeAt(HOUR),
      final: true,
      quality: 'ok',
      gapReason: null,
      snapshots: 3,
      observedSeconds: HOUR,
      elapsedSeconds: HOUR,
    });
    const { accrued } = chain.truthAt(momentAt(HOUR));
    expect(bucket?.close).toMatchObject({
      slot: slotAt(HOUR),
      at: timeAt(HOUR),
      observedAt: timeAt(3_500),
      proof: 'same_account',
      borrowed: accrued.borrowed,
      borrowIndex: accrued.borrowIndex,
    });
    expect(bucket?.borrowApyRealisedF).toBeCloseTo(Math.expm1(0.05), 6);
    expect(bucket?.supplyApyRealisedF).toBeCloseTo(Math.expm1(0.4 * 0.05 * 0.9), 6);
  });

  it('has the extremes of its edges and observations, and a mean weighted by observed time, worked by hand', () => {
    const chain = new Chain({ borrowedSf: 0n })
      .act(900, { kind: 'deposit', raw: 400_000_000_000n })
      .act(2_700, { kind: 'withdraw', raw: 300_000_000_000n });
    const observations = [0, 900, 2_700, HOUR];
    const [whole] = bucketsOf(chain, observations, { from: 0, to: HOUR });
    const available = { open: 600_000, min: 600_000, max: 1_000_000, close: 700_000 };
    expect(whole?.numbers?.availableAmountF).toEqual({
      ...available,
      twavg: (600_000 * 900 + 1_000_000 * 1_800 + 700_000 * 900) / 3_600,
    });
    const spans = [
      { from: timeAt(0), to: timeAt(1_800), observations: 360, gapAfterMs: 30_000 },
      { from: timeAt(2_700), to: timeAt(HOUR), observations: 180, gapAfterMs: 30_000 },
    ];
    const gaps = [{ from: timeAt(1_800), to: timeAt(2_700), reason: 'poll_failed' }];
    const [cut] = bucketsOf(chain, observations, { from: 0, to: HOUR, spans, gaps });
    expect(cut).toMatchObject({ quality: 'partial', gapReason: 'poll_failed', observedSeconds: 2_700 });
    expect(cut?.numbers?.availableAmountF).toEqual({
      ...available,
      twavg: (600_000 * 900 + 1_000_000 * 900 + 700_000 * 900) / 2_700,
    });
  });

  it('has no USD values where there was no price, and those that were known elsewhere', () => {
    const chain = new Chain({ priceSf: 0n, borrowedSf: 0n }).act(1_800, { kind: 'price', priceSf: 3n * ONE_SF });
    const [bucket] = bucketsOf(chain, [0, 1_800, HOUR], { from: 0, to: HOUR });
    expect(bucket?.numbers?.priceUsdF).toEqual({ open: null, min: 3, max: 3, twavg: 3, close: 3 });
    const [none] = bucketsOf(new Chain({ priceSf: 0n }), [0, HOUR], { from: 0, to: HOUR });
    expect(none?.numbers?.priceUsdF).toEqual({ open: null, min: null, max: null, twavg: null, close: null });
    expect(none?.interestUsd).toBeNull();
  });

  it('of instants that cover no time is partial and has no mean', () => {
    const spans = [1_000, 2_000].map((second) => ({
      from: timeAt(second),
      to: timeAt(second),
      observations: 1,
      gapAfterMs: 30_000,
    }));
    const [bucket] = bucketsOf(new Chain(), [0, 1_000, 2_000, 4_000], { from: 0, to: HOUR, spans });
    expect(bucket).toMatchObject({ quality: 'partial', observedSeconds: 0, observations: 2 });
    expect(bucket?.numbers?.borrowedAmountF).toMatchObject({ twavg: null });
    expect(bucket?.numbers?.borrowedAmountF.min).not.toBeNull();
  });

  it('has a realised supply rate only where there are collateral tokens, and no rate over no time', () => {
    const chain = new Chain();
    const states = chain.observations([0, HOUR]).map((state) => ({ ...state, receiptSupply: 0n }));
    const [bucket] = bucketsOf(chain, [0, HOUR], { from: 0, to: HOUR, states });
    expect(bucket?.supplyApyRealisedF).toBeNull();
    expect(bucket?.borrowApyRealisedF).not.toBeNull();
  });

  it('counts observations, and does not guess where a run of them lies across an edge', () => {
    const spans = [{ from: timeAt(0), to: timeAt(3_595), observations: 720, gapAfterMs: 30_000 }];
    const [hour] = bucketsOf(new Chain(), [0, HOUR], { from: 0, to: HOUR, spans });
    expect(hour?.observations).toBe(720);
    const minutes = bucketsOf(new Chain(), [0, HOUR], { from: 0, to: HOUR, spans, widthSeconds: 60 });
    expect(minutes).toHaveLength(60);
    expect(minutes.map(({ observations }) => observations)).toEqual(minutes.map(() => null));
  });
});

describe('the first buckets of a reserve', () => {
  it('do not begin before it was first seen; that one opens with the first observation', () => {
    const chain = new Chain();
    const buckets = bucketsOf(chain, [4_000, 5_000, 7_300], { from: 0, to: 2 * HOUR });
    expect(buckets).toHaveLength(1);
    expect(buckets[0]).toMatchObject({
      start: timeAt(HOUR),
      elapsedSeconds: 3_200,
      observedSeconds: 3_200,
      quality: 'ok',
    });
    expect(buckets[0]?.open).toMatchObject({ at: timeAt(4_000), slot: slotAt(4_000), proof: 'same_account' });
    expect(buckets[0]?.interest).toEqual(chain.interestBetween(4_000, 7_200));
  });

  it('count from when it was first seen, and are missing while there was no observation that could be stored', () => {
    const firstSeenAt = timeAt(1_800);
    const buckets = bucketsOf(new Chain(), [4_000, 7_300], { from: 0, to: 2 * HOUR, firstSeenAt });
    expect(buckets[0]).toMatchObject({ quality: 'missing', elapsedSeconds: 1_800, interest: null, close: null });
    expect(buckets[1]).toMatchObject({ quality: 'partial', elapsedSeconds: HOUR, observedSeconds: 3_200 });
  });

  it('are none for a reserve that was never looked at', () => {
    expect(bucketsOf(new Chain(), [], { from: 0, to: HOUR })).toEqual([]);
  });
});

describe('the newest bucket', () => {
  it('closes with the newest observation and is not final; there is none after it', () => {
    const chain = new Chain();
    const buckets = bucketsOf(chain, [0, 3_000, 5_000], { from: 0, to: 4 * HOUR });
    expect(buckets).toHaveLength(2);
    expect(buckets[1]).toMatchObject({ final: false, quality: 'ok', elapsedSeconds: 1_400, end: timeAt(2 * HOUR) });
    expect(buckets[1]?.close).toMatchObject({ at: timeAt(5_000), slot: slotAt(5_000), proof: 'same_account' });
    expect(buckets[1]?.interest).toEqual(chain.interestBetween(HOUR, 5_000));
  });

  it('closes with a later bank where the account is known to be unchanged; that makes nothing final', () => {
    const chain = new Chain();
    const newest = { slot: slotAt(7_500), observedAt: timeAt(7_500) };
    const spans = [{ from: timeAt(0), to: timeAt(7_500), observations: 1, gapAfterMs: 30_000 }];
    const buckets = bucketsOf(chain, [0, 3_000], { from: 0, to: 4 * HOUR, newest, spans });
    expect(buckets.map(({ final, snapshots }) => [final, snapshots])).toEqual([
      [false, 2],
      [false, 0],
      [false, 0],
    ]);
    expect(buckets[1]?.close).toMatchObject({ at: timeAt(2 * HOUR), proof: 'same_account' });
    expect(buckets[2]).toMatchObject({ elapsedSeconds: 300, interest: chain.interestBetween(2 * HOUR, 7_500) });
  });

  it('is final as soon as an observation exists at its end', () => {
    const [bucket] = bucketsOf(new Chain(), [0, HOUR], { from: 0, to: HOUR });
    expect(bucket).toMatchObject({ final: true, snapshots: 1, close: { at: timeAt(HOUR), slot: slotAt(HOUR) } });
  });

  it('ends with the last of several observations of one second, and with the first of them once it is over', () => {
    const chain = new Chain();
    const twins = [
      chain.observation(0),
      chain.observation(HOUR),
      { ...chain.observation(HOUR), slot: slotAt(HOUR) + 1n },
    ];
    const observations = [0, HOUR];
    const over = bucketsOf(chain, observations, { from: 0, to: HOUR, states: twins });
    expect(over[0]?.close?.slot).toBe(slotAt(HOUR));
    const running = bucketsOf(chain, observations, { from: 0, to: 2 * HOUR, states: twins, widthSeconds: 2 * HOUR });
    expect(running[0]?.close?.slot).toBe(slotAt(HOUR) + 1n);
  });
});

describe('a bucket that nobody observed', () => {
  const chain = new Chain().act(9_000, { kind: 'borrow', raw: 7n });
  const spans = [
    { from: timeAt(0), to: timeAt(3_000), observations: 600, gapAfterMs: 30_000 },
    { from: timeAt(7_800), to: timeAt(10_900), observations: 620, gapAfterMs: 30_000 },
  ];
  const gaps = [
    { from: timeAt(3_000), to: timeAt(3_700), reason: 'poll_failed' },
    { from: timeAt(3_700), to: timeAt(7_800), reason: 'not_polled' },
  ];
  const buckets = bucketsOf(chain, [0, 3_000, 7_800, 9_000, 10_900], { from: 0, to: 3 * HOUR, spans, gaps });

  it('has a reason and no numbers; its neighbours are partial', () => {
    expect(buckets.map(({ quality, gapReason }) => [quality, gapReason])).toEqual([
      ['partial', 'poll_failed'],
      ['missing', 'not_polled'],
      ['partial', 'not_polled'],
    ]);
    expect(buckets[1]).toMatchObject({
      final: true,
      observations: 0,
      snapshots: 0,
      observedSeconds: 0,
      elapsedSeconds: HOUR,
      open: null,
      close: null,
      numbers: null,
      borrowApyRealisedF: null,
      supplyApyRealisedF: null,
    });
  });

  it('has its interest, because the cumulative rate carries it across', () => {
    expect(buckets.map(({ interest }) => interest)).toEqual(
      [0, 1, 2].map((hour) => chain.interestBetween(hour * HOUR, (hour + 1) * HOUR)),
    );
  });
});

describe('what the program would refuse', () => {
  it('makes an edge fall back to the observation before it, without proof and with that time', () => {
    const chain = new Chain({ curve: curveOf([0, 50_000], [10_000, 50_000]), priceSf: 0n });
    const most = (1n << 128n) - 1n;
    const [first, ...later] = chain.observations([0, 3_700]);
    if (first === undefined) throw new Error('two observations');
    const huge = { ...first, available: 0n, borrowed: most, accountSha256: new Uint8Array(32) };
    const next = later.map((state) => ({ ...state, lastUpdateSlot: slotAt(3_650), lastUpdateAt: timeAt(3_650) }));
    const [bucket] = bucketsOf(chain, [0, 3_700], { from: 0, to: HOUR, states: [huge, ...next] });
    expect(bucket).toMatchObject({ quality: 'ok', close: { at: timeAt(0), slot: slotAt(0), proof: null } });
    expect(bucket?.close?.borrowed).toBe(most);
    expect(bucket?.borrowApyRealisedF).toBeNull();
  });

  it('is thrown where not even the observations can be derived: then the terms are wrong', () => {
    const chain = new Chain({ curve: curveOf([0, 100], [10_000, 100]) });
    const terms = { at: () => ({ ...chain.terms, borrowRateCurve: [] }) };
    const error = thrown(() => bucketsOf(chain, [0, 3_700], { from: 0, to: HOUR, terms }));
    expect(isLendingError(error) && error.code).toBe('INVALID_CURVE');
  });
});

describe('bad input', () => {
  it('is refused with a code', () => {
    const chain = new Chain();
    const observations = [0, 3_700];
    expect(codeOf(() => bucketsOf(chain, observations, { from: 0, to: HOUR, widthSeconds: 0.5 }))).toBe(
      'INVALID_WIDTH',
    );
    expect(codeOf(() => bucketsOf(chain, observations, { from: 0, to: HOUR, widthSeconds: 0 }))).toBe('INVALID_WIDTH');
    expect(codeOf(() => bucketsOf(chain, observations, { from: 1, to: HOUR }))).toBe('RANGE_NOT_ALIGNED');
    expect(codeOf(() => bucketsOf(chain, observations, { from: 0, to: HOUR - 1 }))).toBe('RANGE_NOT_ALIGNED');
    expect(codeOf(() => bucketsOf(chain, [3_700, 0], { from: 0, to: HOUR }))).toBe('NOT_ASCENDING');
    const states = chain.observations(observations).map((state) => ({ ...state, reserve: 'another' }));
    expect(codeOf(() => bucketsOf(chain, observations, { from: 0, to: HOUR, states }))).toBe('NOT_ASCENDING');
  });
});
