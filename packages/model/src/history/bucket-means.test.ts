import { aprToApy, ONE_SF, SECONDS_PER_YEAR, SLOTS_PER_YEAR } from '@tidemark/protocols/kamino';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { someSeconds, stories } from '../../test/support/arbitrary-chain.ts';
import { bucketsOf } from '../../test/support/buckets-of.ts';
import { Chain, curveOf, timeAt, rules } from '../../test/support/chain.ts';
import type { Bucket } from './bucket.ts';
import { foldBuckets } from './fold-buckets.ts';

const HOUR = 3_600;

describe('the mean APY of a bucket', () => {
  /** From 2 % below 60 % of utilization to 102 % above 85 %. */
  const swinging = (basis: 'legacy' | 'true_apr', hours: number): Chain => {
    const curve = curveOf([0, 200], [6_000, 200], [8_500, 10_200], [10_000, 10_200]);
    const chain = new Chain({ basis, curve, availableRaw: 40_000_000_000n, borrowedSf: 400_000_000_000n * ONE_SF });
    for (let second = 600; second < hours * HOUR; second += 1_200) {
      chain.act(second, { kind: 'deposit', raw: 600_000_000_000n });
      chain.act(second + 600, { kind: 'withdraw', raw: 600_000_000_000n });
    }
    return chain;
  };
  const everyTenSeconds = (hours: number) => Array.from({ length: hours * 360 + 1 }, (_, i) => i * 10);

  it('is what borrowers paid on a reserve whose rate swings, where the mean of the APYs is half of it too much', () => {
    const chain = swinging('true_apr', 1);
    const [bucket] = bucketsOf(chain, everyTenSeconds(1), { from: 0, to: HOUR });
    const [before, after] = [0, HOUR].map((second) =>
      chain.truthAt({ slot: 400_000_000n + 2n * BigInt(second), unixSeconds: 1_790_294_400 + second }),
    );
    const growth = Number(after?.accrued.borrowIndex) / Number(before?.accrued.borrowIndex);
    const paid = growth ** (SECONDS_PER_YEAR / HOUR) - 1;
    const { twavg, min, max } = bucket?.numbers?.borrowApyF ?? {};
    expect(twavg).toBeCloseTo(paid, 4);
    expect(((min ?? 0) + (max ?? 0)) / 2 - paid).toBeGreaterThan(0.2);
  });

  it.each([
    ['legacy', SLOTS_PER_YEAR],
    ['true_apr', SECONDS_PER_YEAR],
  ] as const)(
    'is that of the mean APR with the periods of the basis %s, in an hour and in what hours make',
    (basis, periods) => {
      const chain = swinging(basis, 3);
      const hours = bucketsOf(chain, everyTenSeconds(3), { from: 0, to: 3 * HOUR });
      const whole = foldBuckets(rules, hours, timeAt(0), timeAt(3 * HOUR));
      for (const { numbers, timeBasis } of [...hours, whole]) {
        expect(timeBasis).toBe(basis === 'legacy' ? 'slots' : 'seconds');
        expect(numbers?.borrowApyF.twavg).toBe(aprToApy(numbers?.borrowAprF.twavg ?? Number.NaN, periods));
        expect(numbers?.supplyApyF.twavg).toBe(aprToApy(numbers?.supplyAprF.twavg ?? Number.NaN, periods));
      }
    },
  );
});

