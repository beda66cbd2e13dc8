import { type AccountBytes, CLOCK_SYSVAR_ADDRESS, decodeClock, isLendingError } from '@tidemark/core';
import { errorCode } from '@tidemark/runtime';
import {
  displayHost,
  fetchAccounts,
  type FetchedAccounts,
  fetchGenesisHash,
  RpcClient,
  type RpcClientConfig,
} from '../../rpc/index.ts';

/** What one endpoint said when an audit asked it. */
export interface EndpointReading {
  /** Host and port; numbered where several endpoints share them. */
  readonly label: string;
  /** Null where it did not say. */
  readonly genesisHash: string | null;
  /** Null where it did not answer, or serves another chain. */
  readonly bank: ReadBank | null;
  /** Code of the failure that kept it from answering; null where nothing did. */
  readonly errorCode: string | null;
}

/** Accounts as of one bank. */
export interface ReadBank {
  /** Of the Clock sysvar that was read with the accounts. */
  readonly slot: bigint;
  /** By address; null where there is no such account. */
  readonly accounts: ReadonlyMap<string, AccountBytes | null>;
}

/** An account that audits read from every endpoint. */
export interface SampledAccount {
  readonly kind: 'reserve' | 'lending_market';
  readonly address: string;
}

export interface SampleOptions {
  /** In an order that stays. */
  readonly accounts: readonly SampledAccount[];
  /** Addresses that come first: those on which endpoints disagreed before. */
  readonly first: ReadonlySet<string>;
  /** Counts the audits, so that each continues where the last one ended. */
  readonly round: bigint;
  readonly size: number;
}

/** The accounts of one audit: after enough of them each account has had its turn. */
export function chooseSample({ accounts, first, round, size }: SampleOptions): SampledAccount[] {
  const preferred = accounts.filter(({ address }) => first.has(address)).slice(0, Math.floor(size / 2));
  const rest = accounts.filter((account) => !preferred.includes(account));
  const wanted = Math.min(size - preferred.length, rest.length);
  if (wanted === 0) return preferred;
  const start = Number((round * BigInt(wanted)) % BigInt(rest.length));
  const turned = [...rest.slice(start), ...rest.slice(0, start)];
  return [...preferred, ...turned.slice(0, wanted)];
}

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
