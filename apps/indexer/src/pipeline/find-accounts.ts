import { decodeBase58 } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import type { FollowSettings } from '../config.ts';
import { fetchProgramAddresses, type Rpc, RpcError } from '../rpc/index.ts';

export interface FoundAccounts {
  readonly markets: readonly string[];
  readonly reserves: readonly string[];
  /**
   * `listed`: the provider listed the program's accounts. Otherwise it refuses to, and the addresses are the configured ones,
   * or the built-in registry's, and new reserves are not seen.
   */
  readonly source: 'listed' | 'configured' | 'built-in';
  /** Why the list did not come, where the provider failed to give one instead of refusing to. */
  readonly failure?: RpcError;
}

/** The cluster that the built-in registry is of. */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

export interface FindAccountsOptions {
  readonly protocol: Protocol;
  readonly follow: FollowSettings;
  readonly genesisHash: string;
  /** Nothing is known yet: then a list that fails to come is replaced like a refused one, for the time being. */
  readonly nothingKnown: boolean;
}

/**
 * Finds the program's lending markets and reserves. Where the provider fails to give the list, `failure` says why, so that the
 * caller can do without it what needs none; fails with RpcError only when the indexer ends.
 */
export async function findAccounts(rpc: Rpc, options: FindAccountsOptions): Promise<FoundAccounts> {
  try {
    return await listAccounts(rpc, options);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === 'ABORTED') throw error;
    const { follow, nothingKnown } = options;
    if (error.code === 'METHOD_REFUSED') return fallBack(options);
    if (nothingKnown) return { ...fallBack(options), failure: error };
    return { ...follow, source: 'configured', failure: error };
  }
}

async function listAccounts(
  rpc: Rpc,
  { protocol, follow }: Pick<FindAccountsOptions, 'protocol' | 'follow'>,
): Promise<FoundAccounts> {
  const { reserve, market } = protocol.accounts;
  const { marketOffset: offset } = reserve;
  if (follow.markets.length > 0 && offset !== null) {
    const byMarket: string[][] = [];
    for (const address of follow.markets) {
      const memcmp = { offset, bytes: decodeBase58(address) };
      byMarket.push(await fetchProgramAddresses(rpc, { ...reserve, memcmp }));
    }
    return { markets: follow.markets, reserves: byMarket.flat(), source: 'listed' };
  }
  const markets = market === null ? [] : await fetchProgramAddresses(rpc, market);
  return { markets, reserves: await fetchProgramAddresses(rpc, reserve), source: 'listed' };
}

function fallBack({ protocol, follow, genesisHash }: FindAccountsOptions): FoundAccounts {
  if (follow.reserves.length > 0) return { ...follow, source: 'configured' };
  const registry = genesisHash === MAINNET_GENESIS_HASH ? protocol.registry : [];
  const wanted =
    follow.markets.length === 0 ? registry : registry.filter(({ address }) => follow.markets.includes(address));
  return {
    markets: follow.markets.length > 0 ? follow.markets : wanted.map(({ address }) => address),
    reserves: wanted.flatMap(({ reserves }) => reserves.map(({ address }) => address)),
    source: 'built-in',
  };
}
