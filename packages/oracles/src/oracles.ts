import { type AccountBytes, type AddressReader, LendingError, type PriceConfig } from '@tidemark/core';
import { deadOracleOf } from './dead-programs.ts';
import { emptyObservation, unusable } from './observation.ts';
import { pyth } from './pyth/source.ts';
import { scope } from './scope/source.ts';
import type { AccountReads, Feed, OracleClock, OracleSource, PriceObservation } from './source.ts';
import { switchboard } from './switchboard/source.ts';

/** Every source whose prices are in accounts of its own; the order is that of answers over all of them. */
export const ORACLE_SOURCES: readonly OracleSource[] = [scope, pyth, switchboard];

/** A reserve with where its price comes from. */
export interface PricedReserve {
  readonly mint: string;
  readonly config: PriceConfig;
}

/**
 * The feeds of reserves and of the committed list, each once, in order of their ids. Give reserves of listed markets only: anybody can
 * create a market, and let a reserve of a well-known token name a feed of another one. Where several name a feed, the strictest
 * maximum age counts.
 */
export function feedsOf(reserves: readonly PricedReserve[], listed: readonly Feed[] = []): readonly Feed[] {
  const found = new Map<string, Feed>();
  const all = [
    ...reserves.flatMap(({ mint, config }) => ORACLE_SOURCES.flatMap((source) => source.feeds(mint, config))),
    ...listed,
  ];
  for (const feed of all) {
    // One place can price two mints: a token and its wrapped twin.
    const key = `${feed.id} ${feed.mint}`;
    const known = found.get(key);
    found.set(key, known === undefined ? feed : mergedFeed(known, feed));
  }
  return [...found.entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, feed]) => feed);
}

function mergedFeed(known: Feed, other: Feed): Feed {
  return {
    ...known,
    maxAgeSeconds: strictest(known.maxAgeSeconds, other.maxAgeSeconds),
    maxAverageAgeSeconds: strictest(known.maxAverageAgeSeconds, other.maxAverageAgeSeconds),
    expected: known.expected ?? other.expected,
    origin: known.origin === 'reserve' || other.origin === 'reserve' ? 'reserve' : 'list',
  };
}

function strictest(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b;
  return a < b ? a : b;
}

/** Addresses of the accounts that the feeds need, each once. What was read before adds those that its accounts name. */
export function accountsOf(feeds: readonly Feed[], reads: AccountReads = new Map()): readonly string[] {
  const addresses = feeds.flatMap((feed) => sourceOf(feed)?.accounts(feed, reads) ?? []).map(({ address }) => address);
  return [...new Set(addresses)];
}

/**
 * Decodes what a call has brought; null where an account does not exist. What no decoder accepts is in there as its error, and an account
 * of a program that no longer runs as a `DeadOracle`.
 */
export function decodeAccounts(
  accounts: Iterable<readonly [address: string, account: AccountBytes | null]>,
  addressAt?: AddressReader,
): AccountReads {
  const reads = new Map<string, unknown>();
  for (const [address, account] of accounts)
    reads.set(address, account === null ? null : decodeOne(account, addressAt));
  return reads;
}

/** An observation for each feed, in their order. */
export function observeFeeds(
  feeds: readonly Feed[],
  reads: AccountReads,
  clock: OracleClock,
): readonly PriceObservation[] {
  return feeds.map(
    (feed) => sourceOf(feed)?.observe(feed, reads, clock) ?? emptyObservation(feed, unusable('not_configured')),
  );
}

function decodeOne(account: AccountBytes, addressAt?: AddressReader): unknown {
  const dead = deadOracleOf(account.owner);
  if (dead !== null) return dead;
  const source = ORACLE_SOURCES.find(({ accountKinds }) =>
    accountKinds.some(({ programs }) => programs.includes(account.owner)),
  );
  try {
    if (source !== undefined) return source.decode(account, addressAt);
  } catch (error) {
    if (error instanceof LendingError) return error;
    throw error;
  }
  const expected = ORACLE_SOURCES.flatMap(({ accountKinds }) => accountKinds.flatMap(({ programs }) => programs));
  const { address, owner: actual } = account;
  return new LendingError('WRONG_OWNER', { address, expected: [...new Set(expected)].join(' or '), actual });
}

function sourceOf({ source }: Feed): OracleSource | undefined {
  return ORACLE_SOURCES.find(({ name }) => name === source);
}
