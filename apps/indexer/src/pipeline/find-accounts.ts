import { decodeBase58 } from '@tidemark/core';
import {
  KAMINO_LEND_PROGRAM_ADDRESS,
  KNOWN_REGISTRY,
  LENDING_MARKET_ACCOUNT_SIZE,
  LENDING_MARKET_DISCRIMINATOR,
  RESERVE_ACCOUNT_SIZE,
  RESERVE_DISCRIMINATOR,
} from '@tidemark/protocols/kamino';
import { fetchProgramAddresses, type RpcClient, RpcError } from '../rpc/index.ts';

/** Which accounts the indexer was told to follow; empty lists = whatever the program has. */
export interface FollowSettings {
  readonly markets: readonly string[];
  readonly reserves: readonly string[];
}

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

/** Where the market's address stands in a reserve. */
export const MARKET_OFFSET = 32;
/** The cluster that the built-in registry is of. */
export const MAINNET_GENESIS_HASH = '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d';

export interface FindAccountsOptions {
  readonly follow: FollowSettings;
  readonly genesisHash: string;
  /** Nothing is known yet: then a list that fails to come is replaced like a refused one, for the time being. */
  readonly nothingKnown: boolean;
}

/**
 * Finds the program's lending markets and reserves. Where the provider fails to give the list, `failure` says why, so that the
 * caller can do without it what needs none; fails with RpcError only when the indexer ends.
 */
export async function findAccounts(rpc: RpcClient, options: FindAccountsOptions): Promise<FoundAccounts> {
  try {
    return await listAccounts(rpc, options.follow);
  } catch (error) {
    if (!(error instanceof RpcError) || error.code === 'ABORTED') throw error;
    const { follow, genesisHash, nothingKnown } = options;
    if (error.code === 'METHOD_REFUSED') return fallBack(follow, genesisHash);
    if (nothingKnown) return { ...fallBack(follow, genesisHash), failure: error };
    return { ...follow, source: 'configured', failure: error };
  }
}

async function listAccounts(rpc: RpcClient, follow: FollowSettings): Promise<FoundAccounts> {
  const kind = {
    program: KAMINO_LEND_PROGRAM_ADDRESS,
    discriminator: RESERVE_DISCRIMINATOR,
    size: RESERVE_ACCOUNT_SIZE,
  };
  if (follow.markets.length > 0) {
    const byMarket: string[][] = [];
    for (const market of follow.markets) {
      const memcmp = { offset: MARKET_OFFSET, bytes: decodeBase58(market) };
      byMarket.push(await fetchProgramAddresses(rpc, { ...kind, memcmp }));
    }
    return { markets: follow.markets, reserves: byMarket.flat(), source: 'listed' };
  }
  const markets = await fetchProgramAddresses(rpc, {
    program: KAMINO_LEND_PROGRAM_ADDRESS,
    discriminator: LENDING_MARKET_DISCRIMINATOR,
    size: LENDING_MARKET_ACCOUNT_SIZE,
  });
  return { markets, reserves: await fetchProgramAddresses(rpc, kind), source: 'listed' };
}

function fallBack(follow: FollowSettings, genesisHash: string): FoundAccounts {
  if (follow.reserves.length > 0) return { ...follow, source: 'configured' };
  const registry = genesisHash === MAINNET_GENESIS_HASH ? KNOWN_REGISTRY : [];
  const wanted =
    follow.markets.length === 0 ? registry : registry.filter(({ address }) => follow.markets.includes(address));
  return {
    markets: follow.markets.length > 0 ? follow.markets : wanted.map(({ address }) => address),
    reserves: wanted.flatMap(({ reserves }) => reserves.map(({ address }) => address)),
    source: 'built-in',
  };
}
