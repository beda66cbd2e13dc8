import { errorCode } from '@tidemark/runtime';
import { type Database, getChain, registerChain, type Sql } from '@tidemark/schema';
import { fetchGenesisHash, type RpcClient } from './rpc/index.ts';
import { EXIT_CHAIN_MISMATCH, StartError, waitUntilAvailable, type WaitOptions } from './wait-until-available.ts';

export interface IdentifyChainDeps {
  readonly database: Database;
  readonly rpc: RpcClient;
  /** How many endpoints the client has. */
  readonly endpoints: number;
}

/**
 * Makes sure that the database is of the endpoints' chain, and pins it; returns the genesis hash. Where one of several
 * endpoints is of another chain than the database, the others are waited for: the one that answers first may be the wrong
 * one, because the right one is away. Throws StartError when none is right.
 */
export async function identifyChain(
  { database, rpc, endpoints }: IdentifyChainDeps,
  wait: Omit<WaitOptions, 'what'>,
): Promise<string> {
  const known = await waitUntilAvailable(() => getChain(database.db), { ...wait, what: 'the database' });
  if (known !== null && endpoints > 1) rpc.pinGenesisHash(known.genesisHash);
  const genesisHash = await waitForChain(rpc, wait);
  await waitUntilAvailable(() => claimChain(database.sql, genesisHash), { ...wait, what: 'the database' });
  rpc.pinGenesisHash(genesisHash);
  return genesisHash;
}

async function waitForChain(rpc: RpcClient, wait: Omit<WaitOptions, 'what'>): Promise<string> {
  try {
    return await waitUntilAvailable(() => fetchGenesisHash(rpc), { ...wait, what: 'the Solana RPC endpoint' });
  } catch (error) {
    if (!(error instanceof StartError) || errorCode(error.cause) !== 'WRONG_CHAIN') throw error;
    throw new StartError(`wrong chain: ${error.message}`, EXIT_CHAIN_MISMATCH, error);
  }
}

async function claimChain(sql: Sql, genesisHash: string): Promise<void> {
  try {
    await registerChain(sql, { genesisHash, clusterLabel: clusterLabelOf(genesisHash) });
  } catch (error) {
    if (errorCode(error) !== 'CHAIN_MISMATCH' || !(error instanceof Error)) throw error;
    throw new StartError(`wrong chain: ${error.message}`, EXIT_CHAIN_MISMATCH, error);
  }
}

const LABELS: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d': 'mainnet-beta',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY': 'testnet',
};

/** The usual name of a cluster, for messages and rows; `custom` for any other, a local one among them. */
export function clusterLabelOf(genesisHash: string): string {
  return LABELS[genesisHash] ?? 'custom';
}
