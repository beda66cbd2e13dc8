import { type CurvePoint, effectiveCurve, ONE_SF } from '../../index.ts';

/** Plain interpolation between knots, as the SDK does it: no rounding to basis points, no flat spots. */
export function unsnappedRate(curve: readonly CurvePoint[], usedSf: bigint): bigint {
  const cappedSf = usedSf > ONE_SF ? ONE_SF : usedSf;
  const knots = effectiveCurve(curve);
  const next = Math.max(
    1,
    knots.findIndex((knot) => cappedSf * 10_000n <= BigInt(knot.utilizationRateBps) * ONE_SF),
  );
  const start = knots[next - 1];
  const end = knots[next];
  if (start === undefined || end === undefined) throw new Error('curve without a segment');
  const rise = BigInt(end.borrowRateBps - start.borrowRateBps);
  const run = BigInt(end.utilizationRateBps - start.utilizationRateBps);
  const fromStart = cappedSf * 10_000n - BigInt(start.utilizationRateBps) * ONE_SF;
  return ((fromStart * rise) / run + BigInt(start.borrowRateBps) * ONE_SF) / 10_000n;
}
