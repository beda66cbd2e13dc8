import { expect, it } from 'vitest';
import type { Direction } from '../src/common/price.ts';
import { openAmmV4 } from '../src/raydium-amm-v4/source.ts';
import { openCpmm } from '../src/raydium-cpmm/source.ts';
import { CLOCK } from './support/sides.ts';

const HEAD = { address: '', mintA: '', mintB: '', vaultA: '', vaultB: '', lastUsedAt: null, openAt: 0n };
const side = (amountRaw: bigint) => ({
  vault: { mint: '', amountRaw, isFrozen: false },
  token: { transferFee: null, isPaused: false },
});
const SIDES = { a: side(1_000_000n), b: side(2_000_000n) };

// By hand: 100,000 in, trade fee 1 %, creator 2 %. A holds 1,000,000 and B 2,000,000.
const BOTH_ON_INPUT = { a_to_b: 176_845n, b_to_a: 46_256n }; // 97,000 * 2e6 / 1,097,000 and 97,000 * 1e6 / 2,097,000
const CREATOR_ON_OUTPUT = { a_to_b: 176_559n, b_to_a: 46_221n }; // 180,163 less 3,604 rounded up, 47,165 less 944 rounded up

function cpmmOut(creatorFee: 'on_input' | 'on_a' | 'on_b', direction: Direction): bigint | undefined {
  const pool = { ...HEAD, config: '', isDisabled: false, owedA: 0n, owedB: 0n, creatorFee };
  const rates = { trade: 10_000n, creator: 20_000n };
  return openCpmm(pool, CLOCK, { ...SIDES, rates }).quote(direction, 100_000n).value?.amountOut;
}

it('the fee of a creator is taken from the input where it is in the token that is sold, else from the output', () => {
  expect([cpmmOut('on_input', 'a_to_b'), cpmmOut('on_input', 'b_to_a')]).toEqual(Object.values(BOTH_ON_INPUT));
  expect([cpmmOut('on_a', 'a_to_b'), cpmmOut('on_a', 'b_to_a')]).toEqual([
    BOTH_ON_INPUT.a_to_b,
    CREATOR_ON_OUTPUT.b_to_a,
  ]);
  expect([cpmmOut('on_b', 'a_to_b'), cpmmOut('on_b', 'b_to_a')]).toEqual([
    CREATOR_ON_OUTPUT.a_to_b,
    BOTH_ON_INPUT.b_to_a,
  ]);
});

it('profits that a pool of AMM v4 owes are not for sale', () => {
  const pool = { ...HEAD, status: 6n, feeNumerator: 25n, feeDenominator: 10_000n, owedA: 400_000n, owedB: 500_000n };
  const market = openAmmV4(pool, CLOCK, SIDES);
  // 99,750 * 1,500,000 / 699,750.
  expect(market.quote('a_to_b', 100_000n).value?.amountOut).toBe(213_826n);
});
