import { DAY_MS, floorMs } from './time.ts';

/** A day, or a time of a day with its zone: Z, +hh:mm, +hhmm or +hh. Between the two T or a blank, of seconds any number of digits. */
const ISO_TIME =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:[Zz]|([+-])(\d{2})(?::?(\d{2}))?))?$/;

const MINUTE_MS = 60_000;

/**
 * Unix milliseconds of a time as RFC 3339 and ISO-8601 write it, null where the text is none. A day alone is its beginning in UTC. A time
 * without a zone is refused: it would be another moment on another machine. Digits after the millisecond are cut off, so a time never
 * moves forward. A leap second, 23:59:60 in UTC, is the second after it, as in unix time. Before 1970 the number is negative.
 */
export function parseIsoTime(text: string): number | null {
  const match = ISO_TIME.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, fraction, sign, offsetHour, offsetMinute] = match;
  const midnight = midnightMs(Number(year), Number(month), Number(day));
  if (midnight === null) return null;
  const time = { hour: part(hour), minute: part(minute), second: part(second) };
  const offset = { hour: part(offsetHour), minute: part(offsetMinute) };
  if (time.hour > 23 || time.minute > 59 || offset.hour > 23 || offset.minute > 59) return null;
  const offsetMs = (sign === '-' ? -1 : 1) * (offset.hour * 60 + offset.minute) * MINUTE_MS;
  const minuteMs = midnight + (time.hour * 60 + time.minute) * MINUTE_MS - offsetMs;
  if (time.second > (isLastOfDay(minuteMs) ? 60 : 59)) return null;
  return minuteMs + time.second * 1000 + (fraction === undefined ? 0 : Number(fraction.slice(0, 3).padEnd(3, '0')));
}

const part = (digits: string | undefined): number => (digits === undefined ? 0 : Number(digits));

/** Null where the calendar has no such day. */
function midnightMs(year: number, month: number, day: number): number | null {
  // The constructor takes years below 100 for those of the 20th century.
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? date.getTime() : null;
}

/** Where a leap second is put in. */
function isLastOfDay(minuteMs: number): boolean {
  return floorMs(minuteMs + MINUTE_MS, DAY_MS) === minuteMs + MINUTE_MS;
}
