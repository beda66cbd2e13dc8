import { expect, test } from 'vitest';
import { noiseAt } from './noise.ts';
import { createPrng, hashNumber, hashText } from './prng.ts';

test('the same seed gives the same numbers, written down so that no change goes unnoticed', () => {
  const random = createPrng(hashText('tide'));
  const numbers = Array.from({ length: 4 }, () => random.nextUint32());
  expect(numbers).toMatchInlineSnapshot(`
    [
      1059301214,
      2971495278,
      3399951482,
      1320737031,
    ]
  `);
  expect(noiseAt(7, 460_000_000, 9_000)).toMatchInlineSnapshot(`0.2743436534379199`);
});

test('numbers fill their range evenly', () => {
  const random = createPrng(1);
  const counts = Array.from({ length: 10 }, () => 0);
  for (let index = 0; index < 20_000; index += 1) {
    const drawn = random.nextInt(10);
    counts[drawn] = (counts[drawn] ?? 0) + 1;
  }
  for (const count of counts) expect(Math.abs(count - 2_000)).toBeLessThan(200);
});

test('hashes tell neighbours and large numbers apart', () => {
  const hashes = new Set<number>();
  for (let value = 0; value < 1_000; value += 1) {
    hashes.add(hashNumber(5, value));
    hashes.add(hashNumber(5, value + 2 ** 40));
  }
  expect(hashes.size).toBe(2_000);
});

test('noise stays within its bounds, moves, and has no step', () => {
  const values = Array.from({ length: 20_000 }, (_, slot) => noiseAt(3, 460_000_000 + slot, 9_000));
  expect(Math.max(...values)).toBeLessThan(1);
  expect(Math.min(...values)).toBeGreaterThan(-1);
  expect(Math.max(...values) - Math.min(...values)).toBeGreaterThan(0.3);
  const steps = values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.01);
});
