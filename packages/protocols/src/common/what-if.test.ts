import { thrownCode } from '@tidemark/core/testing';
import { describe, expect, it } from 'vitest';
import { changedBalances } from './what-if.ts';

describe.each([2n ** 60n, 10n ** 18n])('balances after a change, in parts of 1/%s', (scale) => {
  const balances = { available: 600n, borrowed: 400n * scale, supplied: 1_000n * scale };

  it('a deposit adds to available and supply, a borrow moves from available to borrowed', () => {
    const change = { supplyDeltaRaw: 1_000n, borrowDeltaRaw: 1_200n };
    const after = { available: 400n, borrowed: 1_600n * scale, supplied: 2_000n * scale };
    expect(changedBalances(balances, change, scale)).toEqual(after);
    expect(changedBalances(balances, { supplyDeltaRaw: 0n, borrowDeltaRaw: 0n }, scale)).toEqual(balances);
  });

  it.each([
    [-601n, 0n],
    [0n, 601n],
    [0n, -401n],
    [-1_001n, -401n],
  ])('refuses to take more than there is: %s supplied, %s borrowed', (supplyDeltaRaw, borrowDeltaRaw) => {
    const change = { supplyDeltaRaw, borrowDeltaRaw };
    expect(thrownCode(() => changedBalances(balances, change, scale))).toBe('INVALID_ARGUMENT');
  });
});
