import type { Companion } from '@tidemark/protocols';
import { expect, it } from 'vitest';
import { CompanionBook, everyPollOf } from './companions.ts';

function bookOf(companions: Readonly<Record<string, readonly string[]>>): CompanionBook {
  const book = new CompanionBook();
  for (const [reserve, addresses] of Object.entries(companions)) book.learn(reserve, addresses);
  return book;
}

it('reads what a reserve named with it, each account once, and not what is read seldom', () => {
  const oracle = (address: string, everyPoll = true): Companion => ({
    role: 'oracle',
    address,
    required: 'price',
    everyPoll,
  });
  expect(everyPollOf([oracle('x'), oracle('metadata', false)])).toEqual(['x']);
  const book = bookOf({ a: ['x'], b: ['x', 'y'] });
  expect(book.of(['a', 'b', 'c'])).toEqual(['x', 'y']);
  book.learn('b', []);
  expect(book.of(['b'])).toEqual([]);
});

it('keeps a reserve and its companions in one call', () => {
  // a, x and b fill a call of three; c brings y along.
  expect(bookOf({ a: ['x'], b: ['x'], c: ['y'] }).split(['a', 'b', 'c', 'd'], 3)).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ]);
});

it('reads reserves that share companions together, so that fewer calls hold them', () => {
  const markets = ['m0', 'm1', 'm2', 'm3'];
  const reserves = Array.from({ length: 40 }, (_, at) => `r${at}`);
  const companions = Object.fromEntries(reserves.map((reserve, at) => [reserve, [markets[at % 4] ?? '']]));
  // Ten reserves and their market; in the order of their addresses each call would hold every market.
  const pieces = bookOf(companions).split(reserves, 11);
  expect(pieces.map((piece) => piece.length)).toEqual([10, 10, 10, 10]);
  expect(pieces.flat().toSorted()).toEqual(reserves.toSorted());
});

it('leaves reserves without companions in their order', () => {
  const reserves = Array.from({ length: 250 }, (_, at) => `r${at}`);
  expect(new CompanionBook().split(reserves)).toEqual([
    reserves.slice(0, 99),
    reserves.slice(99, 198),
    reserves.slice(198),
  ]);
});
