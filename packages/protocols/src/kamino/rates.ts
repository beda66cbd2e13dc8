import { annualisation as annualise, expectFiniteRate, type Ratio, ratioToDouble } from '@tidemark/core';
import { FRACTION_BITS } from './fraction.ts';
import { accrualUnitsPerYear } from './accrual-units.ts';
import type { AccruedReserve, AccruingReserve } from './accrued-reserve.ts';
import { PROGRAM_SLOT_DURATION_MS } from './constants.ts';
import type { InterestRateBasis } from './reserve.ts';

export { aprToApy } from '@tidemark/core';

const FRACTION_BITS_COUNT = Number(FRACTION_BITS);

/**
 * What a program year is in real years: 500 / slot duration for slot-basis reserves, because the program counts two
 * slots a second whatever the chain does, and 1 on the time basis. Exact.
 * Throws `INVALID_SLOT_DURATION` for anything but a positive finite number, on either basis.
 */
export function annualisation(basis: InterestRateBasis, slotDurationMs: number): Ratio {
  return annualise(basis === 'legacy' ? 'slots' : 'seconds', slotDurationMs, PROGRAM_SLOT_DURATION_MS);
}

/** APR that borrowers pay, a fraction: (curve + host rate), annualised. Throws `RATE_OUT_OF_RANGE`. */
export function borrowApr(borrowRateSf: bigint, hostRateSf: bigint, factor: Ratio): number {
  const numerator = (borrowRateSf + hostRateSf) * factor.numerator;
  return expectFiniteRate(ratioToDouble(numerator, factor.denominator, FRACTION_BITS_COUNT), 'borrow APR');
}

/**
 * APR that suppliers earn from interest, a fraction: utilization x curve rate x (1 - protocol take), annualised.
 * The host's rate is not in it: all of that goes to the protocol. Throws `RATE_OUT_OF_RANGE`.
 */
export function supplyApr(utilizationSf: bigint, borrowRateSf: bigint, takeRatePct: number, factor: Ratio): number {
  const numerator = utilizationSf * borrowRateSf * BigInt(100 - takeRatePct) * factor.numerator;
  return expectFiniteRate(ratioToDouble(numerator, 100n * factor.denominator, 2 * FRACTION_BITS_COUNT), 'supply APR');
}

/**
 * APR of the reserve's own rewards, a fraction: the configured rate at the accrued supply, at most the market's
 * ceiling, annualised like every rate of the reserve; 0 where nothing is or can be given.
 */
export function rewardsApr(
  reserve: AccruingReserve,
  accrued: AccruedReserve,
  maxAprBps: number,
  factor: Ratio,
): number {
  const perUnitRaw = reserve.config.rewardsPerAccrualUnitRaw;
  const nothing =
    perUnitRaw === 0n ||
    maxAprBps === 0 ||
    accrued.rewardsAvailableRaw === 0n ||
    accrued.totalSupplySf === 0n ||
    reserve.collateral.mintTotalSupplyRaw === 0n;
  if (nothing) return 0;
  const perYearSf = (perUnitRaw * accrualUnitsPerYear(accrued.interestRateBasis)) << FRACTION_BITS;
  const capped = perYearSf * 10_000n >= BigInt(maxAprBps) * accrued.totalSupplySf;
  const numerator = capped ? BigInt(maxAprBps) : perYearSf;
  const denominator = capped ? 10_000n : accrued.totalSupplySf;
  return expectFiniteRate(ratioToDouble(numerator * factor.numerator, denominator * factor.denominator), 'rewards APR');
}
