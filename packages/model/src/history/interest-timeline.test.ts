import { ONE_SF } from '@tidemark/protocols/kamino';
import { describe, expect, it } from 'vitest';
import { Chain, curveOf, momentAt, slotAt, timeAt, rules } from '../../test/support/chain.ts';
import { ZERO_INTEREST } from './interest-split.ts';
import { InterestTimeline, interestBetween } from './interest-timeline.ts';
import { isSameAccount } from './account-in-force.ts';
import type { Observation } from './state-at.ts';
import type { StoredState } from '@tidemark/core';

const SMALL = { availableRaw: 600_000_000n, borrowedSf: 400_000_000n * ONE_SF };

function timelineOf(chain: Chain, states: readonly StoredState[]): InterestTimeline {
  const observations: Observation[] = [];
  for (const state of states) {
    const last = observations.at(-1);
    const known = last !== undefined && isSameAccount(last.state, state);
    observations.push({ state, account: known ? last.account : { rules, state, terms: chain.terms } });
  }
  return new InterestTimeline(observations);
}

function between(timeline: InterestTimeline, from: number, to: number) {
  return interestBetween(timeline.totalsAt(momentAt(from)), timeline.totalsAt(momentAt(to)));
}

/** An account that nothing seen before leads to: refreshed at `second`, with this rate and debt. */
function stranger(chain: Chain, second: number, change: Partial<StoredState>): StoredState {
  return {
    ...chain.observation(second + 10),
    lastUpdateSlot: slotAt(second),
    lastUpdateAt: timeAt(second),
    accountSha256: new Uint8Array(32).fill(second % 256),
    ...change,
  };
}

describe('interest of an account in force', () => {
  // As lending's own test: 1000 slots at 5 % a year on 400 tokens, 10 % taken, a fifth of that for referrers; price 2.
  it('is what the program adds, in its own split, worked by hand', () => {
    const chain = new Chain({ ...SMALL, referralFeeBps: 2_000 });
    expect(between(timelineOf(chain, chain.observations([0, 600])), 0, 500)).toEqual({
      interest: {
        interest: 365_589_155_455_200_000_000n,
        supplySide: 329_030_239_909_680_000_191n,
        protocol: 29_247_132_436_415_999_974n,
        others: { referrerMax: 7_311_783_109_103_999_835n },
      },
      interestUsd: {
        interest: 658_060_479_819_360n + 58_494_264_872_831n + 14_623_566_218_207n,
        supplySide: 658_060_479_819_360n,
        protocol: 58_494_264_872_831n,
        others: { referrerMax: 14_623_566_218_207n },
      },
    });
  });

  // 1 % for the host: 73117807594400000000, worked by hand; 109676728954079999809 of fees together in lending's own test.
  it('keeps the interest of the host apart from the fees of the protocol', () => {
    const chain = new Chain({ ...SMALL, hostBps: 100 });
    expect(between(timelineOf(chain, chain.observations([0, 600])), 0, 500).interest).toEqual({
      interest: 461_169_040_549_759_981_600_000_000n - SMALL.borrowedSf,
      supplySide: 438_707_021_191_200_000_000n - 109_676_728_954_079_999_809n,
      protocol: 109_676_728_954_079_999_809n - 73_117_807_594_400_000_000n,
      others: { host: 73_117_807_594_400_000_000n },
    });
  });

  it('is nothing without debt, and then needs no price', () => {
    const chain = new Chain({ borrowedSf: 0n, priceSf: 0n });
    expect(between(timelineOf(chain, chain.observations([0, 600])), 0, 500)).toEqual({
      interest: ZERO_INTEREST,
      interestUsd: ZERO_INTEREST,
    });
  });

  it('of dust, where the program cuts off each part on its own, balances and is at most one last bit below nothing', () => {
    const chain = new Chain({ availableRaw: 0n, borrowedSf: 5_000_000n, takePct: 30, referralFeeBps: 7_000 });
    const timeline = timelineOf(chain, chain.observations([0, 7_200]));
    const parts = Array.from({ length: 120 }, (_, i) => between(timeline, 60 * i, 60 * (i + 1)).interest);
    for (const part of parts) {
      const { interest, supplySide, protocol, others } = part ?? ZERO_INTEREST;
      expect(supplySide + protocol + (others['referrerMax'] ?? 0n)).toBe(interest);
      expect(protocol).toBeGreaterThanOrEqual(-1n);
    }
  });

  it('has the same USD value whatever the program thinks of the price', () => {
    const [accepted, tooOld] = [63, 0].map((priceStatus) => {
      const chain = new Chain({ priceStatus });
      return between(timelineOf(chain, chain.observations([0, 600])), 0, 600).interestUsd;
    });
    expect(accepted?.interest).toBeGreaterThan(0n);
    expect(tooOld).toEqual(accepted);
  });

  it('has no USD value where some of it accrued without a price, and one where that is over', () => {
    const chain = new Chain({ priceSf: 0n }).act(300, { kind: 'price', priceSf: ONE_SF });
    const timeline = timelineOf(chain, chain.observations([0, 310, 600]));
    expect(between(timeline, 0, 500).interestUsd).toBeNull();
    expect(between(timeline, 0, 500).interest).not.toBeNull();
    expect(between(timeline, 300, 500).interestUsd?.interest).toBeGreaterThan(0n);
  });
});

