import { borrowRateAt, totalSupplySf, utilizationSf } from '@tidemark/protocols/kamino';
import type { Truth } from '../audit/truth.ts';
import { around, type ReserveObservations } from './observations-of-reserve.ts';

/** A share of the utilization, as a power of two, that history takes for too small to leave a trace in the index. */
const TRACE_BITS = 17n;

/**
 * Why history cannot prove which state was in force at a moment, by what the chain went through between the observations
 * around it. Null where only one state can have been in force, so that history has to prove it.
 */
export function doubtAt(
  { reserve, observations }: ReserveObservations,
  truth: Truth,
  moment: { at: number; slot: number },
): string | null {
  const { before, after } = around(observations, moment.at);
  if (before === undefined || after === undefined || before.at === moment.at) return null;
  const written = truth.statesOf(reserve).filter(({ slot }) => slot > before.slot && slot <= after.slot);
  if (!written.some(({ slot }) => slot > moment.slot)) return null;
  if (written.length > 1) return 'several states between two observations';
  return leavesTrace(truth, reserve, before.slot) ? null : 'a state that leaves no trace in the index';
}

/** Whether a small change of the utilization changes the rate: not without debt, on a flat piece of the curve, or at its ends. */
function leavesTrace(truth: Truth, reserve: string, slot: number): boolean {
  const { liquidity, config } = truth.reserveAt(reserve, slot);
  if (liquidity.borrowedAmountSf === 0n) return false;
  const used = utilizationSf(liquidity.borrowedAmountSf, totalSupplySf(liquidity));
  const rateAt = (utilization: bigint) => borrowRateAt(config.borrowRateCurve, utilization);
  const step = used >> TRACE_BITS;
  return rateAt(used - step) < rateAt(used) && rateAt(used) < rateAt(used + step);
}
