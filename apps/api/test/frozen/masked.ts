import { AT_WORK, bankAt } from '../support/rows.ts';

/** Times after this one are of the clock of the test, not of the seeded chain; those of AT_WORK are of neither. */
const LAST_CHAIN_MS = bankAt(60 * 86_400).observedAt.getTime();
const CLOCK = '<clock>';

/** Values that depend on when the test runs, or on chance. */
const UNSTABLE_NAMES: ReadonlySet<string> = new Set([
  'change_id',
  'age_seconds',
  'data_age_seconds',
  'poll_age_seconds',
  'audit_age_seconds',
  'bank_age_seconds',
  'rollup_lag_seconds',
  'uptime_seconds',
  'key_prefix',
  'day',
  'from_day',
  'to_day',
  'reset_seconds',
  'remaining',
  'requests',
  'limited',
  'written_at',
]);

/** A value with everything replaced that another run would answer otherwise. */
export function masked(value: unknown, name = ''): unknown {
  // A line for each route and day.
  if (name === 'usage' && Array.isArray(value)) return value.slice(0, 1).map((item) => masked(item));
  if (Array.isArray(value)) return value.map((item) => masked(item, name));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, masked(inner, key)]));
  }
  if (value === null) return null;
  if (UNSTABLE_NAMES.has(name)) return `<${name}>`;
  if (isOfClock(value, name)) return CLOCK;
  return typeof value === 'string' ? maskedText(value) : value;
}

/** Text without the id of the request and the age of the data. */
export function maskedText(text: string): string {
  return text.replace(/Request id: [^.]+\./, 'Request id: <id>.').replace(/lies \d+ s behind/, 'lies <age> s behind');
}

function isOfClock(value: unknown, name: string): boolean {
  const time = timeOf(value, name);
  return time !== null && time > LAST_CHAIN_MS && time < AT_WORK.getTime();
}

function timeOf(value: unknown, name: string): number | null {
  if (typeof value === 'number' && /timestamp$|^from$|^to$|^as_of$/.test(name)) return value * 1000;
  if (typeof value === 'string' && /_at$/.test(name)) return Date.parse(value);
  return null;
}
