/** Zones that times can be shown in. */
export type Zone = 'utc' | 'local';

const YEAR_MONTH_DAY = { year: 'numeric', month: 'short', day: '2-digit' } as const;
const CLOCK = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: Zone, shape: Intl.DateTimeFormatOptions, name: string): Intl.DateTimeFormat {
  const key = `${zone} ${name}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en-GB', { ...shape, ...(zone === 'utc' ? { timeZone: 'UTC' } : {}) });
  formats.set(key, made);
  return made;
}

/** Name of the zone at a moment, such as `UTC` or `GMT-5`: of a place it differs over the year. */
export function zoneName(zone: Zone, seconds: number): string {
  if (zone === 'utc') return 'UTC';
  const parts = formatOf(zone, { timeZoneName: 'short' }, 'zone').formatToParts(seconds * 1_000);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'local';
}

/** `25 Nov 2026, 18:29:58 UTC` */
export function moment(seconds: number, zone: Zone): string {
  const text = formatOf(zone, { ...YEAR_MONTH_DAY, ...CLOCK }, 'moment').format(seconds * 1_000);
  return `${text} ${zoneName(zone, seconds)}`;
}

/** `25 Nov 18:00` for labels of buckets; the zone stands beside the axis. */
export function shortMoment(seconds: number, zone: Zone): string {
  const shape = { month: 'short', day: '2-digit', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return formatOf(zone, shape, 'short')
    .format(seconds * 1_000)
    .replace(',', '');
}

/** Label of an axis: `25 Nov` where a day begins in the zone, else `18:00`. */
export function axisLabel(seconds: number, zone: Zone): string {
  const time = formatOf(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'axis').format(seconds * 1_000);
  return time === '00:00'
    ? formatOf(zone, { month: 'short', day: 'numeric' }, 'axis day').format(seconds * 1_000)
    : time;
}

/** `18:29:58 UTC` */
export function clock(seconds: number, zone: Zone): string {
  return `${formatOf(zone, CLOCK, 'clock').format(seconds * 1_000)} ${zoneName(zone, seconds)}`;
}

/** `25 Nov 2026` of a bucket of a day, which begins at midnight UTC whatever the zone. */
export function day(seconds: number): string {
  return formatOf('utc', YEAR_MONTH_DAY, 'day').format(seconds * 1_000);
}

/** `25 Nov 2026, 20:00–24:00 UTC`; with both days where the stretch is longer than one, or goes past midnight. */
export function stretch(from: number, to: number, zone: Zone): string {
  const time = (seconds: number): string =>
    formatOf(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'axis').format(seconds * 1_000);
  const date = (seconds: number): string => formatOf(zone, YEAR_MONTH_DAY, 'date').format(seconds * 1_000);
  const end = time(to) === '00:00' ? '24:00' : time(to);
  // A moment before its end is still in it.
  const [first, last] = [date(from), date(to - 1)];
  if (first === last) return `${first}, ${time(from)}–${end} ${zoneName(zone, from)}`;
  return `${first}, ${time(from)} – ${last}, ${end} ${zoneName(zone, from)}`;
}

const UNITS = [
  [86_400, 'd'],
  [3_600, 'h'],
  [60, 'min'],
  [1, 's'],
] as const;

/** Two units at most: `0.2 s`, `4 s`, `12 min`, `3 h 20 min`, `11 d 4 h`. */
export function duration(seconds: number | null | undefined): string {
  if (seconds === null || seconds === undefined) return 'unknown';
  if (seconds > 0 && seconds < 1) return `${Number(seconds.toPrecision(1))} s`;
  const whole = Math.max(0, Math.round(seconds));
  const index = UNITS.findIndex(([size]) => whole >= size);
  const first = UNITS[index];
  if (first === undefined) return '0 s';
  const parts = [`${Math.floor(whole / first[0])} ${first[1]}`];
  const second = UNITS[index + 1];
  const rest = second === undefined ? 0 : Math.floor((whole % first[0]) / second[0]);
  if (second !== undefined && rest > 0 && first[0] > 60) parts.push(`${rest} ${second[1]}`);
  return parts.join(' ');
}
