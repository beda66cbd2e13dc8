import { sfToDouble } from '@tidemark/protocols/kamino';
import { expect, test } from 'vitest';
import { createPriceWalk } from './price-walk.ts';
import { toSf } from './fixed-point.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const JITO_SOL = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const START_SLOT = 460_000_000;

function prices(mint: string, start: number): number[] {
  const walk = createPriceWalk({ seed: 1, mint, startPriceSf: toSf(start), startSlot: START_SLOT });
  return Array.from({ length: 500 }, (_, step) => sfToDouble(walk.priceSfAt(START_SLOT + step * 1_000)));
}

test('a price begins where the account has it and wanders within its bounds', () => {
  const sol = prices(SOL, 178.5811);
  expect(sol[0]).toBeCloseTo(178.5811, 6);
  expect(Math.max(...sol)).toBeLessThan(178.5811 * 1.13);
  expect(Math.min(...sol)).toBeGreaterThan(178.5811 * 0.87);
  expect(new Set(sol).size).toBeGreaterThan(490);
});

test('a stablecoin stays within a tenth of a percent', () => {
  for (const price of prices(USDC, 0.9999)) expect(Math.abs(price - 0.9999)).toBeLessThan(0.001);
});

test('tokens of one group move together', () => {
  const sol = prices(SOL, 178.5811);
  const jitoSol = prices(JITO_SOL, 221.374);
  for (const [index, price] of sol.entries()) expect((jitoSol[index] ?? 0) / price).toBeCloseTo(221.374 / 178.5811, 1);
});

test('a price is an oracle answer of 8 decimals, scaled the way the program scales it', () => {
  const walk = createPriceWalk({ seed: 1, mint: SOL, startPriceSf: toSf(178.5811), startSlot: START_SLOT });
  const priceSf = walk.priceSfAt(START_SLOT + 5_000);
  const answer = (priceSf * 100_000_000n + (1n << 60n) - 1n) >> 60n;
  expect((answer << 60n) / 100_000_000n).toBe(priceSf);
});