describe('interest of a stretch that was not seen', () => {
  // 100 of debt at index 1, 200 at 1.1: (100/1 + 200/1.1)/2 · 0.1 = 14.0909…; a tenth of it is taken.
  const chain = new Chain({ borrowedSf: 100n * ONE_SF, availableRaw: 150n });
  const later = stranger(chain, 100, {
    borrowIndex: (ONE_SF * 11n) / 10n,
    borrowed: 200n * ONE_SF,
  });
  const total = 16_245_712_110_369_207_309n;

  it('is the growth of the index on the mean debt in units of the index, worked by hand', () => {
    const { interest } = between(timelineOf(chain, [chain.observation(0), later]), 0, 110);
    const afterwards = between(timelineOf(chain, [chain.observation(0), later]), 100, 110).interest;
    expect((interest?.interest ?? 0n) - (afterwards?.interest ?? 0n)).toBe(total);
  });

  it('is split as the account before it splits, and spread over the slots evenly', () => {
    const timeline = timelineOf(chain, [chain.observation(0), later]);
    const half = between(timeline, 0, 50).interest;
    expect(half?.interest).toBeGreaterThanOrEqual(total / 2n - 3n);
    expect(half?.interest).toBeLessThanOrEqual(total / 2n);
    expect(Number(half?.protocol) / Number(half?.interest)).toBeCloseTo(0.1, 9);
  });

  it('begins with the last observation of the account before: until then that is known', () => {
    const seen = timelineOf(chain, chain.observations([0, 40]));
    const unseen = timelineOf(chain, [...chain.observations([0, 40]), later]);
    expect(between(unseen, 0, 40)).toEqual(between(seen, 0, 40));
  });

  it('is split as the account after it where the one before has no debt', () => {
    const idle = new Chain({ borrowedSf: 0n, availableRaw: 150n });
    const { interest } = between(timelineOf(idle, [idle.observation(0), later]), 0, 100);
    expect(interest?.interest).toBeGreaterThan(0n);
    expect(Number(interest?.protocol) / Number(interest?.interest)).toBeCloseTo(0.1, 9);
  });

  it('is unknown where the cumulative rate fell, and only there', () => {
    const fallen = stranger(chain, 200, { borrowed: 200n * ONE_SF });
    const timeline = timelineOf(chain, [chain.observation(0), later, fallen]);
    expect(between(timeline, 0, 100).interest).not.toBeNull();
    expect(between(timeline, 0, 111)).toEqual({ interest: null, interestUsd: null });
    expect(between(timeline, 150, 190).interest).toBeNull();
    expect(between(timeline, 200, 210).interest).not.toBeNull();
  });

  it('is near the truth: between the interest of the least and of the most debt', () => {
    const busy = new Chain({ curve: curveOf([0, 500], [10_000, 900]) });
    for (let second = 10; second < 600; second += 10) busy.act(second, { kind: 'borrow', raw: 1_000_000_000n });
    const { interest } = between(timelineOf(busy, busy.observations([0, 600])), 0, 600);
    const truth = busy.interestBetween(0, 600).interest;
    expect(Math.abs(Number(interest?.interest) / Number(truth) - 1)).toBeLessThan(0.02);
  });
});

describe('an account that no refresh wrote', () => {
  // A change of settings between two refreshes: same slot of the last update, other bytes.
  const chain = new Chain();
  const first = chain.observation(0);
  const changed = { ...chain.observation(300), accountSha256: new Uint8Array(32).fill(9) };

  it('is in force from the last observation of the one before', () => {
    const timeline = timelineOf(chain, [
      first,
      chain.observation(200),
      changed,
      { ...changed, ...after(chain.observation(600)) },
    ]);
    const alone = timelineOf(chain, chain.observations([0, 600]));
    for (const [from, to] of [
      [0, 200],
      [100, 250],
      [0, 600],
    ] as const) {
      expect(between(timeline, from, to).interest).toEqual(between(alone, from, to).interest);
    }
  });

  it('takes no time at all where the one before was seen in the slot of the refresh', () => {
    const double = { ...changed, borrowed: 2n * first.borrowed };
    const { interest } = between(timelineOf(chain, [first, double]), 0, 300);
    expect(interest).toEqual(between(timelineOf(chain, [double]), 0, 300).interest);
  });
});

function after({ slot, observedAt }: StoredState): Pick<StoredState, 'slot' | 'observedAt'> {
  return { slot, observedAt };
}
