import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { type PoolSpec, worthOf } from '../common/pool-spec.ts';
import { AMM_V4_PROGRAM as PROGRAM, POOL, POOL_SIZE } from './source.ts';

/** A pool that trades, and its vaults. */
export function buildAmmV4Pool(spec: PoolSpec): AccountBytes[] {
  const owed = spec.amountA / 10_000n;
  const pool = new AccountWriter(POOL_SIZE)
    .u64(POOL.status, 6n)
    .u64(POOL.swapFeeNumerator, BigInt(spec.feePpm))
    .u64(POOL.swapFeeDenominator, 1_000_000n)
    .u64(POOL.needTakePnlCoin, owed)
    .address(POOL.coinVault, spec.vaultA)
    .address(POOL.pcVault, spec.vaultB)
    .address(POOL.coinMint, spec.mintA)
    .address(POOL.pcMint, spec.mintB);
  return [
    pool.of(spec.address, PROGRAM),
    buildVault(spec.vaultA, spec.mintA, spec.address, spec.amountA + owed),
    buildVault(spec.vaultB, spec.mintB, spec.address, worthOf(spec.amountA, spec.price)),
  ];
}
