import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseIsoTime } from './iso-time.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** Every way to write an offset of so many minutes. */
function zonesOf(minutes: number): string[] {
  const sign = minutes < 0 ? '-' : '+';
  const [hours, rest] = [two(Math.floor(Math.abs(minutes) / 60)), two(Math.abs(minutes) % 60)];
  return [
    `${sign}${hours}:${rest}`,
    `${sign}${hours}${rest}`,
    ...(rest === '00' ? [`${sign}${hours}`] : []),
    ...(minutes === 0 ? ['Z', 'z', '-00:00', '-0000'] : []),
  ];
}

const ofDay = { hour: fc.nat({ max: 25 }), minute: fc.nat({ max: 61 }), second: fc.nat({ max: 59 }) };

describe('parseIsoTime', () => {
  it('gives back the moment that a text was made of, in every zone, form and precision', () => {
    const moments = fc.record({
      ms: fc.integer({ min: Date.UTC(1970, 0, 2), max: Date.UTC(9998, 11, 30) }),
      offset: fc.oneof(fc.constant(0), fc.integer({ min: -1439, max: 1439 })),
      zone: fc.nat(),
      separator: fc.constantFrom('T', 't', ' '),
      mark: fc.constantFrom('.', ','),
      digits: fc.stringMatching(/^\d{0,40}$/),
    });
    fc.assert(
      fc.property(moments, ({ ms, offset, zone, separator, mark, digits }) => {
        // The runtime's own calendar writes what is read.
        const [date = '', clock = ''] = new Date(ms + offset * 60_000).toISOString().slice(0, -1).split('T');
        const zones = zonesOf(offset);
        const text = `${date}${separator}${clock.replace('.', mark)}${digits}${zones[zone % zones.length] ?? ''}`;
        expect(parseIsoTime(text)).toBe(ms);
        // The engine's parser knows the first form of each, and misreads more than nine digits.
        const plain = `${date}T${clock}${zones[0] ?? ''}`;
        expect(parseIsoTime(plain)).toBe(Date.parse(plain));
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes what the calendar and the clock have, and nothing else', () => {
    const parts = fc.record({
      year: fc.nat({ max: 9999 }),
      month: fc.nat({ max: 13 }),
      day: fc.nat({ max: 32 }),
      ...ofDay,
      offsetHour: fc.nat({ max: 25 }),
      offsetMinute: fc.nat({ max: 61 }),
    });
    fc.assert(
      fc.property(parts, ({ year, month, day, hour, minute, second, offsetHour, offsetMinute }) => {
        const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
        const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
        const isTime = day >= 1 && day <= days && hour < 24 && minute < 60 && offsetHour < 24 && offsetMinute < 60;
        const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
        const text = `${date}T${two(hour)}:${two(minute)}:${two(second)}-${two(offsetHour)}:${two(offsetMinute)}`;
        expect(parseIsoTime(text) !== null).toBe(isTime);
        expect(parseIsoTime(date) !== null).toBe(day >= 1 && day <= days);
      }),
      { numRuns: 5_000 },
    );
  });

  it('never takes a text that the engine reads otherwise', () => {
    const almost = fc.string({ unit: fc.constantFrom(...'0123456789-:.,TZtz+ '.split('')), maxLength: 12 });
    const texts = fc.tuple(fc.constantFrom('2026-09-25', '2026-09-25T01:41', '2026-09-25T01:41:10', ''), almost);
    fc.assert(
      fc.property(texts, ([head, tail]) => {
        const text = head + tail;
        const ms = parseIsoTime(text);
        if (ms === null || /:60/.test(text)) return;
        const plain = text
          .toUpperCase()
          .replace(/^(.{10}) /, '$1T')
          .replace(/[.,](\d{1,3})\d*/, '.$1')
          .replace(/([+-]\d{2}):?(\d{2})?$/, (found, hours: string, minutes = '00') =>
            text.length > 10 ? `${hours}:${minutes}` : found,
          );
        expect(ms).toBe(Date.parse(plain));
      }),
      { numRuns: 20_000 },
    );
  });

  it.each([
    ['2026-11-20T00:00:00+00:00', '2026-11-20T00:00:00.000Z'],
    ['2026-11-20T05:30:00.123456789+0530', '2026-11-20T00:00:00.123Z'],
    ['2026-11-20T00:00:00.9999999Z', '2026-11-20T00:00:00.999Z'],
    ['2026-11-20 00:00:00-03', '2026-11-20T03:00:00.000Z'],
    ['2026-11-20T06:00Z', '2026-11-20T06:00:00.000Z'],
    ['1990-12-31T23:59:60Z', '1991-01-01T00:00:00.000Z'],
    ['1990-12-31T15:59:60.5-08:00', '1991-01-01T00:00:00.500Z'],
    ['0001-01-01', '0001-01-01T00:00:00.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(parseIsoTime(text) ?? Number.NaN).toISOString()).toBe(expected);
  });

  it.each([
    '2026-11-20T00:00:00',
    '2026-02-29',
    '2026-11-20T24:00:00Z',
    '2026-11-20T12:00:60Z',
    '2026-11-20T23:59:60+01:00',
    '2026-11-20T00:00:00.Z',
    '2026-11-20T00Z',
    '2026-11-20Z',
    '2026-11-20+00:00',
    '+002026-11-20',
    '20261120T000000Z',
    ' 2026-11-20',
    '2026-11-20\n',
    '２０２６-11-20',
  ])('%j is no time', (text) => {
    expect(parseIsoTime(text)).toBeNull();
  });
});
