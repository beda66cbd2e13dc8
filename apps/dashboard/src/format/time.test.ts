import { expect, it } from 'vitest';
import { axisLabel, day, duration, moment, zoneName } from './time.ts';

const SECONDS = Date.UTC(2026, 10, 25, 18, 29, 58) / 1_000;

it('says the zone of every moment', () => {
  expect(moment(SECONDS, 'utc')).toBe('25 Nov 2026, 18:29:58 UTC');
  expect(moment(SECONDS, 'local')).toContain(zoneName('local', SECONDS));
});

it.each([
  [null, 'unknown'],
  [0, '0 s'],
  [4.4, '4 s'],
  [59, '59 s'],
  [60, '1 min'],
  [754, '12 min'],
  [3_600, '1 h'],
  [12_000, '3 h 20 min'],
  [964_800, '11 d 4 h'],
  [0.2, '0.2 s'],
  [-5, '0 s'],
])('%s seconds last %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it('labels a day where it begins and the hour elsewhere', () => {
  expect(axisLabel(Date.UTC(2026, 10, 25) / 1_000, 'utc')).toBe('25 Nov');
  expect(axisLabel(Date.UTC(2026, 10, 25, 6) / 1_000, 'utc')).toBe('06:00');
  expect(day(Date.UTC(2026, 10, 25, 23, 59) / 1_000)).toBe('25 Nov 2026');
});
