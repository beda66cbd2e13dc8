import { type Exact, Exact as ExactDecimal, ONE, ULP_SF } from '../exact.ts';

/** Slots that the program and the SDK count in a year. */
export const SLOTS_PER_YEAR = 63_072_000;
export const SECONDS_PER_YEAR = 31_536_000;

/** Growth of one unit of debt over `units` at a yearly rate, in exact arithmetic: what both sides round. */
export function growth(rate: Exact, units: bigint, unitsPerYear = SLOTS_PER_YEAR): Exact {
  const base = rate.div(unitsPerYear);
  const n = new ExactDecimal(units.toString());
  if (units <= 4n) return base.plus(1).pow(Number(units));
  const first = base.times(n);
  const second = first.times(base).times(n.minus(1)).div(2);
  const third = second.times(base).times(n.minus(2)).div(3);
  return ONE.plus(first).plus(second).plus(third);
}

/** Change of the growth with the rate. */
export function growthSlope(rate: Exact, units: bigint, unitsPerYear = SLOTS_PER_YEAR): Exact {
  const base = rate.div(unitsPerYear);
  const n = new ExactDecimal(units.toString());
  if (units === 0n) return new ExactDecimal(0);
  if (units <= 4n)
    return base
      .plus(1)
      .pow(Number(units) - 1)
      .times(n)
      .div(unitsPerYear);
  const linear = n.plus(base.times(n).times(n.minus(1)));
  return linear.plus(base.pow(2).times(n).times(n.minus(1)).times(n.minus(2)).div(2)).div(unitsPerYear);
}

/** The SDK computes the series in 20 digits: six roundings to a term, three sums. */
const SDK_SERIES = new ExactDecimal('1e-18');

/** How far the two growths may be apart, the rate being off by `rateTolerance`. */
export function growthTolerance(rate: Exact, units: bigint, rateTolerance: number): Exact {
  const raised = rate.plus(rateTolerance);
  const grown = growth(raised, units);
  return programTruncation(raised, units)
    .plus(grown.times(SDK_SERIES))
    .plus(growthSlope(raised, units).times(rateTolerance));
}

/** The SDK's own error alone. */
export function sdkGrowthTolerance(rate: Exact, units: bigint, rateTolerance: number): Exact {
  const raised = rate.plus(rateTolerance);
  return growth(raised, units).times(SDK_SERIES).plus(growthSlope(raised, units).times(rateTolerance));
}

/**
 * What the program since 1.17 cuts off: the base loses up to one unit (times the change of the growth with the base),
 * the product in the second term up to one unit times (n − 1)/2, which the third term multiplies on, and so on.
 */
export function programTruncation(rate: Exact, units: bigint, unitsPerYear = SLOTS_PER_YEAR): Exact {
  const n = new ExactDecimal(units.toString());
  const base = rate.div(unitsPerYear);
  const fromBase = growthSlope(rate.plus(ULP_SF.times(unitsPerYear)), units, unitsPerYear).times(unitsPerYear);
  const second = n.div(2).plus(1);
  const third = n.div(3).times(second.times(base).plus(1)).plus(1);
  return ULP_SF.times(fromBase.plus(second).plus(third).plus(4));
}

/**
 * Growth as the program computed it before 1.17: b² and b³ are cut off before they are multiplied up, which for most
 * rates leaves nothing of them. Never falls with the rate, so the growths at both ends of a rate enclose it.
 */
export function olderProgramGrowth(rate: Exact, units: bigint): Exact {
  if (units <= 4n) return growth(rate, units);
  const base = BigInt(rate.div(ULP_SF).div(SLOTS_PER_YEAR).floor().toFixed());
  const square = (base * base) >> 60n;
  const cube = (square * base) >> 60n;
  const second = (square * units * (units - 1n)) / 2n;
  const third = (cube * units * (units - 1n) * (units - 2n)) / 6n;
  return ONE.plus(ULP_SF.times((base * units + second + third).toString()));
}

/** Whether the older program's terms, which it divides only at the end, leave the 68 bits before the point. */
export function olderProgramOverflows(rate: Exact, units: bigint): boolean {
  const series = rate.div(SLOTS_PER_YEAR).times(units.toString());
  return ExactDecimal.max(series, series.pow(2), series.pow(3)).gte(new ExactDecimal(2).pow(67));
}
