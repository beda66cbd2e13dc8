import { type AccrualRules, aprToApy, forEachNumber, type StateNumbers, type TimeBasis } from '@tidemark/core';
import type { NumberSummary, StateNumber } from './bucket.ts';

/** The numbers of a state, and how much observed time passed until the next. */
export interface WeighedNumbers {
  readonly numbers: StateNumbers;
  readonly observedMs: number;
}

/** All numbers of a bucket from its points in order of time: the edge it opens with, its observations, the edge it closes with. */
export function summariseNumbers(
  rules: AccrualRules,
  points: readonly WeighedNumbers[],
  basis: TimeBasis | null,
): Record<StateNumber, NumberSummary> {
  return withMeanApys(
    rules,
    forEachNumber((name) => summariseNumber(points, name)),
    basis,
  );
}

/**
 * The mean of an APY is the APY of the mean APR. A mean of APYs would say more than anybody paid where the rate swings: they are
 * convex. Buckets of an earlier version name no basis; the two differ in the eighth digit.
 */
export function withMeanApys(
  rules: AccrualRules,
  numbers: Record<StateNumber, NumberSummary>,
  basis: TimeBasis | null,
): Record<StateNumber, NumberSummary> {
  const periods = Number(rules.unitsPerYear(basis ?? 'slots'));
  const annualised = (apy: NumberSummary, { twavg: apr }: NumberSummary): NumberSummary => {
    return { ...apy, twavg: apr === null ? null : withinBounds(aprToApy(apr, periods), apy.min, apy.max) };
  };
  return {
    ...numbers,
    borrowApyF: annualised(numbers.borrowApyF, numbers.borrowAprF),
    supplyApyF: annualised(numbers.supplyApyF, numbers.supplyAprF),
  };
}

/** The mean holds every value until the next one; it is null where the value was not known while the reserve was observed. */
function summariseNumber(points: readonly WeighedNumbers[], name: StateNumber): NumberSummary {
  let min: number | null = null;
  let max: number | null = null;
  let weighted = 0;
  let weight = 0;
  for (const { numbers, observedMs } of points) {
    const value = numbers[name];
    if (value === null) continue;
    if (min === null || value < min) min = value;
    if (max === null || value > max) max = value;
    weighted += value * observedMs;
    weight += observedMs;
  }
  return {
    open: points[0]?.numbers[name] ?? null,
    min,
    max,
    twavg: weight === 0 ? null : withinBounds(weighted / weight, min, max),
    close: points.at(-1)?.numbers[name] ?? null,
  };
}

/** A mean lies between its values; the division of rounded sums may miss that by a bit. */
export function withinBounds(mean: number, min: number | null, max: number | null): number {
  if (min !== null && mean < min) return min;
  if (max !== null && mean > max) return max;
  return mean;
}
