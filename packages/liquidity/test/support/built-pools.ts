import { type AccountBytes, encodeBase58, encodeMint, TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { SOURCES } from '../../src/index.ts';
import { buildFeeMint, POOL_BUILDERS, type PoolSpec } from '../../src/localnet/index.ts';
import type { FoundAccounts, Market, PoolClock, PoolSource } from '../../src/source.ts';

export const NOW: PoolClock = { slot: 400_000_000n, epoch: 900n, unixTimestamp: 1_790_000_000n };

/** An address of 32 equal bytes. */
export const addressOf = (byte: number): string => encodeBase58(new Uint8Array(32).fill(byte));

export const SPEC: PoolSpec = {
  address: addressOf(1),
  mintA: addressOf(2),
  mintB: addressOf(3),
  vaultA: addressOf(4),
  vaultB: addressOf(5),
  config: addressOf(6),
  // 150 of a token of 6 decimals for one of 9.
  price: { numerator: 15n, denominator: 100n },
  amountA: 10_000_000_000_000n,
  feePpm: 2_500,
  spacing: 10,
  lastUsedAt: NOW.unixTimestamp - 100n,
};

export interface BuiltPool {
  readonly source: PoolSource;
  readonly spec: PoolSpec;
  readonly account: AccountBytes;
  readonly others: readonly AccountBytes[];
}

export function buildPool(source: PoolSource, changes: Partial<PoolSpec> = {}): BuiltPool {
  const spec = { ...SPEC, ...changes };
  const [account, ...others] = POOL_BUILDERS[source.name](spec);
  if (account === undefined) throw new RangeError('no pool');
  const mints = [spec.mintA, spec.mintB].map((address) => ({
    address,
    owner: TOKEN_PROGRAM_ADDRESS,
    data: plainMint(9),
  }));
  return { source, spec, account, others: [...others, ...mints] };
}

export function plainMint(decimals: number): Uint8Array {
  return encodeMint({ decimals, scaledUiAmount: null });
}

/** As a provider answers: null for what does not exist, of everything that was asked for. */
export function foundOf(accounts: readonly AccountBytes[]): FoundAccounts {
  const byAddress = new Map(accounts.map((account) => [account.address, account]));
  return { get: (address) => byAddress.get(address) ?? null };
}

export function openBuilt({ source, account, others }: BuiltPool, clock = NOW): Market {
  return source.open(source.decodePool(account), foundOf(others), clock);
}

/** A pool of every source, at several prices. */
export function builtPools(): BuiltPool[] {
  return SOURCES.flatMap((source) =>
    [1n, 15n, 100n, 270_000n].map((numerator) => buildPool(source, { price: { numerator, denominator: 100n } })),
  );
}

/** A mint that takes a fee of transfers from an epoch on, and nothing before. */
export function feeMint(address: string, bps: number, fromEpoch: bigint, isPaused = false): AccountBytes {
  return buildFeeMint({ address, decimals: 9, bps, maxRaw: 1_000_000_000n, fromEpoch, isPaused });
}
