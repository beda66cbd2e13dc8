import type { Truth } from '../audit/truth.ts';
import { around, type ReserveObservations } from './observations-of-reserve.ts';

/** A change of the utilization by less than one of so many parts of it is, for history, too small to leave a trace in the index. */
const TRACE = 2n ** 17n;

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
  const { writtenSlot, writtenTime } = after.account;
  // A trace: the change moves the rate by more than compounding cuts off between the two refreshes.
  const leavesTrace = truth
    .reserveAt(reserve, before.slot)
    .leavesTrace({ slot: writtenSlot, unixTime: writtenTime ?? after.at }, TRACE);
  return leavesTrace ? null : 'a state that leaves no trace in the index';
}
