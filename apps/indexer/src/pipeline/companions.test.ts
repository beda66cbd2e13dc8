import type { Companion } from '@tidemark/protocols';
import { expect, it } from 'vitest';
import { CompanionBook } from './companions.ts';

const oracle = (address: string, everyPoll = true): Companion => ({
  role: 'oracle',
  address,
  required: 'price',
  everyPoll,
});

it('reads what a reserve named with it, each account once, and not what is read seldom', () => {
  const book = new CompanionBook();
  book.learn('a', [oracle('x'), oracle('metadata', false)]);
  book.learn('b', [oracle('x'), oracle('y')]);
  expect(book.of(['a', 'b', 'c'])).toEqual(['x', 'y']);
  book.learn('b', []);
  expect(book.of(['b'])).toEqual([]);
});

it('keeps a reserve and its companions in one call', () => {
  const book = new CompanionBook();
  book.learn('a', [oracle('x')]);
  book.learn('b', [oracle('x')]);
  book.learn('c', [oracle('y')]);
  // a, x and b fill a call of three; c brings y along.
  expect(book.split(['a', 'b', 'c', 'd'], 3)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});
