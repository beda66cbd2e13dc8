import { PROTOCOLS } from '@tidemark/protocols';
import { type Clock, displayHost, fetchGenesisHash, fetchSlot, fetchVersion, RpcError } from '../rpc/index.ts';
import {
  type AccountsProbe,
  type LatencyProbe,
  type Listing,
  probeAccounts,
  probeLatency,
  probeListings,
} from './probe-accounts.ts';
import { orNull, probe, probeSocket } from './probe.ts';
import { probeRate, type RateProbe } from './probe-rate.ts';

/** What one endpoint has shown. Null: it was not found out. */
export interface Examination {
  readonly url: string;
  /** Host and port: all of the URL that may be shown. */
  readonly host: string;
  readonly genesisHash: string | null;
  readonly version: string | null;
  readonly slot: { readonly number: number; readonly seenAt: number } | null;
  readonly listings: readonly Listing[];
  readonly accounts: AccountsProbe | null;
  readonly latency: LatencyProbe | null;
  readonly rate: RateProbe | RpcError | null;
  /** Null where slots are told. */
  readonly socketFailure: string | null;
  /** Why Tidemark cannot run on it; null where it can. */
  readonly problem: string | null;
}

/** Looks at one endpoint, with calls one after the other. `withRate` sends as many as it takes until one is refused. */
export async function examineEndpoint(url: string, withRate: boolean, clock: Clock): Promise<Examination> {
  const nothing = {
    ...{ url, host: displayHost(url), genesisHash: null, version: null, slot: null },
    ...{ listings: [], accounts: null, latency: null, rate: null, socketFailure: 'not asked' },
  };
  const genesisHash = await probe(url, fetchGenesisHash);
  if (genesisHash instanceof RpcError) return { ...nothing, problem: describeFailure(genesisHash) };
  const version = orNull(await probe(url, fetchVersion));
  const slot = orNull(await probe(url, fetchSlot));
  const listings = await probeListings(url);
  const about = {
    ...nothing,
    ...{ genesisHash, version, listings, slot: slot === null ? null : { number: slot, seenAt: clock.now() } },
  };
  const reserves = reservesToRead(listings);
  const accounts = await probeAccounts(url, reserves);
  if (accounts instanceof RpcError) return { ...about, problem: describeFailure(accounts) };
  const latency = await probeLatency(url, reserves, accounts.keys);
  const socketFailure = await probeSocket(url);
  const rate = withRate ? await probeRate(url, clock) : null;
  const problem = accounts.reservesFound === 0 ? 'the chain has none of the reserves that Tidemark knows' : null;
  return { ...about, accounts, latency, rate, socketFailure, problem };
}

/** Those that the endpoint lists, else those that Tidemark knows. */
function reservesToRead(listings: readonly Listing[]): string[] {
  const listed = listings.flatMap(({ reserves }) => reserves);
  if (listed.length > 0) return listed;
  return PROTOCOLS.flatMap(({ registry }) => registry.flatMap((market) => market.reserves.map((one) => one.address)));
}

/** How the slots of endpoints compare, of one moment. */
export interface Standing {
  readonly slot: number;
  readonly behind: number;
  /** It has not risen since the examination, which is seconds ago. */
  readonly isStill: boolean;
}

const STILL_MS = 5_000;

/** Asks all for their slots at once; null where one does not answer. */
export async function compareEndpoints(examined: readonly Examination[], clock: Clock): Promise<(Standing | null)[]> {
  const slots = await Promise.all(examined.map(async ({ url }) => orNull(await probe(url, fetchSlot))));
  const newest = Math.max(...slots.map((slot) => slot ?? 0));
  return examined.map(({ slot: before }, index) => {
    const slot = slots[index] ?? null;
    if (slot === null) return null;
    const isStill = before !== null && slot <= before.number && clock.now() - before.seenAt > STILL_MS;
    return { slot, behind: newest - slot, isStill };
  });
}

export function describeFailure({ code, message, context }: RpcError): string {
  return `${code}, ${message.replace(` at ${context.endpoint}`, '')}`;
}
