import type { FoundAccounts, PoolClock, PoolCompanion, PoolHead } from '../source.ts';
import { LendingError } from '@tidemark/core';
import type { Side } from './market.ts';
import { decodeTokenRules, decodeVault } from './token.ts';

/** The accounts that every pool has beside it. */
export function tokenCompanions({ mintA, mintB, vaultA, vaultB }: PoolHead): PoolCompanion[] {
  return [
    { role: 'vault', address: vaultA },
    { role: 'vault', address: vaultB },
    { role: 'mint', address: mintA },
    { role: 'mint', address: mintB },
  ];
}

/** Both sides of a pool. Throws `INVALID_POOL` for a vault of another token, and as its decoders do. */
export function sidesOf(pool: PoolHead, found: FoundAccounts, { epoch }: PoolClock): { a: Side; b: Side } {
  const side = (mint: string, vault: string): Side => {
    const [vaultAccount, mintAccount] = [found.get(vault), found.get(mint)];
    // An account that does not exist is as good as one that was not read: the pool could not trade without it.
    const decoded = vaultAccount ? decodeVault(vaultAccount) : undefined;
    if (decoded !== undefined && decoded.mint !== mint) {
      throw new LendingError('INVALID_POOL', {
        address: pool.address,
        field: 'vault',
        expected: mint,
        actual: decoded.mint,
      });
    }
    return { vault: decoded, token: mintAccount ? decodeTokenRules(mintAccount, epoch) : undefined };
  };
  return { a: side(pool.mintA, pool.vaultA), b: side(pool.mintB, pool.vaultB) };
}