describe('a value of a bucket', () => {
  const jumping = (...seconds: readonly number[]): Chain => {
    const chain = new Chain({ borrowedSf: 0n });
    for (const second of seconds) chain.act(second, { kind: 'deposit', raw: 400_000_000_000n });
    return chain;
  };
  const meanOf = (bucket: Bucket | undefined) => bucket?.numbers?.availableAmountF.twavg;

  it('counts from when its account was written, not from when that was seen', () => {
    const [hour] = bucketsOf(jumping(890), [0, 880, 900, HOUR], { from: 0, to: HOUR });
    expect(meanOf(hour)).toBe((600_000 * 890 + 1_000_000 * 2_710) / HOUR);
  });

  it('counts in the bucket in which its account was written, where it was seen in the next', () => {
    const [first, second] = bucketsOf(jumping(3_590), [0, 3_580, 3_610, 7_200], { from: 0, to: 2 * HOUR });
    expect(meanOf(first)).toBe((600_000 * 3_590 + 1_000_000 * 10) / HOUR);
    expect(meanOf(second)).toBe(1_000_000);
  });

  it('makes no time observed: of a gap in which its account was written nothing counts', () => {
    const spans = [
      { from: timeAt(0), to: timeAt(1_800), observations: 360, gapAfterMs: 30_000 },
      { from: timeAt(2_700), to: timeAt(HOUR), observations: 180, gapAfterMs: 30_000 },
    ];
    const [hour] = bucketsOf(jumping(2_000), [0, 1_800, 2_700, HOUR], { from: 0, to: HOUR, spans });
    expect(hour?.observedSeconds).toBe(2_700);
    expect(meanOf(hour)).toBe((600_000 * 1_800 + 1_000_000 * 900) / 2_700);
  });

  it('counts from when it was seen where its account was not written by a refresh', () => {
    const states = new Chain({ borrowedSf: 0n }).observations([0, 880, 900, HOUR]).map((state, i) =>
      // The bytes differ and the last update does not: nobody knows when that happened.
      i < 2 ? state : { ...state, availableAmountF: 1_000_000, accountSha256: new Uint8Array([1]) },
    );
    const [hour] = bucketsOf(new Chain(), [0, 880, 900, HOUR], { from: 0, to: HOUR, states });
    expect(meanOf(hour)).toBeCloseTo((600_000 * 900 + 1_000_000 * 2_700) / HOUR, 6);
  });

  it('counts on the time basis not before the time of its account', () => {
    const chain = new Chain({ basis: 'true_apr', borrowedSf: 0n }).act(885, { kind: 'deposit', raw: 400_000_000_000n });
    const states = chain
      .observations([0, 880, 900, HOUR])
      .map((state) => (state.lastUpdateSlot > 400_000_000n ? { ...state, lastUpdateAt: timeAt(893) } : state));
    const [hour] = bucketsOf(chain, [0, 880, 900, HOUR], { from: 0, to: HOUR, states });
    expect(meanOf(hour)).toBe((600_000 * 893 + 1_000_000 * 2_707) / HOUR);
  });

  /** The chain of these tests has two slots a second, and changes at whole seconds. */
  it('gives the mean that a sum over the seconds gives, each with the last value that had begun', () => {
    fc.assert(
      fc.property(stories(2 * HOUR), someSeconds(2 * HOUR), ({ chain }, observations) => {
        const writtenAt = (observation: number) => chain.changes.findLast((second) => second <= observation) ?? 0;
        for (const { open, close, start, numbers } of bucketsOf(chain, observations, { from: 0, to: 2 * HOUR })) {
          if (open === null || close === null || numbers === null) continue;
          const [from, to, begin] = [open.at, close.at, start].map((at) => (at.getTime() - timeAt(0).getTime()) / 1000);
          const secondOf = (at: Date) => (at.getTime() - timeAt(0).getTime()) / 1000;
          const values = [
            { at: from ?? 0, account: writtenAt(secondOf(open.observedAt)), value: open.numbers.utilizationF },
            ...observations
              .filter((observation) => observation >= (begin ?? 0) && observation < (begin ?? 0) + HOUR)
              .map((observation) => ({
                at: observation,
                account: writtenAt(observation),
                value: chain.observation(observation).utilizationF,
              })),
            { at: to ?? 0, account: writtenAt(secondOf(close.observedAt)), value: close.numbers.utilizationF },
          ];
          let sum = 0;
          for (let second = from ?? 0; second < (to ?? 0); second += 1) {
            const begun = values.filter(({ at, account }, i) => {
              const isNew = values[i - 1] !== undefined && values[i - 1]?.account !== account;
              return (isNew ? account : at) <= second;
            });
            sum += begun.at(-1)?.value ?? Number.NaN;
          }
          expect(numbers.utilizationF.twavg).toBeCloseTo(sum / ((to ?? 0) - (from ?? 0)), 10);
        }
      }),
      { numRuns: 60 },
    );
  });
});
