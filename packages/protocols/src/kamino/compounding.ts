import { checkSf, mulSf, ONE_SF } from './fraction.ts';

/**
 * Versions of the program's compound interest, that of today first. Which one applies belongs to the time of the refresh, not to the
 * account: klend 1.17.0 (31 March 2026) reordered the series so that less is cut off.
 */
export const COMPOUNDING = ['since-1.17', 'before-1.17'] as const;
export type CompoundingVariant = (typeof COMPOUNDING)[number];

/**
 * Growth of one unit of debt over `units` at a yearly rate, 60-bit fixed point, exactly as the program computes it:
 * repeated multiplication up to four units, a cubic Taylor series from five on, every step cut off.
 * `unitsPerYear` is {@link SLOTS_PER_YEAR} or {@link SECONDS_PER_YEAR}. Throws `ARITHMETIC_OVERFLOW` beyond u128.
 */
export function compoundedInterestSf(
  rateSf: bigint,
  units: bigint,
  unitsPerYear: bigint,
  variant: CompoundingVariant,
): bigint {
  const base = rateSf / unitsPerYear;
  if (units <= 4n) return repeatedGrowth(ONE_SF + base, units);
  const terms = variant === 'before-1.17' ? termsBefore117(base, units) : termsSince117(base, units);
  return checkSf(ONE_SF + terms, 'compounded interest');
}

function repeatedGrowth(growth: bigint, units: bigint): bigint {
  if (units === 0n) return ONE_SF;
  if (units === 1n) return checkSf(growth, 'compounded interest');
  const squared = mulSf(growth, growth);
  if (units === 2n) return squared;
  return units === 3n ? mulSf(squared, growth) : mulSf(squared, squared);
}

// The squared base is cut off before it is multiplied up, so below about 5.9 % a year the series is linear.
function termsBefore117(base: bigint, units: bigint): bigint {
  const base2 = mulSf(base, base);
  const base3 = mulSf(base2, base);
  const second = checkSf(base2 * units * (units - 1n), 'second term of interest') / 2n;
  const third = checkSf(base3 * units * (units - 1n) * (units - 2n), 'third term of interest') / 6n;
  return checkSf(base * units, 'first term of interest') + second + third;
}

function termsSince117(base: bigint, units: bigint): bigint {
  const first = checkSf(base * units, 'first term of interest');
  const second = checkSf(mulSf(first, base) * (units - 1n), 'second term of interest') / 2n;
  const third = checkSf(mulSf(second, base) * (units - 2n), 'third term of interest') / 3n;
  return first + second + third;
}
