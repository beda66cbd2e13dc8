import type { HistoryRun } from './history-run.ts';
import type { HistoryRow } from './read-history.ts';

/** One value of a bucket: a stored look in it, or an edge, by the look whose account is in force there. */
interface Value {
  readonly at: number;
  readonly look: HistoryRow;
}

/**
 * Unix milliseconds from which on each value of a bucket counts, as docs/use/methodology.md says it: when its account was written, by the
 * slots of the looks around that.
 */
export function beginsOf(run: HistoryRun, all: readonly HistoryRow[], values: readonly Value[]): number[] {
  return values.map(({ at, look }, i) => {
    const before = values[i - 1];
    if (before === undefined || before.look.last_update_slot === look.last_update_slot) return at * 1000;
    const place = all.findIndex((each) => each.last_update_slot === look.last_update_slot);
    const [prev, next] = [all[place - 1], all[place]];
    if (prev === undefined || next === undefined || writtenSlot(next) <= slotOf(prev)) return at * 1000;
    const slots = slotOf(next) - slotOf(prev);
    const milliseconds = (writtenSlot(next) - slotOf(prev)) * (next.timestamp - prev.timestamp) * 1000;
    const bySlot = prev.timestamp * 1000 + Math.ceil(milliseconds / slots);
    return Math.min(at * 1000, Math.max(before.at * 1000, bySlot, (timeOf(run, next) ?? 0) * 1000));
  });
}

/** The stored look whose account is in force at a time. */
export function lookInForceAt(run: HistoryRun, all: readonly HistoryRow[], at: number): HistoryRow | undefined {
  const place = all.findIndex(({ timestamp }) => timestamp >= at);
  const [prev, next] = place === -1 ? [all.at(-1), undefined] : [all[place - 1], all[place]];
  if (prev === undefined || next === undefined) return next ?? prev;
  if (next.timestamp === at) return next;
  const passed = (at - prev.timestamp) / (next.timestamp - prev.timestamp);
  const slot = slotOf(prev) + Math.floor(passed * (slotOf(next) - slotOf(prev)) + 1e-9);
  const isWritten = writtenSlot(next) <= slot && (timeOf(run, next) ?? at) <= at;
  return writtenSlot(next) > slotOf(prev) && isWritten ? next : prev;
}

/** Time of the account of a look where it counts seconds. */
function timeOf(run: HistoryRun, look: HistoryRow): number | undefined {
  return countsSeconds(run, look) ? writtenAt(run, look).unixSeconds : undefined;
}

/** Whether the account of a look counts seconds and not slots. */
export function countsSeconds(run: HistoryRun, look: HistoryRow): boolean {
  const state = run.truth.deriveState(look.reserve, placeOf(run, look), writtenAt(run, look));
  return state.interestRateBasis !== 'legacy';
}

function writtenAt(run: HistoryRun, look: HistoryRow) {
  return run.truth.writtenAt(look.reserve, placeOf(run, look));
}

/** By the slot of the look: the chain's first state was written before the chain began. */
function placeOf({ truth }: HistoryRun, look: HistoryRow): number {
  return truth.placeAt(look.reserve, BigInt(slotOf(look)));
}

function slotOf({ slot }: HistoryRow): number {
  return Number(slot);
}

function writtenSlot({ last_update_slot }: HistoryRow): number {
  return Number(last_update_slot);
}
