import { expect, test } from 'vitest';
import { createRepeatFilter } from './repeat-filter.ts';

test('a repeated text is let through once per period, with the number left out', () => {
  const filter = createRepeatFilter(100);
  expect([filter('a', 0), filter('a', 50), filter('b', 60), filter('a', 99), filter('a', 100)]).toEqual([
    0,
    null,
    0,
    null,
    2,
  ]);
});
