import { isLendingError, type LendingErrorCode } from '../../../packages/core/src/index.ts';
import { accrueReserve, type Reserve } from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, Exact as ExactDecimal } from '../exact.ts';
import type { Ledger } from '../report/ledger.ts';
import { isProperCurve, readAsProgram } from './curve.ts';
import { growth } from './growth.ts';
import type { RowName } from './rows.ts';
import type { ExactState } from './state.ts';

/** A moment at which one side or both gave no numbers. */
export interface Refusal {
  readonly ledger: Ledger;
  readonly where: string;
  readonly reserve: Reserve;
  readonly state: ExactState;
  readonly slot: bigint;
  readonly unixTimestamp: bigint;
  readonly referralFeeBps: number;
  /** 500 ms / slot duration. */
  readonly factor: number;
}

const SF_LIMIT = new ExactDecimal(2).pow(128 - 60);
// The product of a 256-bit and a 128-bit fraction, before it is shifted back.
const CUMULATIVE_LIMIT = new ExactDecimal(2).pow(256 - 120);
// Half of it: the harness multiplies exactly, the program cuts off on the way.
const NEARLY = 0.999_999;
/** ln of the largest double. */
const LARGEST_APR = 700;

const ROW_OF_CODE: Partial<Record<LendingErrorCode, RowName>> = {
  NEGATIVE_SUPPLY: 'negativeSupply',
  ARITHMETIC_OVERFLOW: 'overflow',
  RATE_OUT_OF_RANGE: 'rateRange',
  INVALID_CURVE: 'curveRefused',
};

/** Ours refused a moment that the SDK may have given numbers for: the account itself must show why. */
export function explainOurRefusal(refusal: Refusal, error: unknown): void {
  const { ledger, where } = refusal;
  const code = isLendingError(error) ? error.code : undefined;
  const row = code === undefined ? undefined : ROW_OF_CODE[code];
  if (row === undefined) {
    ledger.expect('overflow', false, where, () => `unexplained refusal: ${String(error)}`);
    return;
  }
  ledger.expect(row, isExplained(refusal, row), where, () => String(error));
}

function isExplained(refusal: Refusal, row: RowName): boolean {
  if (row === 'negativeSupply') return suppliesOf(refusal).some((supply) => supply.lt(0));
  if (row === 'overflow') return overflows(refusal);
  if (row === 'rateRange') return aprsOf(refusal).some((apr) => !(Math.abs(apr) < LARGEST_APR));
  return utilizationsOf(refusal).some((sf) => readAsProgram(refusal.reserve.config.borrowRateCurve, sf) === null);
}

/** Total supply as stored, and after interest: a take above 100 % can turn it negative. */
function suppliesOf({ state, reserve, slot }: Refusal): Exact[] {
  const { rate, hostGrowth } = growthsOf(state, reserve, slot);
  const interest = state.borrowed.times(rate.minus(hostGrowth));
  return [state.supply, state.supply.plus(interest.times(new ExactDecimal(1).minus(state.takeRate)))];
}

function growthsOf(state: ExactState, reserve: Reserve, slot: bigint): { rate: Exact; hostGrowth: Exact } {
  const reading = readAsProgram(reserve.config.borrowRateCurve, state.utilizationSf);
  const slots = slot - reserve.lastUpdate.slot;
  const rate = (reading?.snapped ?? reading?.rate ?? new ExactDecimal(0)).plus(state.hostRate);
  return { rate: growth(rate, slots), hostGrowth: growth(state.hostRate, slots) };
}

function overflows({ state, reserve, slot }: Refusal): boolean {
  const { rate } = growthsOf(state, reserve, slot);
  const debt = state.borrowed.times(rate);
  const fees = state.protocolFees.plus(state.pendingReferrerFees).plus(debt);
  const inFractions = [state.held, state.utilization, rate, debt, fees, state.available.plus(debt)];
  return (
    inFractions.some((value) => value.gte(SF_LIMIT.times(NEARLY))) ||
    state.cumulative.times(rate).gte(CUMULATIVE_LIMIT.times(NEARLY))
  );
}

/** Every APR that the program's curve gives: what borrowers pay, and that times the utilization. */
function aprsOf(refusal: Refusal): number[] {
  const { reserve, state, factor } = refusal;
  return utilizationsOf(refusal).flatMap((utilizationSf) => {
    const reading = readAsProgram(reserve.config.borrowRateCurve, utilizationSf);
    if (reading === null) return [];
    const rate = (reading.snapped ?? reading.rate).plus(state.hostRate).times(factor).toNumber();
    return [rate, rate * (Number(utilizationSf) / 2 ** 60)];
  });
}

/** The stored utilization, and the accrued one where accrual succeeds. */
function utilizationsOf({ reserve, state, slot, unixTimestamp, referralFeeBps }: Refusal): bigint[] {
  try {
    return [state.utilizationSf, accrueReserve(reserve, { slot, unixTimestamp, referralFeeBps }).utilizationSf];
  } catch (error) {
    if (isLendingError(error)) return [state.utilizationSf];
    throw error;
  }
}

/** The SDK threw where ours gives numbers: the row that explains it, or null where nothing does. */
export function rowOfSdkRefusal(reserve: Reserve, thrown: unknown): RowName | null {
  const text = String(thrown);
  if (text.includes('safely store up to 53 bits')) return hasWideField(reserve) ? 'sdkWidth' : null;
  if (text.startsWith('Invalid borrow rate curve')) {
    return isProperCurve(reserve.config.borrowRateCurve) ? null : 'curveImproper';
  }
  return null;
}

/** The fields that the SDK reads as JS numbers. */
function hasWideField({ liquidity, lastUpdate, config }: Reserve): boolean {
  const { depositLimitCrossedAt, borrowLimitCrossedAt } = liquidity;
  const read = [depositLimitCrossedAt, borrowLimitCrossedAt, lastUpdate.slot, config.borrowFactorPct];
  return read.some((value) => value >= 2n ** 53n);
}
