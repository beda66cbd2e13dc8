import { PROTOCOLS } from '@tidemark/protocols';
import { DEFAULT_CADENCE } from '../config.ts';
import { MAINNET_GENESIS_HASH } from '../pipeline/find-accounts.ts';
import { RpcError } from '../rpc/index.ts';
import { callsOfRound, type DailyCost, dailyCost } from './daily-cost.ts';
import type { Examination, Standing } from './examine.ts';
import { quantile } from './probe-accounts.ts';

/** Of the rate: the rest is left to searches, audits and what comes twice. */
const PART_FOR_POLLS = 0.7;
/** Of what an endpoint keeps up. */
const PART_OF_LIMIT = 0.9;
/** An endpoint that is further behind another one belongs behind it. */
const FAR_BEHIND = 50;

export interface Advice {
  /** The endpoints to name, the best first, as places in the list of those examined. Empty: Tidemark can run on none. */
  readonly order: readonly number[];
  /** Settings that differ from the defaults. */
  readonly settings: readonly (readonly [name: string, value: number])[];
  readonly reserves: number;
  /** False where no endpoint lists accounts: then new reserves are not seen. */
  readonly isListed: boolean;
  readonly cost: DailyCost;
  readonly pollIntervalMs: number;
}

/** Decides which endpoints to use, with which settings, and what a day of that takes. */
export function advise(
  examined: readonly Examination[],
  standings: readonly (Standing | null)[],
  problems: readonly (string | null)[],
): Advice {
  const order = orderOf(examined, standings, problems);
  const usable = order.flatMap((place) => examined[place] ?? []);
  const keys = Math.max(2, ...usable.map(({ accounts }) => accounts?.keys ?? 0));
  const reserves = PROTOCOLS.map(({ name, registry }) => {
    const listed = Math.max(...usable.flatMap(({ listings }) => lengthOf(listings, name)), 0);
    return listed > 0 ? listed : registry.reduce((sum, market) => sum + market.reserves.length, 0);
  });
  const calls = callsOfRound({ reserves, keys });
  const { RPC_REQUESTS_PER_SECOND: usualRate, POLL_INTERVAL_MS: usualMs } = DEFAULT_CADENCE;
  const wanted = Math.max(usualRate, Math.ceil(perSecond(calls, usualMs)));
  const requestsPerSecond = Math.min(wanted, allowedBy(usable[0]));
  const pollIntervalMs = intervalFor(calls, requestsPerSecond);
  const settings: Advice['settings'] = (
    [
      ['RPC_MAX_ACCOUNTS', keys],
      ['RPC_REQUESTS_PER_SECOND', requestsPerSecond],
      ['POLL_INTERVAL_MS', pollIntervalMs],
      ['PRICE_INTERVAL_MS', pollIntervalMs],
    ] as const
  ).filter(([name, value]) => value !== DEFAULT_CADENCE[name]);
  return {
    ...{ order, settings, pollIntervalMs, reserves: reserves.reduce((sum, count) => sum + count, 0) },
    isListed: usable.some(({ listings }) => listings.every(({ reserves: found }) => found.length > 0)),
    cost: dailyCost({ reserves, keys, pollIntervalMs, priceIntervalMs: pollIntervalMs }),
  };
}

/** Why Tidemark cannot run on each, null where it can: all that is used must be of one chain, mainnet before any other. */
export function problemsOf(
  examined: readonly Examination[],
  standings: readonly (Standing | null)[],
): (string | null)[] {
  const own = examined.map(({ problem }, place) =>
    problem === null && standings[place]?.isStill === true ? 'its slot stands still' : problem,
  );
  const chains = examined.flatMap(({ genesisHash }, place) => (own[place] === null ? [genesisHash] : []));
  const chain = chains.includes(MAINNET_GENESIS_HASH) ? MAINNET_GENESIS_HASH : chains[0];
  return own.map((problem, place) =>
    problem === null && examined[place]?.genesisHash !== chain ? 'it is of another chain than the others' : problem,
  );
}

/** Those that keep up first, then those that take more in a call, then the faster ones. */
function orderOf(
  examined: readonly Examination[],
  standings: readonly (Standing | null)[],
  problems: readonly (string | null)[],
): number[] {
  const rank = (place: number): readonly number[] => {
    const { accounts, latency } = examined[place] ?? {};
    const isBehind = (standings[place]?.behind ?? Infinity) > FAR_BEHIND;
    return [Number(isBehind), -(accounts?.keys ?? 0), quantile(latency?.okMs ?? [], 0.5) ?? Infinity];
  };
  return [...examined.keys()]
    .filter((place) => problems[place] === null)
    .toSorted((one, other) => compare(rank(one), rank(other)));
}

function compare(one: readonly number[], other: readonly number[]): number {
  const differing = one.findIndex((value, index) => value !== other[index]);
  return differing < 0 ? 0 : (one[differing] ?? 0) - (other[differing] ?? 0);
}

function lengthOf(listings: Examination['listings'], name: string): number[] {
  return listings.filter(({ protocol }) => protocol === name).map(({ reserves }) => reserves.length);
}

function allowedBy(endpoint: Examination | undefined): number {
  const rate = endpoint?.rate ?? null;
  if (rate === null || rate instanceof RpcError) return DEFAULT_CADENCE.RPC_REQUESTS_PER_SECOND;
  return Math.max(0.1, Math.floor(rate.perSecond * PART_OF_LIMIT * 10) / 10);
}

function perSecond(calls: number, intervalMs: number): number {
  return calls / (intervalMs / 1000) / PART_FOR_POLLS;
}

/** The shortest interval of whole seconds that has room for the calls. */
function intervalFor(calls: number, requestsPerSecond: number): number {
  const seconds = Math.ceil(calls / (requestsPerSecond * PART_FOR_POLLS));
  return Math.max(DEFAULT_CADENCE.POLL_INTERVAL_MS, seconds * 1_000);
}
