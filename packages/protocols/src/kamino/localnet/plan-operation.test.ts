import { type ReserveFields, totalSupplySf } from '../index.ts';
import { buildReserve } from '../test/account-builders.ts';
import { expect, test } from 'vitest';
import { createPrng } from '../../localnet/prng.ts';
import { applyOperation } from './apply-operation.ts';
import { planOperation } from './plan-operation.ts';
import { borrowedRawOf, totalSupplyRawOf } from './reserve-supply.ts';

const ROUNDS = 4_000;

/** Reserves of every kind: dry, full, over their limits, without debt, closed. */
function anyReserve(seed: number): ReserveFields {
  const random = createPrng(seed);
  const amount = (): bigint => BigInt(Math.floor(10 ** (12 * random.nextFloat())) - 1);
  const availableAmountRaw = amount();
  const debtRaw = amount();
  const status = (['active', 'active', 'obsolete', 'hidden'] as const)[random.nextInt(4)] ?? 'active';
  return buildReserve({
    liquidity: {
      availableAmountRaw,
      borrowedAmountSf: debtRaw << 60n,
      accumulatedProtocolFeesSf: ((availableAmountRaw + debtRaw) / 100n) << 60n,
    },
    config: { status, depositLimitRaw: amount(), borrowLimitRaw: amount() },
  });
}

test('whatever the state and the pull, no plan overdraws, exceeds a limit or breaks a balance', () => {
  const kinds = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const random = createPrng(round + 1_000_000);
    const reserve = anyReserve(round);
    const baseline = {
      supplyRaw: BigInt(Math.floor(10 ** (13 * random.nextFloat()))),
      utilization: random.nextFloat() * 1.5,
      depositLimitRaw: 1_000_000n,
    };
    const pull = { supply: 2 * random.nextFloat() - 1, utilization: 2 * random.nextFloat() - 1 };
    const operation = planOperation(reserve, baseline, pull, random);
    const after = applyOperation(reserve, operation, 1_790_000_000);
    kinds.add(operation.kind);
    expect(after.liquidity.availableAmountRaw).toBeGreaterThanOrEqual(0n);
    expect(after.liquidity.borrowedAmountSf).toBeGreaterThanOrEqual(0n);
    expect(after.collateral.mintTotalSupplyRaw).toBeGreaterThanOrEqual(0n);
    expect(totalSupplySf(after.liquidity)).toBeGreaterThanOrEqual(0n);
    const grewSupply = totalSupplyRawOf(after) > totalSupplyRawOf(reserve);
    const grewDebt = borrowedRawOf(after) > borrowedRawOf(reserve);
    expect(grewSupply && totalSupplyRawOf(after) > reserve.config.depositLimitRaw).toBe(false);
    expect(grewDebt && borrowedRawOf(after) > reserve.config.borrowLimitRaw).toBe(false);
    expect((grewSupply || grewDebt) && reserve.config.status !== 'active').toBe(false);
  }
  for (const kind of ['refresh', 'deposit', 'withdraw', 'borrow', 'repay']) expect(kinds).toContain(kind);
});
