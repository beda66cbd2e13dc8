import type { Protocol } from '@tidemark/protocols';
import { fetchProgramSizes, type Rpc } from '../rpc/index.ts';

/** Accounts of the program that are of a kind by their bytes, in a size that no decoder knows. */
export interface UnknownSize {
  readonly accountKind: 'reserve' | 'lending_market';
  readonly size: number;
  readonly accounts: number;
  /** Address of one of them. */
  readonly example: string;
}

/**
 * Counts what discovery cannot see, because it asks for accounts of the known size: what a new version of the program would write. One call
 * for each kind, without data. Fails with RpcError.
 */
export async function countUnknownSizes(rpc: Rpc, { accounts }: Pick<Protocol, 'accounts'>): Promise<UnknownSize[]> {
  const kinds = [['reserve', accounts.reserve] as const, ['lending_market', accounts.market] as const];
  const found: UnknownSize[] = [];
  for (const [accountKind, kind] of kinds) {
    if (kind === null) continue;
    const bySize = new Map<number, UnknownSize>();
    for (const { address: example, size } of await fetchProgramSizes(rpc, kind.program, kind.anySize)) {
      if (size === null || size === kind.size) continue;
      const before = bySize.get(size) ?? { accountKind, size, accounts: 0, example };
      bySize.set(size, { ...before, accounts: before.accounts + 1 });
    }
    found.push(...bySize.values());
  }
  return found;
}
