import { isLendingError } from '@tidemark/core';
import { ONE_SF } from '@tidemark/protocols/kamino';
import { describe, expect, it } from 'vitest';
import { Chain, curveOf, momentAt, slotAt, timeAt, rules } from '../../test/support/chain.ts';
import { deriveNewest, deriveStateAt } from './state-at.ts';
import type { StoredState } from '@tidemark/core';

const FLAT = curveOf([0, 500], [10_000, 500]);

function stateAt(chain: Chain, second: number, [before, after]: readonly [number, number]) {
  const [prev = null, next = null] = chain.observations([before, after]);
  return deriveStateAt({ rules, prev, next, terms: chain.timeline, at: timeAt(second) });
}

describe('state at a moment', () => {
  // 40 % utilization gives 5 % a year = 913972527 of 2^60 a slot; 500 seconds are 1000 slots on 400 tokens.
  it('is the account accrued to the slot between the observations, worked by hand', () => {
    const chain = new Chain({ availableRaw: 600_000_000n, borrowedSf: 400_000_000n * ONE_SF, referralFeeBps: 2_000 });
    const state = stateAt(chain, 500, [0, 600]);
    expect(state?.proof).toBe('same_account');
    expect(state?.derived.moment.slot).toBe(slotAt(500));
    expect(state?.derived.accrued).toMatchObject({
      elapsedUnits: 1_000n,
      borrowed: 461_168_967_431_894_245_600_000_000n,
      borrowIndex: 1_152_922_418_579_735_614n,
      own: {
        accumulatedProtocolFeesSf: 29_247_132_436_415_999_974n,
        pendingReferrerFeesSf: 7_311_783_109_103_999_835n,
      },
    });
    expect(state?.derived.numbers.borrowedAmountF).toBe(400.0003170980453);
  });

  it('puts the slot on the line between the observations, cut off', () => {
    const chain = new Chain();
    const [prev, next] = chain.observations([0, 10]);
    if (prev === undefined || next === undefined) throw new Error('two observations');
    const skewed: StoredState = { ...next, slot: prev.slot + 7n };
    const slots = [0, 1, 2, 9, 10].map(
      (second) =>
        deriveStateAt({ rules, prev, next: skewed, terms: chain.timeline, at: timeAt(second) })?.derived.moment.slot,
    );
    expect(slots).toEqual([0n, 0n, 1n, 6n, 7n].map((passed) => prev.slot + passed));
  });

  it('rests on the later account where that had been written before the moment', () => {
    const chain = new Chain().act(30, { kind: 'deposit', raw: 5_000_000n });
    const state = stateAt(chain, 40, [0, 60]);
    expect(state?.proof).toBe('later_account');
    expect(state?.evidence.observedAt).toEqual(timeAt(60));
    expect(state?.derived.accrued.available).toBe(600_005_000_000n);
  });

  it('rests on the earlier account before that, proven where the index is what it accrues to', () => {
    const chain = new Chain().act(30, { kind: 'borrow', raw: 5_000_000n });
    expect(stateAt(chain, 29, [0, 60])).toMatchObject({
      proof: 'index_continuity',
      evidence: { observedAt: timeAt(0) },
      derived: { accrued: { available: 600_000_000_000n } },
    });
  });

  it('is not proven where another state came and went unseen', () => {
    const chain = new Chain().act(10, { kind: 'deposit', raw: 100_000_000n }).act(30, { kind: 'refresh' });
    expect(stateAt(chain, 20, [0, 60])).toMatchObject({ proof: null, evidence: { observedAt: timeAt(0) } });
  });

  it('is not proven by the index where a deposit leaves no trace in it: flat curve, or no debt', () => {
    const change = { kind: 'deposit', raw: 5_000_000n } as const;
    for (const settings of [{ curve: FLAT }, { borrowedSf: 0n, curve: curveOf([0, 100], [10_000, 900]) }]) {
      expect(stateAt(new Chain(settings).act(30, change), 20, [0, 60])?.proof).toBeNull();
    }
  });

  it('is not proven where debt came and went on a flat curve: the fees owed tell it', () => {
    const chain = new Chain({ curve: curveOf([0, 500], [10_000, 501]) })
      .act(10, { kind: 'borrow', raw: 9_000_000_000n })
      .act(30, { kind: 'repay', raw: 9_000_000_000n });
    expect(stateAt(chain, 20, [0, 60])?.proof).toBeNull();
  });

  it('is the observation itself at the time of an observation, whichever of the two it is', () => {
    const chain = new Chain().act(30, { kind: 'deposit', raw: 1n });
    const [first = null, second = null] = chain.observations([0, 60]);
    const { timeline: terms } = chain;
    const atFirst = [
      deriveStateAt({ rules, prev: first, next: second, terms, at: timeAt(0) }),
      deriveStateAt({ rules, prev: first, next: null, terms, at: timeAt(0) }),
    ];
    for (const state of atFirst) {
      expect(state).toMatchObject({ proof: 'same_account', derived: { moment: { slot: first?.slot } } });
    }
    expect(deriveStateAt({ rules, prev: null, next: second, terms, at: timeAt(60) })?.derived.moment.slot).toBe(
      second?.slot,
    );
  });

  it('is not extrapolated: null before the first observation and after the newest', () => {
    const chain = new Chain();
    const observation = chain.observation(60);
    const { timeline: terms } = chain;
    expect(deriveStateAt({ rules, prev: null, next: observation, terms, at: timeAt(59) })).toBeNull();
    expect(deriveStateAt({ rules, prev: observation, next: null, terms, at: timeAt(61) })).toBeNull();
  });

  it('does not believe an account written by no refresh before it was seen', () => {
    const chain = new Chain();
    const [prev = null, seen] = chain.observations([10, 60]);
    const next = { ...chain.observation(60), ...seen, accountSha256: new Uint8Array(32).fill(1) };
    const state = deriveStateAt({ rules, prev, next, terms: chain.timeline, at: timeAt(30) });
    expect(state).toMatchObject({ proof: null, evidence: { observedAt: timeAt(10) } });
  });

  it('has no USD value where the account holds no price', () => {
    const state = stateAt(new Chain({ priceSf: 0n }), 30, [0, 60]);
    expect(state?.derived.numbers).toMatchObject({ priceUsdF: null, suppliedAmountUsdF: null });
  });

  it('accrues by seconds on the time basis, and waits for both slot and time of a later account', () => {
    const chain = new Chain({ basis: 'true_apr' }).act(30, { kind: 'deposit', raw: 5n });
    expect(stateAt(chain, 20, [0, 60])?.derived.accrued.elapsedUnits).toBe(20n);
    const [prev = null, next] = chain.observations([0, 60]);
    const late = { ...chain.observation(60), ...next, lastUpdateAt: timeAt(45) };
    const state = deriveStateAt({ rules, prev, next: late, terms: chain.timeline, at: timeAt(40) });
    expect(state?.evidence.observedAt).toEqual(timeAt(0));
  });

  it('adds nothing on the time basis to an account that holds no time', () => {
    const chain = new Chain({ basis: 'true_apr', compounding: 'before-1.17' });
    expect(stateAt(chain, 30, [0, 60])?.derived.accrued.elapsedUnits).toBe(0n);
  });
});

describe('newest state', () => {
  it('is an observation accrued to a later bank at which it is known to be unchanged', () => {
    const chain = new Chain();
    const state = deriveNewest({ rules, state: chain.observation(0), terms: chain.timeline, moment: momentAt(90) });
    expect(state.proof).toBe('same_account');
    expect(state.derived.accrued).toMatchObject(chain.truthAt(momentAt(90)).accrued);
  });

  it('refuses a bank before the account was refreshed', () => {
    const chain = new Chain().act(30, { kind: 'refresh' });
    let refused: unknown = null;
    try {
      deriveNewest({ rules, state: chain.observation(30), terms: chain.timeline, moment: momentAt(29) });
    } catch (error) {
      refused = error;
    }
    expect(isLendingError(refused) && refused.code).toBe('SLOT_BEFORE_LAST_UPDATE');
  });
});
