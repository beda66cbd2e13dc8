import { borrowRateAt, totalSupplySf, utilizationSf } from '@tidemark/protocols/kamino';
import type { Truth } from '../audit/truth.ts';
import { around, type Observation, type ReserveObservations } from './observations-of-reserve.ts';

/** A share of the utilization, as a power of two, that history takes for too small to leave a trace in the index. */
const TRACE_BITS = 17n;
const [SLOTS_PER_YEAR, SECONDS_PER_YEAR] = [63_072_000n, 31_536_000n];

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
  return leavesTrace(truth, reserve, before, after) ? null : 'a state that leaves no trace in the index';
}

/**
 * Whether a small change of the utilization shows in the index: it changes the rate, by more than compounding cuts off between the
 * two refreshes. Not without debt, on a flat piece of the curve, at its ends, or over so many units that the last bits are lost.
 */
function leavesTrace(truth: Truth, reserve: string, before: Observation, after: Observation): boolean {
  const { liquidity, config, lastUpdate } = truth.reserveAt(reserve, before.slot);
  if (liquidity.borrowedAmountSf === 0n) return false;
  const used = utilizationSf(liquidity.borrowedAmountSf, totalSupplySf(liquidity));
  const rateAt = (utilization: bigint) => borrowRateAt(config.borrowRateCurve, utilization);
  const step = used >> TRACE_BITS;
  const isByTime = config.interestRateBasis === 'true_apr';
  const { slot, timestamp } = after.account.lastUpdate;
  const units = (isByTime ? BigInt(timestamp - lastUpdate.timestamp) : slot - lastUpdate.slot) + 1n;
  const bits = before.row?.['compounding'] === 'before-1.17' ? units * units : units;
  const lost = bits * (isByTime ? SECONDS_PER_YEAR : SLOTS_PER_YEAR);
  return rateAt(used) - rateAt(used - step) > lost && rateAt(used + step) - rateAt(used) > lost;
}
