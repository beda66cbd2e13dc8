import { type AccountBytes, encodeMint, TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import { AccountWriter, buildVault } from '../common/account-writer.ts';
import { MAX_VOLATILITY, type PoolSpec } from '../common/pool-spec.ts';
import { buildLbPair } from '../meteora-dlmm/build-accounts.ts';
import { buildWhirlpool } from '../orca-whirlpool/build-accounts.ts';
import { buildAmmV4Pool } from '../raydium-amm-v4/build-accounts.ts';
import { buildClmmPool } from '../raydium-clmm/build-accounts.ts';
import { buildCpmmPool } from '../raydium-cpmm/build-accounts.ts';
import type { SourceName } from '../source.ts';

export { MAX_VOLATILITY, type PoolSpec };

/** A token account of the Token program that holds an amount. */
export function buildTokenAccount(token: {
  readonly address: string;
  readonly mint: string;
  readonly owner: string;
  readonly amountRaw: bigint;
}): AccountBytes {
  return buildVault(token.address, token.mint, token.owner, token.amountRaw);
}

/** Where Token-2022 writes extensions: after the size of a token account and the kind of this one. */
const EXTENSIONS_AT = 166;
const HEADER = 4;
const TRANSFER_FEE = { type: 1, size: 108 };
const PAUSABLE = { type: 26, size: 33 };

export interface FeeMint {
  readonly address: string;
  readonly decimals: number;
  /** Of every transfer, from an epoch on; nothing before. */
  readonly bps: number;
  readonly maxRaw: bigint;
  readonly fromEpoch: bigint;
  readonly isPaused?: boolean;
}

/** A mint of Token-2022 that keeps a fee back of transfers. */
export function buildFeeMint({ address, decimals, bps, maxRaw, fromEpoch, isPaused = false }: FeeMint): AccountBytes {
  const [fee, paused] = [EXTENSIONS_AT + HEADER, EXTENSIONS_AT + HEADER + TRANSFER_FEE.size + HEADER];
  const account = new AccountWriter(paused + PAUSABLE.size)
    .u8(EXTENSIONS_AT - 1, 1)
    .u16(fee - HEADER, TRANSFER_FEE.type)
    .u16(fee - HEADER + 2, TRANSFER_FEE.size)
    .u64(fee + 90, fromEpoch)
    .u64(fee + 98, maxRaw)
    .u16(fee + 106, bps)
    .u16(paused - HEADER, PAUSABLE.type)
    .u16(paused - HEADER + 2, PAUSABLE.size)
    .u8(paused + 32, isPaused ? 1 : 0);
  account.data.set(encodeMint({ decimals, scaledUiAmount: null }));
  return account.of(address, TOKEN_2022_PROGRAM_ADDRESS);
}

/** The accounts of a pool that trades at a price, but for its mints: build it again to move the price. */
export const POOL_BUILDERS: Readonly<Record<SourceName, (spec: PoolSpec) => AccountBytes[]>> = {
  meteora_dlmm: buildLbPair,
  orca_whirlpool: buildWhirlpool,
  raydium_amm_v4: buildAmmV4Pool,
  raydium_clmm: buildClmmPool,
  raydium_cpmm: buildCpmmPool,
};
