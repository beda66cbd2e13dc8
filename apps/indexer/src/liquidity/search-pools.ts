import { decodeBase58 } from '@tidemark/core';
import { type DepthRules, KNOWN_POOLS, type PoolSource, SOURCES } from '@tidemark/liquidity';
import type { FoundPool, LiquiditySearch } from '@tidemark/schema';
import { MAINNET_GENESIS_HASH } from '../pipeline/find-accounts.ts';
import { type BytesAt, fetchProgramAddresses, type Rpc, RpcError } from '../rpc/index.ts';
import type { CallBudget } from './call-budget.ts';

export interface SearchDeps {
  readonly rpc: Rpc;
  readonly budget: CallBudget;
  readonly rules: DepthRules;
  readonly genesisHash: string;
}

/**
 * Finds the pools of a token in every source by listing accounts that hold its mint. Where a node refuses that, the committed list takes its
 * place, and the failure says so. Fails with RpcError where a list fails to come.
 */
export async function searchPools(deps: SearchDeps, mint: string): Promise<LiquiditySearch> {
  const found = new Map<string, FoundPool>();
  let [failure, calls]: [string | null, number] = [null, 0];
  for (const source of SOURCES) {
    for (const memcmp of filtersOf(source, mint, deps.rules)) {
      await deps.budget.takeInStep();
      calls += 1;
      const { program, size, discriminator } = source.accounts;
      try {
        const addresses = await fetchProgramAddresses(deps.rpc, { program, size, discriminator, memcmp });
        for (const address of addresses) found.set(address, toFound(source, address));
      } catch (error) {
        if (!(error instanceof RpcError) || error.code !== 'METHOD_REFUSED') throw error;
        failure = error.code;
        // It would refuse the other side of the same program, too.
        break;
      }
    }
  }
  if (failure !== null && deps.genesisHash === MAINNET_GENESIS_HASH) {
    for (const { source: name, address } of KNOWN_POOLS) {
      const source = SOURCES.find((one) => one.name === name);
      if (source !== undefined) found.set(address, toFound(source, address));
    }
  }
  const pools = [...found.values()].toSorted((one, other) => (one.pool < other.pool ? -1 : 1));
  return { tokenMint: mint, foundBy: failure === null ? 'listed' : 'built_in', failure, pools, calls };
}

const toFound = ({ name, evidence }: PoolSource, pool: string): FoundPool => ({
  pool,
  source: name,
  evidence: evidence.grade,
});

/**
 * What accounts have to hold: the mint on either side. SOL and stablecoins are in more pools than any node lists: of those only pools with
 * what they can be sold for are asked for.
 */
function filtersOf(
  { accounts: { mintOffsets } }: PoolSource,
  mint: string,
  { usdMints, solMint }: DepthRules,
): readonly (readonly BytesAt[])[] {
  const [a, b] = mintOffsets;
  const at = (offset: number, address: string): BytesAt => ({ offset, bytes: decodeBase58(address) });
  if (mint !== solMint && !usdMints.has(mint)) return [[at(a, mint)], [at(b, mint)]];
  const others = [...usdMints].filter((other) => other !== mint);
  return others.flatMap((other) => [
    [at(a, mint), at(b, other)],
    [at(a, other), at(b, mint)],
  ]);
}
