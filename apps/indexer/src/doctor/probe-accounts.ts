import { PROTOCOLS, type Protocol } from '@tidemark/protocols';
import { fetchBatch } from '../pipeline/fetch-batch.ts';
import {
  fetchProgramAddresses,
  MAX_ACCOUNTS_PER_CALL,
  type Rpc,
  type RpcAttempt,
  RpcError,
  type RpcErrorCode,
} from '../rpc/index.ts';
import { probe } from './probe.ts';

/** How the reserves of a protocol were found. */
export interface Listing {
  readonly protocol: string;
  /** Empty where the endpoint does not list them. */
  readonly reserves: readonly string[];
  /** The method that listed them. */
  readonly method: string | null;
  readonly failure: RpcError | null;
}

/** Lists the reserves of each protocol, as discovery does. */
export async function probeListings(url: string): Promise<Listing[]> {
  const listings: Listing[] = [];
  for (const protocol of PROTOCOLS) listings.push(await listReserves(url, protocol));
  return listings;
}

async function listReserves(url: string, { name, accounts }: Protocol): Promise<Listing> {
  let method: string | null = null;
  const listed = await probe(url, (rpc) => fetchProgramAddresses(rpc, accounts.reserve), {
    onAttempt: (attempt) => {
      method = attempt.method;
    },
  });
  if (listed instanceof RpcError) return { protocol: name, reserves: [], method: null, failure: listed };
  return { protocol: name, reserves: listed, method, failure: null };
}

/** After these fewer accounts in a call make no difference. */
const NOT_OF_SIZE: ReadonlySet<RpcErrorCode> = new Set<RpcErrorCode>([
  'RATE_LIMITED',
  'METHOD_REFUSED',
  'CONNECTION_FAILED',
  'CLOCK_UNAVAILABLE',
]);
/** An account and the Clock. */
const LEAST_KEYS = 2;

export interface AccountsProbe {
  /** Accounts of one call, the Clock among them. */
  readonly keys: number;
  /** How many of the reserves that were asked for exist. */
  readonly reservesFound: number;
}

/** Finds how many accounts the endpoint takes in one call: as many as a node does, then what it names, else half, and so on. */
export async function probeAccounts(url: string, reserves: readonly string[]): Promise<AccountsProbe | RpcError> {
  for (let keys = MAX_ACCOUNTS_PER_CALL; ; ) {
    const found = await readReserves(url, reserves, keys);
    if (!(found instanceof RpcError)) return { keys, reservesFound: found };
    const named = found.context.maxKeys ?? keys;
    const fewer = named < keys ? named : Math.floor(keys / 2);
    if (NOT_OF_SIZE.has(found.code) || fewer < LEAST_KEYS) return found;
    keys = fewer;
  }
}

async function readReserves(url: string, reserves: readonly string[], keys: number): Promise<number | RpcError> {
  return probe(url, async (rpc) => {
    const { accounts } = await fetchBatch(rpc, repeated(reserves, keys - 1), { bankClock: ANY_CLOCK });
    return [...accounts.values()].filter((account) => account !== null).length;
  });
}

/** How calls of polls fare. */
export interface LatencyProbe {
  /** Milliseconds of those that were answered, the fastest first. */
  readonly okMs: readonly number[];
  /** Codes of those that were not. */
  readonly failures: readonly string[];
}

const CALLS = 10;

/** Times reads as polls make them; the first one, which connects, does not count. */
export async function probeLatency(url: string, reserves: readonly string[], keys: number): Promise<LatencyProbe> {
  const attempts: RpcAttempt[] = [];
  const onAttempt = (attempt: RpcAttempt): void => {
    attempts.push(attempt);
  };
  const read = async (rpc: Rpc): Promise<void> => {
    for (let call = 0; call <= CALLS; call += 1) {
      await fetchBatch(rpc, repeated(reserves, keys - 1), { bankClock: ANY_CLOCK }).catch((error: unknown) => {
        // It is among the attempts.
        if (!(error instanceof RpcError)) throw error;
      });
    }
  };
  await probe(url, read, { maxRetries: 0, onAttempt });
  const counted = attempts.slice(1);
  const answered = counted.filter(({ outcome }) => outcome === 'ok').map(({ durationMs }) => durationMs);
  const failures = counted.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'ok');
  return { okMs: answered.toSorted((one, other) => one - other), failures };
}

/** The least of the values, the smallest first, that such a part of them does not exceed; undefined where there is none. */
export function quantile(values: readonly number[], part: number): number | undefined {
  return values[Math.ceil(part * values.length) - 1];
}

const ANY_CLOCK = { begin: () => Promise.resolve(() => undefined) };

/** So many addresses, the same ones again where there are fewer: nodes do not mind. */
function repeated(addresses: readonly string[], count: number): string[] {
  return Array.from({ length: count }, (_, index) => addresses[index % addresses.length] ?? '');
}
