import type { HistoryRun } from './history-run.ts';
import type { HistoryRow } from './read-history.ts';
import type { Moment } from './truth.ts';

/** Why a state at a moment may be unproven. */
export type Doubt = 'across the stop' | 'two events between two looks' | 'one event that leaves no trace';

/** What the chain itself says about how sure a history can be of a moment, given the looks that were stored. */
export interface Certainty {
  /** Null where nothing but one state can be made of the looks around the moment. */
  readonly doubt: Doubt | null;
  /** The state in force was never looked at. */
  readonly neverSeen: boolean;
}

/**
 * `looks` are the stored ones of the reserve, ascending. With `inclusive` a look at the moment itself is the one before it,
 * as for `at/{time}`; for the edges of buckets it is the one after.
 */
export function certaintyAt(
  { truth, stop }: HistoryRun,
  reserve: string,
  looks: readonly HistoryRow[],
  moment: Moment,
  inclusive = false,
): Certainty {
  const isBefore = (look: HistoryRow) =>
    look.timestamp < moment.unixSeconds || (inclusive && look.timestamp === moment.unixSeconds);
  const prev = looks.findLast(isBefore);
  const next = looks.find((look) => !isBefore(look));
  if (prev === undefined || next === undefined || next.timestamp === moment.unixSeconds) return SURE;
  if (prev.timestamp === moment.unixSeconds) return SURE;
  const placeOf = (look: HistoryRow) => truth.placeAt(reserve, BigInt(look.slot ?? 0));
  const [before, inForce, after] = [placeOf(prev), truth.placeAt(reserve, moment.slot), placeOf(next)];
  const events = after - before;
  if (events === 0 || inForce === after) return SURE;
  return { doubt: doubtOf(), neverSeen: inForce !== before };

  function doubtOf(): Doubt | null {
    if (events > 1) {
      const isInStop = prev !== undefined && next !== undefined && spans(prev.timestamp, next.timestamp);
      return isInStop ? 'across the stop' : 'two events between two looks';
    }
    return truth.leavesTrace(reserve, before) ? null : 'one event that leaves no trace';
  }

  function spans(from: number, to: number): boolean {
    return from <= stop.before.unixTime && to >= stop.after.unixTime;
  }
}

const SURE: Certainty = { doubt: null, neverSeen: false };
