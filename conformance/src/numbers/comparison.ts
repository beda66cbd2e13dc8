import type { DerivedReserve, Reserve } from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, Exact as ExactDecimal, HALF_ULP } from '../exact.ts';
import type { Ledger } from '../report/ledger.ts';
import type { AllSdkNumbers } from '../sdk-numbers.ts';
import { type CurveReading, isProperCurve, readAsProgram, readAsSdk } from './curve.ts';
import type { ExactState } from './state.ts';

/** Half a unit of the last of the 20 digits that the SDK's plain decimals have, relative. */
export const DIGIT = 5e-20;
/** The same for the 40 digits of its fractions. */
export const FRACTION_DIGIT = 5e-40;
/** Half a unit in the last place of a double. */
export const H: number = HALF_ULP;
/** One unit of the program's fixed point. */
export const S: number = 2 ** -60;

/** One reserve at one moment, on both sides. */
export interface Comparison {
  readonly ledger: Ledger;
  readonly where: string;
  readonly reserve: Reserve;
  readonly state: ExactState;
  readonly ours: DerivedReserve;
  readonly sdk: AllSdkNumbers;
  /** 500 ms / slot duration. */
  readonly factor: number;
  readonly slotDurationMs: number;
  readonly referralFeeBps: number;
  /** Slots since the last refresh. */
  readonly slots: bigint;
}

/** Four sums in 20 digits, each off by at most half a digit of the largest partial sum. */
export function supplyTolerance(held: Exact): Exact {
  return held.times(4 * DIGIT);
}

/** False where available, borrowed and fees cancel so far that the SDK's digits no longer hold the supply. */
export function sdkHoldsSupply(supply: Exact, held: Exact): boolean {
  if (supply.isZero()) return held.isZero();
  return supplyTolerance(held).times(1_000).lt(supply);
}

/** Both sides round a utilization to a double once; the program has cut it off at 2^-60 before. */
export function utilizationTolerance(utilization: number, relativeError: number): number {
  return utilization * (2 * H + DIGIT + relativeError) + S;
}

/**
 * The rate at a utilization where both sides read the same piece of the curve; null where they do not, which only
 * curves do that the program would never store. `rate` is the SDK's straight line, `snapped` the program's knot.
 */
export function commonReading(reserve: Reserve, utilizationSf: bigint): CurveReading | null {
  const { borrowRateCurve } = reserve.config;
  const program = readAsProgram(borrowRateCurve, utilizationSf);
  const utilization = new ExactDecimal(utilizationSf.toString()).div(new ExactDecimal(2).pow(60));
  const sdk = readAsSdk(borrowRateCurve, utilization);
  if (program === null || typeof sdk === 'string') return null;
  const both = { ...sdk, snapped: program.snapped };
  if (isProperCurve(borrowRateCurve)) return both;
  const bps = utilization.times(10_000).toNumber();
  const isNearKnot = borrowRateCurve.some((knot) => Math.abs(knot.utilizationRateBps - bps) < 1.5);
  return isNearKnot || sdk.segment !== program.segment ? null : both;
}

/** The SDK's step of an APY: it rounds 1 + APR/n to a double before raising it to n. */
export function apyTolerance(apy: number, aprTolerance: number): number {
  const grown = 1 + Math.abs(apy);
  return grown * (7.01e-9 + 8 * H * (1 + Math.log(grown)) + aprTolerance) * 1.001;
}

/** (1 + apr/n)^n − 1 without the SDK's step. */
export function exactApy(apr: number, periods: number): number {
  return Math.expm1(periods * Math.log1p(apr / periods));
}
