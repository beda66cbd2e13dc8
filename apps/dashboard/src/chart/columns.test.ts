import { expect, it } from 'vitest';
import { timesOf, valuesAt } from './columns.ts';

it('puts histories on one axis; what one of them lacks is a hole, and zero is no hole', () => {
  const first = [
    { timestamp: 100, value: 1 },
    { timestamp: 200, value: null },
    { timestamp: 300, value: 0 },
  ];
  const second = [
    { timestamp: 300, value: 9 },
    { timestamp: 250, value: 8 },
  ];
  const times = timesOf([first, second]);
  expect(times).toEqual([100, 200, 250, 300]);
  expect(valuesAt(times, first, (row) => row.value)).toEqual([1, null, null, 0]);
  expect(valuesAt(times, second, (row) => row.value)).toEqual([null, null, 8, 9]);
});
