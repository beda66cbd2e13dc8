import { PublicKey } from '@solana/web3.js';
import { encodeBase58 } from '@tidemark/core';
import type { RpcClient } from './rpc-client.ts';

/** The hash that names the cluster. Fails with RpcError. */
export async function fetchGenesisHash(rpc: RpcClient): Promise<string> {
  const { value } = await rpc.call('getGenesisHash', ({ connection }) => connection.getGenesisHash());
  return value;
}

export interface PerformanceSample {
  readonly numSlots: number;
  readonly samplePeriodSecs: number;
}

/** The node's newest performance samples (about one a minute), newest first. Fails with RpcError. */
export async function fetchPerformanceSamples(rpc: RpcClient, limit: number): Promise<PerformanceSample[]> {
  const { value } = await rpc.call('getRecentPerformanceSamples', ({ connection }) =>
    connection.getRecentPerformanceSamples(limit),
  );
  return value.map(({ numSlots, samplePeriodSecs }) => ({ numSlots, samplePeriodSecs }));
}

/** Unix seconds at which a slot's block was made, as the cluster estimates it; null when unknown. Fails with RpcError. */
export async function fetchBlockTime(rpc: RpcClient, slot: bigint): Promise<number | null> {
  const { value } = await rpc.call('getBlockTime', ({ connection }) => connection.getBlockTime(Number(slot)));
  return value;
}

/** Bytes at an offset of an account. */
export interface BytesAt {
  readonly offset: number;
  readonly bytes: Uint8Array;
}

export interface ProgramAccountFilter {
  readonly program: string;
  /** The first bytes; null where accounts of this kind have none of their own. */
  readonly discriminator: Uint8Array | null;
  /** Exact size of the account in bytes. */
  readonly size: number;
  /** Further bytes that must stand at an offset, such as the market of a reserve; of several each. Nodes take four filters. */
  readonly memcmp?: BytesAt | readonly BytesAt[];
}

/**
 * Addresses of a program's accounts of one kind, sorted. Asks for no data at all, because some providers bill by the
 * byte and the accounts are read together with a clock afterwards. Fails with RpcError; METHOD_REFUSED when no endpoint serves
 * getProgramAccounts for this program.
 */
export async function fetchProgramAddresses(rpc: RpcClient, filter: ProgramAccountFilter): Promise<string[]> {
  const program = new PublicKey(filter.program);
  const { discriminator, memcmp } = filter;
  const matches = [...(discriminator === null ? [] : [{ offset: 0, bytes: discriminator }]), ...[memcmp ?? []].flat()];
  const { value } = await rpc.call('getProgramAccounts', ({ connection }) =>
    connection.getProgramAccounts(program, {
      commitment: rpc.commitment,
      dataSlice: { offset: 0, length: 0 },
      filters: [
        { dataSize: filter.size },
        ...matches.map(({ offset, bytes }) => ({ memcmp: { offset, bytes: encodeBase58(bytes) } })),
      ],
    }),
  );
  return value.map(({ pubkey }) => pubkey.toBase58()).toSorted();
}
