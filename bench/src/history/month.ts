import { FLEET_SLOT } from '../lib/reserve-fleet.ts';

/** A stretch of whole UTC days that a fleet of reserves is observed, once a minute. */
export interface Month {
  readonly start: Date;
  readonly end: Date;
}

export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;
/** The interval of the polls, and of the observations of the busiest reserves. */
export const POLL_MS = MINUTE_MS;
/** What the indexer takes for a gap at that interval. */
export const GAP_AFTER_MS = 180_000;
export const SLOT_DURATION_MS = 400;

/** The indexer stood still for this time: there are gaps in the history, as in any month. */
const OUTAGE_DAY = 12;
const OUTAGE_FROM_MS = 3 * 3_600_000;
const OUTAGE_MS = 40 * MINUTE_MS;

/** The `days` before the day of `now`, all of them over. */
export function monthBefore(now: Date, days: number): Month {
  const end = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  return { start: new Date(end - days * DAY_MS), end: new Date(end) };
}

/** Slots follow each other without a pause, 400 ms each; the month begins at the slot of the fleet. */
export function slotAt({ start }: Month, atMs: number): bigint {
  return FLEET_SLOT + BigInt(Math.floor((atMs - start.getTime()) / SLOT_DURATION_MS));
}

/** The unobserved time. A shorter month has none. */
export function outageOf({ start }: Month): { readonly fromMs: number; readonly toMs: number } {
  const fromMs = start.getTime() + OUTAGE_DAY * DAY_MS + OUTAGE_FROM_MS;
  return { fromMs, toMs: fromMs + OUTAGE_MS };
}

/** The last observation is after the end, so that the last hour is over. */
export function lastObservationMs({ end }: Month): number {
  return end.getTime() + POLL_MS;
}

/** The days with their observations; the observations at the end and after it belong to the last one. */
export function daysOf(month: Month): { readonly from: Date; readonly to: Date }[] {
  const days = Math.round((month.end.getTime() - month.start.getTime()) / DAY_MS);
  return Array.from({ length: days }, (_, day) => {
    const fromMs = month.start.getTime() + day * DAY_MS;
    const isLast = day === days - 1;
    return { from: new Date(fromMs), to: isLast ? new Date(lastObservationMs(month) + 1) : new Date(fromMs + DAY_MS) };
  });
}
