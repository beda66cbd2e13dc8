import { type ChainStart, unixTimeOf } from '../chain-start.ts';
import type { Story } from './story.ts';

const DAY_SECONDS = 86_400;
/** Between two observations of the newest days: the time after which an unchanged reserve is stored again. */
export const OBSERVATION_SECONDS = 600;
const FINE_DAYS = 7;
/** Between two observations of the days before. */
const COARSE_SECONDS = 1_800;
/** The last observation before the chain begins: after every account of its start was written, as those say. */
const SLOTS_BEFORE_START = 30;
/** No observation is nearer to the one after it. */
const LEAST_DISTANCE_SLOTS = 300;
/** Attempts that fail in an outage come every so often. */
const ATTEMPT_SECONDS = 300;

/** A bank of the past that was read. */
export interface Observation {
  readonly slot: number;
  /** Unix seconds, as the bank's clock says. */
  readonly unixTime: number;
}

/** A day (UTC) of the past. */
export interface ObservedDay {
  /** Unix seconds of its first moment. */
  readonly startsAt: number;
  readonly observations: readonly Observation[];
  /** Unix seconds of attempts that failed. */
  readonly failedAt: readonly number[];
}

/** The slot in which a time is reached. */
function slotAt({ startSlot, startUnixTimeMs, reportedSlotMs }: ChainStart, unixTime: number): number {
  return startSlot + Math.ceil((unixTime * 1000 - startUnixTimeMs) / reportedSlotMs);
}

/** A time of the story, moved to the observation that is due then. */
export function storyTime(start: ChainStart, hoursBefore: number): number {
  const time = start.startUnixTimeMs / 1000 - hoursBefore * 3_600;
  return Math.floor(time / COARSE_SECONDS) * COARSE_SECONDS;
}

/**
 * When the past was read, by days, the oldest first: every ten minutes of the newest week and every half of an hour before, since the
 * beginning of the day `days` before the start, but for the outage, at whose ends there is one each.
 */
export function planObservations(start: ChainStart, story: Story, days: number): readonly ObservedDay[] {
  const startsAt = start.startUnixTimeMs / 1000;
  const from = Math.floor((startsAt - days * DAY_SECONDS) / DAY_SECONDS) * DAY_SECONDS;
  const outage = { from: storyTime(start, story.outage.from), to: 0 };
  outage.to = outage.from + story.outage.minutes * 60;
  const isOut = (time: number): boolean => time > outage.from && time < outage.to;
  const fineFrom = startsAt - FINE_DAYS * DAY_SECONDS;
  const times = new Set<number>();
  for (let time = from; time < startsAt; time += OBSERVATION_SECONDS) {
    const isDue = time >= fineFrom || time % COARSE_SECONDS === 0;
    if (isDue && !isOut(time)) times.add(time);
  }
  if (outage.from >= from) times.add(outage.to);
  const lastSlot = start.startSlot - SLOTS_BEFORE_START;
  const slots = [...times]
    .toSorted((a, b) => a - b)
    .map((time) => slotAt(start, time))
    .filter((slot) => slot > 0 && slot <= lastSlot - LEAST_DISTANCE_SLOTS);
  const observations = [...slots, lastSlot].map((slot) => ({ slot, unixTime: unixTimeOf(start, slot) }));
  const byDay = new Map<number, Observation[]>();
  for (const observation of observations) {
    const day = Math.floor(observation.unixTime / DAY_SECONDS) * DAY_SECONDS;
    byDay.set(day, [...(byDay.get(day) ?? []), observation]);
  }
  return [...byDay].map(([day, ofDay]) => ({
    startsAt: day,
    observations: ofDay,
    failedAt: attemptsOf(outage).filter((time) => time >= day && time < day + DAY_SECONDS),
  }));
}

function attemptsOf({ from, to }: { readonly from: number; readonly to: number }): number[] {
  const count = Math.ceil((to - from) / ATTEMPT_SECONDS) - 1;
  return Array.from({ length: count }, (_, place) => from + (place + 1) * ATTEMPT_SECONDS);
}
