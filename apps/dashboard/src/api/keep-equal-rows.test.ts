import { expect, it } from 'vitest';
import { keepEqualRows } from './keep-equal-rows.ts';

const COLUMNS = ['reserve', 'slot', 'price', 'gap'] as const;
const row = (reserve: string, price: number | null, slot = 1) => ({ reserve, slot, price, gap: null });
const before = [row('a', 1), row('b', 2), row('c', null)];

it('an answer without a change is the list of before', () => {
  expect(
    keepEqualRows(
      before,
      before.map((each) => ({ ...each })),
      COLUMNS,
    ),
  ).toBe(before);
});

it('a row with a change in any column is new, and the others are the objects that they were', () => {
  for (const changed of [row('b', 3), row('b', null), row('b', 2, 2)]) {
    const rows = keepEqualRows(before, [row('a', 1), changed, row('c', null)], COLUMNS);
    expect(rows).toEqual([before[0], changed, before[2]]);
    expect([rows[0] === before[0], rows[1] === changed, rows[2] === before[2]]).toEqual([true, true, true]);
  }
});

it('rows that come, go or move are those of the answer, in its order', () => {
  expect(keepEqualRows(before, [row('a', 1), row('b', 2)], COLUMNS)).toEqual([before[0], before[1]]);
  expect(
    keepEqualRows(before, [row('c', null), row('a', 1), row('b', 2)], COLUMNS).map((each) => each.reserve),
  ).toEqual(['c', 'a', 'b']);
  expect(keepEqualRows([], before, COLUMNS)).toEqual(before);
});
