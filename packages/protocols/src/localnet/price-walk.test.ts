import { expect, test } from 'vitest';
import { createPriceWalk } from './price-walk.ts';

const SOL = 'So11111111111111111111111111111111111111112';
const JITO_SOL = 'J1toso1uCk3RLmjorhTtrVwY9HJ7X8V9yYac6Y7kGCPn';
const USDC = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const START_SLOT = 460_000_000;

function prices(mint: string, start: number): number[] {
  const startAnswer = BigInt(Math.round(start * 1e8));
  const walk = createPriceWalk({ seed: 1, mint, startAnswer, startSlot: START_SLOT });
  return Array.from({ length: 500 }, (_, step) => Number(walk.answerAt(START_SLOT + step * 1_000)) / 1e8);
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
