import type { AccountBytes } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { type PoolSpec, worthOf } from '../common/pool-spec.ts';
import {
  CONFIG,
  CONFIG_DISCRIMINATOR,
  CONFIG_SIZE,
  CPMM_PROGRAM as PROGRAM,
  POOL,
  POOL_DISCRIMINATOR,
  POOL_SIZE,
} from './source.ts';

/** A pool without a creator fee, its configuration and vaults. */
export function buildCpmmPool(spec: PoolSpec): AccountBytes[] {
  const owed = spec.amountA / 10_000n;
  const pool = new AccountWriter(POOL_SIZE, POOL_DISCRIMINATOR)
    .address(POOL.ammConfig, spec.config)
    .address(POOL.token0Vault, spec.vaultA)
    .address(POOL.token1Vault, spec.vaultB)
    .address(POOL.token0Mint, spec.mintA)
    .address(POOL.token1Mint, spec.mintB)
    .u64(POOL.protocolFees0, owed);
  const config = new AccountWriter(CONFIG_SIZE, CONFIG_DISCRIMINATOR).u64(CONFIG.tradeFeeRate, BigInt(spec.feePpm));
  return [
    pool.of(spec.address, PROGRAM),
    config.of(spec.config, PROGRAM),
    buildVault(spec.vaultA, spec.mintA, spec.address, spec.amountA + owed),
    buildVault(spec.vaultB, spec.mintB, spec.address, worthOf(spec.amountA, spec.price)),
  ];
}
