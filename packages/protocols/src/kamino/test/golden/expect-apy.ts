import { expect } from 'vitest';
import { doubleOfBits } from './decimal.ts';

/** The SDK's power is quantised: steps of 1.4e-8 (1 + APY), half of that either way. */
export function expectApy(apy: number, golden: string | undefined, bits: string | undefined): void {
  if (golden === undefined || bits === undefined) return;
  const expected = doubleOfBits(bits);
  expect(String(expected)).toBe(golden);
  expect(Math.abs(apy - expected), `APY ${apy} against ${golden}`).toBeLessThanOrEqual(1.5e-8 * (1 + expected));
}
