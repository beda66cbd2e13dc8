import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { dailyCost } from './daily-cost.ts';

const page = readFileSync(join(repositoryDir(), 'docs/operate/cost.md'), 'utf8');
/** The cells of a row of the table, without its name. */
const rowOf = (name: RegExp): string[] => {
  const row = page.split('\n').find((line) => line.startsWith('| ') && name.test(line)) ?? '';
  return row
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
};

it('a day costs what docs/operate/cost.md says', () => {
  const intervals = rowOf(/POLL_INTERVAL_MS/).map((cell) =>
    cell
      .replaceAll(/(\d),(\d{3})/g, '$1$2')
      .split(', ')
      .map(Number),
  );
  expect(intervals).toHaveLength(3);
  const costs = intervals.map(([pollIntervalMs = 0, priceIntervalMs = 0]) =>
    dailyCost({ reserves: [557, 200], keys: 100, pollIntervalMs, priceIntervalMs }),
  );
  const rounded = (value: number, digits: number): number => Number(value.toPrecision(digits));
  const numbers = (name: RegExp): number[] => rowOf(name).map((cell) => Number.parseFloat(cell.replaceAll(',', '')));
  expect(costs.map(({ accountCalls }) => rounded(accountCalls, accountCalls > 1e5 ? 3 : 2))).toEqual(
    numbers(/`getMultipleAccounts` a day/),
  );
  expect(costs.map(({ listingCalls }) => listingCalls)).toEqual(numbers(/`getProgramAccounts` a day/));
  expect(costs.map(({ credits }) => Math.round((credits * 30) / 1e5) / 10)).toEqual(numbers(/credits a month/));
  expect(costs.map(({ bytes }) => Math.round(bytes / 1e9))).toEqual(numbers(/bytes of answers/));
  expect(costs.map(({ bytesByGzip }) => Math.round(bytesByGzip / 1e8) / 10)).toEqual(numbers(/same with gzip/));
});

it('with few accounts in a call the same accounts take more calls, and no more bytes', () => {
  const load = { reserves: [557, 200], pollIntervalMs: 60_000, priceIntervalMs: 60_000 };
  const [many, few] = [dailyCost({ ...load, keys: 100 }), dailyCost({ ...load, keys: 5 })];
  expect(few.accountCalls).toBeGreaterThan(19 * many.accountCalls);
  expect(few.bytes).toBe(many.bytes);
});
