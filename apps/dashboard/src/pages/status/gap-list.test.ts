import { expect, it } from 'vitest';
import { type GapRow, listGaps } from './gap-list.ts';

const HOUR = 3_600;

const reserve = (place: number, gaps: GapRow['gaps'], given: Partial<GapRow> = {}): GapRow => ({
  reserve: `${place}`.repeat(44),
  token_symbol: `T${place}`,
  lending_market_name: 'Main',
  gaps_truncated_b: false,
  gaps,
  ...given,
});
const gap = (hour: number, seconds: number, given: Partial<GapRow['gaps'][number]> = {}): GapRow['gaps'][number] => ({
  from: hour * HOUR,
  to: hour * HOUR + seconds,
  gap_reason_str: 'poll_failed: TIMEOUT',
  ongoing_b: false,
  ...given,
});

it('one outage is one row, however many reserves it is of, and says of which; another reason is another row', () => {
  const rows = [1, 2, 3, 4].map((place) =>
    reserve(place, [
      gap(1, 60),
      ...(place < 4 ? [gap(5, 120)] : []),
      ...(place === 2 ? [gap(1, 60, { gap_reason_str: 'quarantined', ongoing_b: true })] : []),
    ]),
  );
  const { count, shown, leftOut } = listGaps(rows, false);
  expect(shown.map(({ of, to, from, isOngoing }) => [of, to - from, isOngoing])).toEqual([
    ['T1 Main, T2 Main, T3 Main', 120, false],
    ['All 4 reserves', 60, false],
    ['T2 Main', 60, true],
  ]);
  expect([count, leftOut]).toEqual([3, []]);
  const five = [...rows, reserve(5, [])];
  expect(listGaps(five, false).shown[1]?.of).toBe('4 reserves (T1 Main, T2 Main, T3 Main and others)');
});

it('a list that is cut says so: the longest are shown, and how many there are', () => {
  const gaps = Array.from({ length: 26 }, (_, place) => gap(place, 60 + place));
  const { count, shown, leftOut } = listGaps([reserve(1, gaps)], false);
  expect(shown.map(({ to, from }) => to - from)).toEqual(Array.from({ length: 25 }, (_, place) => 85 - place));
  expect([count, leftOut]).toEqual([26, ['These are the longest 25 of 26.']]);
  expect(listGaps([reserve(1, gaps.slice(1))], false).leftOut).toEqual([]);
});

it('what the API has cut is said, too: gaps of a reserve, and reserves', () => {
  const rows = [reserve(1, [gap(1, 60), gap(2, 60)], { gaps_truncated_b: true }), reserve(2, [])];
  expect(listGaps(rows, true).leftOut).toEqual([
    'Of 1 reserve only the longest 2 gaps are known here.',
    'These are gaps of the first 2 reserves: there are more.',
  ]);
  expect(listGaps([reserve(1, [])], true)).toMatchObject({
    count: 0,
    leftOut: [expect.stringContaining('first 1 reserve')],
  });
});

it('names of strangers hide nothing in it', () => {
  const rows = [reserve(1, [gap(1, 60)], { token_symbol: '\u202egnp.exe', lending_market_name: 'Ma\u200bin\u0007' })];
  expect(listGaps([...rows, reserve(2, [])], false).shown[0]?.of).toBe('\\u202egnp.exe Ma\\u200bin\\u0007');
});
