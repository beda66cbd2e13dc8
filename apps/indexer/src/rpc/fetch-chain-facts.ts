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
