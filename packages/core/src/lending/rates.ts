import { refusal } from '../errors.ts';
import { doubleToRatio, type Ratio } from '../fixed-point/double-to-ratio.ts';
import type { TimeBasis } from './state.ts';

/** Digits of a double, binary. */
const DOUBLE_BITS = 53n;

/** Parts of one that published rates are counted in where they weigh exact sums: more than the digits of a double. */
export const RATE_SCALE = 1n << (DOUBLE_BITS + 7n);

/**
 * What a year of the program is in real years, exact: 1 where interest counts seconds; where it counts slots, what the program
 * takes for the duration of a slot / what was measured.
 * Throws `INVALID_SLOT_DURATION` for anything but a positive finite number, on either basis.
 */
export function annualisation(basis: TimeBasis, slotDurationMs: number, programSlotDurationMs: number): Ratio {
  if (!(slotDurationMs > 0 && Number.isFinite(slotDurationMs))) {
    throw refusal('INVALID_SLOT_DURATION', 'slotDurationMs', 'a positive number of milliseconds', slotDurationMs);
  }
  if (basis === 'seconds') return { numerator: 1n, denominator: 1n };
  const { numerator, denominator } = doubleToRatio(slotDurationMs);
  return { numerator: BigInt(programSlotDurationMs) * denominator, denominator: numerator };
}

/**
 * APY of an APR compounded `periodsPerYear` times: (1 + apr/n)^n - 1 through log1p and expm1, so that small rates keep
 * their digits. Throws `RATE_OUT_OF_RANGE` where no finite double holds it.
 */
export function aprToApy(apr: number, periodsPerYear: number): number {
  return expectFiniteRate(Math.expm1(periodsPerYear * Math.log1p(apr / periodsPerYear)), 'APY');
}

/** The rate itself; throws `RATE_OUT_OF_RANGE` instead of giving NaN or Infinity. */
export function expectFiniteRate(rate: number, field: string): number {
  if (Number.isFinite(rate)) return rate;
  throw refusal('RATE_OUT_OF_RANGE', field, 'a finite number', rate);
}
