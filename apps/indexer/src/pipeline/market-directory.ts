import type { ConfigJson } from '@tidemark/core';
import type { Clock } from '../rpc/index.ts';

/** Stored configurations by address of the lending market: accrual and rates may depend on them. */
export type MarketConfigs = ReadonlyMap<string, ConfigJson>;

export interface MarketDirectoryDeps {
  /** Reads those markets that are stored. */
  readonly load: (addresses: readonly string[]) => Promise<MarketConfigs>;
  /** Reads from the chain and stores those markets that exist there. */
  readonly fetch: (addresses: readonly string[]) => Promise<MarketConfigs>;
  readonly clock: Clock;
}

export interface MarketDirectory {
  /** The configurations of the markets that are known, after asking the chain for those that were not. */
  get(addresses: Iterable<string>): Promise<MarketConfigs>;
}

/** Discovery renews what is stored; this is how long a batch may use what it read before. */
const MAX_AGE_MS = 30_000;

/** Remembers market configurations for half a minute, so that a batch does not ask for what the one before it knew. */
export function createMarketDirectory(deps: MarketDirectoryDeps): MarketDirectory {
  const { clock } = deps;
  const known = new Map<string, { config: ConfigJson | undefined; readAt: number }>();
  const asked = new Map<string, Promise<void>>();

  const remember = (addresses: readonly string[], found: MarketConfigs): void => {
    const readAt = clock.now();
    for (const address of addresses) known.set(address, { config: found.get(address), readAt });
  };

  // Also what the chain does not have is remembered, so that it is asked once per half minute, not per batch.
  const fetchAndRemember = async (addresses: readonly string[]): Promise<void> => {
    remember(addresses, await deps.fetch(addresses));
  };

  /** Asks the chain for those that nobody is asking for, and waits for all of them. */
  const ask = async (addresses: readonly string[]): Promise<void> => {
    const first = addresses.filter((address) => !asked.has(address));
    if (first.length > 0) {
      const answer = fetchAndRemember(first).finally(() => {
        for (const address of first) asked.delete(address);
      });
      for (const address of first) asked.set(address, answer);
    }
    await Promise.all(addresses.flatMap((address) => asked.get(address) ?? []));
  };

  return {
    async get(addresses) {
      const wanted = [...new Set(addresses)];
      const isYoung = (address: string): boolean => {
        const entry = known.get(address);
        return entry !== undefined && clock.now() - entry.readAt < MAX_AGE_MS;
      };
      const old = wanted.filter((address) => !isYoung(address));
      if (old.length > 0) {
        const stored = await deps.load(old);
        // What is not stored is not known to be absent before the chain has said so: its reserves would be quarantined.
        const found = old.filter((address) => stored.has(address));
        remember(found, stored);
        const unknown = old.filter((address) => !stored.has(address));
        if (unknown.length > 0) await ask(unknown);
      }
      const result = new Map<string, ConfigJson>();
      for (const address of wanted) {
        const config = known.get(address)?.config;
        if (config !== undefined) result.set(address, config);
      }
      return result;
    },
  };
}
