import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyProperCurve, steepestSlope } from './test/support/arbitrary-curve.ts';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { borrowRateAt, type CurvePoint, deriveReserve, ONE_SF, sfToDouble } from './index.ts';

const HALF_BPS = 0.5e-4;
/** Each rate is cut off at 2^-60 a few times and then turned into a double. */
const CUT_OFF = 2 ** -50;

const utilization = fc.bigInt({ min: 0n, max: ONE_SF });
const step = fc.oneof(fc.bigInt({ min: 0n, max: 1_000n }), fc.bigInt({ min: 0n, max: ONE_SF / 10_000n }));

function rate(curve: readonly CurvePoint[], utilizationSf: bigint): number {
  return sfToDouble(borrowRateAt(curve, utilizationSf));
}

/** True where a knot lies within a basis point: there the program rounds to it. */
function isNearKnot(curve: readonly CurvePoint[], utilizationSf: bigint): boolean {
  const bps = sfToDouble(utilizationSf) * 10_000;
  return curve.some((knot) => Math.abs(knot.utilizationRateBps - bps) < 1);
}

test('between knots the rate moves with utilization no faster than the steepest piece of the curve', () => {
  fc.assert(
    fc.property(anyProperCurve, utilization, step, (curve, from, delta) => {
      const to = from + delta;
      fc.pre(!isNearKnot(curve, from) && !isNearKnot(curve, to) && to <= ONE_SF);
      const moved = Math.abs(rate(curve, to) - rate(curve, from));
      const allowed = steepestSlope(curve) * sfToDouble(delta);
      expect(moved).toBeLessThanOrEqual(allowed * (1 + 1e-9) + (1 + steepestSlope(curve)) * CUT_OFF);
    }),
  );
});

test('at a knot the rate jumps by no more than half a basis point of the steepest piece', () => {
  fc.assert(
    fc.property(
      anyProperCurve,
      fc.nat(10),
      fc.integer({ min: -15_000, max: 15_000 }),
      step,
      (curve, i, offset, delta) => {
        const knot = curve[i]?.utilizationRateBps ?? 0;
        const from = (BigInt(knot) * ONE_SF) / 10_000n + (BigInt(offset) * ONE_SF) / 100_000_000n;
        fc.pre(from >= 0n && from + delta <= ONE_SF);
        const moved = Math.abs(rate(curve, from + delta) - rate(curve, from));
        const slope = steepestSlope(curve);
        // Either end may have been rounded to a knot.
        const allowed = slope * (sfToDouble(delta) + 2 * HALF_BPS);
        expect(moved).toBeLessThanOrEqual(allowed * (1 + 1e-9) + (1 + slope) * CUT_OFF);
      },
    ),
  );
});

test('one base unit more moves utilization by at most its share of the supply, and never up', () => {
  const whole = fc.bigInt({ min: 1n, max: 1n << 60n });
  fc.assert(
    fc.property(anyProperCurve, whole, whole, (curve, available, borrowed) => {
      const derived = [available, available + 1n].map((availableAmountRaw) =>
        deriveReserve(
          makeReserve({
            liquidity: { availableAmountRaw, borrowedAmountSf: borrowed * ONE_SF },
            config: { borrowRateCurve: curve },
          }),
          { slot: 1_000n, unixTimestamp: 0n, slotDurationMs: 500, referralFeeBps: 0 },
        ),
      );
      const [before, after] = derived.map(({ accrued }) => accrued.utilizationSf);
      if (before === undefined || after === undefined) throw new Error('two derivations give two utilizations');
      const shareSf = before / (available + borrowed);
      expect(after).toBeLessThanOrEqual(before);
      expect(before - after).toBeLessThanOrEqual(shareSf + 1n);
    }),
  );
});

test('borrow and supply APR follow utilization: equal utilizations give equal rates', () => {
  const whole = fc.bigInt({ min: 1n, max: 1n << 50n });
  fc.assert(
    fc.property(
      anyProperCurve,
      whole,
      whole,
      fc.bigInt({ min: 2n, max: 1_000n }),
      (curve, available, borrowed, times) => {
        const rates = [1n, times].map((scale) => {
          const liquidity = { availableAmountRaw: available * scale, borrowedAmountSf: borrowed * scale * ONE_SF };
          const reserve = makeReserve({ liquidity, config: { borrowRateCurve: curve } });
          const {
            utilizationF: share,
            borrowAprF: borrowApr,
            supplyAprF: supplyApr,
          } = deriveReserve(reserve, {
            slot: 1_000n,
            unixTimestamp: 0n,
            slotDurationMs: 400,
            referralFeeBps: 0,
          });
          return { share, borrowApr, supplyApr };
        });
        expect(rates[0]).toEqual(rates[1]);
      },
    ),
  );
});
