import { type AccountBytes } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import { chunk, fetchBatch, MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import { findAccounts } from '../pipeline/find-accounts.ts';
import { fetchGenesisHash, type RpcClient } from '../rpc/index.ts';
import type { RecordSelection } from './parse-arguments.ts';

export interface RecordedAccount {
  readonly kind: 'reserve' | 'lending_market';
  readonly account: AccountBytes;
  /** The bank that it was read from. */
  readonly slot: bigint;
  /** Unix seconds of that bank. */
  readonly unixTimestamp: bigint;
}

export interface Recording {
  readonly genesisHash: string;
  readonly commitment: string;
  /** Host and port only. */
  readonly endpoint: string;
  readonly accounts: readonly RecordedAccount[];
  /** Addresses that were asked for and have no account. */
  readonly missing: readonly string[];
}

/** Reads the chosen reserves and their markets as they are, whether they can be decoded or not. Fails with RpcError. */
export async function readAccounts(rpc: RpcClient, protocol: Protocol, selection: RecordSelection): Promise<Recording> {
  const genesisHash = await fetchGenesisHash(rpc);
  rpc.pinGenesisHash(genesisHash);
  const reserves = await readKind(rpc, await listReserves(rpc, protocol, selection, genesisHash), 'reserve');
  const markets = await readKind(rpc, listMarkets(protocol, reserves.accounts, selection), 'lending_market');
  return {
    genesisHash,
    commitment: rpc.commitment,
    endpoint: reserves.endpoint ?? markets.endpoint ?? '',
    accounts: [...markets.accounts, ...reserves.accounts],
    missing: [...markets.missing, ...reserves.missing],
  };
}

async function listReserves(
  rpc: RpcClient,
  protocol: Protocol,
  selection: RecordSelection,
  genesisHash: string,
): Promise<readonly string[]> {
  if (selection.kind === 'reserves') return selection.addresses;
  const markets = selection.kind === 'markets' ? selection.addresses : [];
  const follow = { markets, reserves: [] };
  const found = await findAccounts(rpc, { protocol, follow, genesisHash, nothingKnown: false });
  return found.reserves;
}

/** The markets that the reserves name, and those that were asked for, with or without reserves. */
function listMarkets(protocol: Protocol, reserves: readonly RecordedAccount[], selection: RecordSelection): string[] {
  const markets = new Set(selection.kind === 'markets' ? selection.addresses : []);
  for (const { account } of reserves) {
    try {
      markets.add(protocol.identity(protocol.decodeReserve(account)).lendingMarket);
    } catch {
      // Recorded all the same: bytes that cannot be decoded are worth keeping most.
    }
  }
  return [...markets].toSorted();
}

async function readKind(rpc: RpcClient, addresses: readonly string[], kind: RecordedAccount['kind']) {
  const accounts: RecordedAccount[] = [];
  const missing: string[] = [];
  let endpoint: string | undefined;
  for (const piece of chunk(addresses, MAX_BATCH_SIZE)) {
    const batch = await fetchBatch(rpc, piece);
    const { slot, unixTimestamp } = batch.bank;
    endpoint = batch.endpoint;
    for (const address of piece) {
      const account = batch.accounts.get(address) ?? null;
      if (account === null) missing.push(address);
      else accounts.push({ kind, account, slot, unixTimestamp });
    }
  }
  return { accounts, missing, endpoint };
}
