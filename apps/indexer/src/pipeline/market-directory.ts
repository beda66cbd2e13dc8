import type { ConfigJson } from '@tidemark/core';
import type { Clock } from '../rpc/index.ts';

/** Stored configurations by address of the lending market: accrual and rates may depend on them. */
export type MarketConfigs = ReadonlyMap<string, ConfigJson>;

export interface MarketDirectoryOptions {
  /** Reads those markets that are stored. */
  readonly load: (addresses: readonly string[]) => Promise<MarketConfigs>;
  /** Reads from the chain and stores those markets that exist there. */
  readonly fetch: (addresses: readonly string[]) => Promise<MarketConfigs>;
  readonly clock: Clock;
}

/** Discovery renews what is stored; this is how long a batch may use what it read before. */
const MAX_AGE_MS = 30_000;

/** Remembers market configurations for half a minute, so that a batch does not read what the batch before it has read. */
export class MarketDirectory {
  readonly #options: MarketDirectoryOptions;
  readonly #known = new Map<string, { readonly config: ConfigJson | undefined; readonly readAt: number }>();
  readonly #fetching = new Map<string, Promise<void>>();

  constructor(options: MarketDirectoryOptions) {
    this.#options = options;
  }

  /** The configurations of the markets that exist. Those that are not stored are read from the chain. */
  async get(addresses: Iterable<string>): Promise<MarketConfigs> {
    const wanted = [...new Set(addresses)];
    const old = wanted.filter((address) => !this.#isYoung(address));
    if (old.length > 0) {
      const stored = await this.#options.load(old);
      // What is not stored is not known to be absent before the chain has said so: its reserves would be quarantined.
      this.#remember(
        old.filter((address) => stored.has(address)),
        stored,
      );
      await this.#fetchOnce(old.filter((address) => !stored.has(address)));
    }
    const configs = wanted.map((address) => [address, this.#known.get(address)?.config] as const);
    return new Map(configs.flatMap(([address, config]) => (config === undefined ? [] : [[address, config]])));
  }

  #isYoung(address: string): boolean {
    const entry = this.#known.get(address);
    return entry !== undefined && this.#options.clock.now() - entry.readAt < MAX_AGE_MS;
  }

  /** Also what the chain does not have is remembered, so that it is read once per half minute, not per batch. */
  #remember(addresses: readonly string[], found: MarketConfigs): void {
    const readAt = this.#options.clock.now();
    for (const address of addresses) this.#known.set(address, { config: found.get(address), readAt });
  }

  /** Reads from the chain those that no other batch is reading, and waits for all of them. */
  async #fetchOnce(addresses: readonly string[]): Promise<void> {
    const first = addresses.filter((address) => !this.#fetching.has(address));
    if (first.length > 0) {
      const fetching = this.#options
        .fetch(first)
        .then((found) => this.#remember(first, found))
        .finally(() => {
          for (const address of first) this.#fetching.delete(address);
        });
      for (const address of first) this.#fetching.set(address, fetching);
    }
    await Promise.all(addresses.flatMap((address) => this.#fetching.get(address) ?? []));
  }
}
