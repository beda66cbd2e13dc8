import { ApiError } from './api-error.ts';

const DAY = String.raw`\d{4}-\d{2}-\d{2}`;
const ISO = new RegExp(`^${DAY}(?:T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,3})?)?Z)?$`);
/** Numbers below are seconds (up to the year 5138), larger ones milliseconds (from 1973 on). */
const FIRST_MILLISECONDS = 100_000_000_000;
/**
 * End of the year 9998. Of later times the bucket after could lie beyond the year 9999, which the driver would write in a way
 * that Postgres does not read.
 */
export const LAST_TIME_MS = Date.UTC(9998, 11, 31, 23, 59, 59, 999);

/** A time of a query as unix milliseconds: seconds, milliseconds or ISO-8601 in UTC. Throws INVALID_TIME. */
export function readTime(text: string, parameter: string): number {
  const ms = /^\d{1,15}$/.test(text) ? fromNumber(Number(text)) : fromIso(text);
  if (ms !== null && ms >= 0 && ms <= LAST_TIME_MS) return ms;
  throw new ApiError('INVALID_TIME', { detail: `The parameter ${parameter} is not a time.` });
}

function fromNumber(value: number): number {
  return value < FIRST_MILLISECONDS ? value * 1000 : value;
}

function fromIso(text: string): number | null {
  if (!ISO.test(text)) return null;
  const ms = Date.parse(text);
  // The parser carries over: 30 February would become 2 March, 24:00 the next day.
  return Number.isFinite(ms) && new Date(ms).toISOString().startsWith(text.slice(0, 16).replace('Z', '')) ? ms : null;
}
