import { CLOCK_SYSVAR_ADDRESS, decodeClock, isLendingError } from '@tidemark/core';
import { errorCode } from '@tidemark/runtime';
import {
  RpcClient,
  displayHost,
  type FetchedAccounts,
  fetchAccounts,
  fetchGenesisHash,
  type RpcClientConfig,
} from '../../rpc/index.ts';
import type { EndpointReading, ReadBank, SampledAccount } from './endpoint-reading.ts';

export type AuditRpcConfig = Pick<RpcClientConfig, 'urls' | 'commitment' | 'timeoutMs' | 'requestsPerSecond'>;

export interface EndpointReaders {
  /** Labels in the order of preference. */
  readonly labels: readonly string[];
  /** Asks every endpoint at the same time. One that fails says so in its reading. */
  read(sample: readonly SampledAccount[], genesisHash: string): Promise<readonly EndpointReading[]>;
  close(): void;
}

/**
 * A client for each endpoint by itself, without failover and without a second try: what an endpoint does is what is to be
 * known. They keep their own count of requests per second, three a minute beside those of the polls.
 */
export function createEndpointReaders(config: AuditRpcConfig): EndpointReaders {
  const labels = labelEndpoints(config.urls);
  const clients = config.urls.map((url) => new RpcClient({ ...config, urls: [url], maxRetries: 0 }));
  return {
    labels,
    read: (sample, genesisHash) =>
      Promise.all(clients.map((client, index) => readEndpoint(client, labels[index] ?? '', sample, genesisHash))),
    close() {
      for (const client of clients) client.close();
    },
  };
}

/** Host and port; a second endpoint of the same host is `host (2)`: what tells them apart may be a key. */
export function labelEndpoints(urls: readonly string[]): string[] {
  const times = new Map<string, number>();
  return urls.map((url) => {
    const host = displayHost(url);
    const count = (times.get(host) ?? 0) + 1;
    times.set(host, count);
    return count === 1 ? host : `${host} (${count})`;
  });
}

async function readEndpoint(
  client: RpcClient,
  label: string,
  sample: readonly SampledAccount[],
  expectedGenesisHash: string,
): Promise<EndpointReading> {
  let genesisHash: string | null = null;
  try {
    genesisHash = await fetchGenesisHash(client);
    if (genesisHash !== expectedGenesisHash) return { label, genesisHash, bank: null, errorCode: null };
    const addresses = [...sample.map(({ address }) => address), CLOCK_SYSVAR_ADDRESS];
    const bank = toBank(addresses, await fetchAccounts(client, addresses));
    return { label, genesisHash, bank, errorCode: null };
  } catch (error) {
    return { label, genesisHash, bank: null, errorCode: errorCode(error) ?? 'INTERNAL_ERROR' };
  }
}

/** A provider without a readable Clock sysvar is taken at the slot that it says it answered from. */
function toBank(addresses: readonly string[], { accounts, contextSlot }: FetchedAccounts): ReadBank {
  const byAddress = new Map(addresses.map((address, index) => [address, accounts[index] ?? null]));
  const clock = byAddress.get(CLOCK_SYSVAR_ADDRESS) ?? null;
  byAddress.delete(CLOCK_SYSVAR_ADDRESS);
  if (clock === null) return { slot: contextSlot, accounts: byAddress };
  try {
    return { slot: decodeClock(clock).slot, accounts: byAddress };
  } catch (error) {
    if (isLendingError(error)) return { slot: contextSlot, accounts: byAddress };
    throw error;
  }
}
