import { isAddress } from '@tidemark/core';
import type { Clock } from '../rpc/index.ts';

export interface NewcomersOptions {
  readonly clock: Clock;
  /** Reads the list of reserves again. */
  readonly listAddresses: () => Promise<readonly string[]>;
  /** Asks for a discovery; it may be left out when one was asked for a moment ago. */
  readonly requestDiscovery: () => Promise<void>;
  /** A reserve that discovery did not take asks for another one after this time at the earliest. */
  readonly askAgainMs: number;
  /** A reserve is known by now; it changed in that slot. */
  readonly onKnown: (address: string, slot: bigint) => void;
  /** The list was read. */
  readonly onListed: (addresses: readonly string[]) => void;
  readonly onAsked: (addresses: readonly string[]) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Newcomers {
  /** A reserve that is not on the list changed. False when this is no address. */
  noticed(address: string, slot: bigint): boolean;
  stop(): Promise<void>;
}

/** Others may follow, and another process may have found it already. */
const GATHER_MS = 1_000;
/** A node that makes up addresses must not fill the memory. */
const MAX_REMEMBERED = 10_000;

/**
 * Reserves that notifications name and the list does not have. They are looked up once more, and for those that are still
 * unknown one discovery is asked for, which decides what is followed: a notification alone makes no reserve.
 */
export function createNewcomers(options: NewcomersOptions): Newcomers {
  const { clock } = options;
  const waiting = new Map<string, bigint>();
  const askedAt = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> | undefined;
  let stopped = false;

  function schedule(): void {
    if (stopped || timer !== undefined || looking !== undefined || waiting.size === 0) return;
    timer = setTimeout(() => {
      timer = undefined;
      looking = look()
        .catch(options.onFailure)
        .finally(() => {
          looking = undefined;
          schedule();
        });
    }, GATHER_MS);
  }

  async function look(): Promise<void> {
    const noticed = new Map(waiting);
    waiting.clear();
    const listed = await options.listAddresses();
    if (stopped) return;
    options.onListed(listed);
    const known = new Set(listed);
    for (const [address, slot] of noticed) if (known.has(address)) options.onKnown(address, slot);
    const unknown = [...noticed.keys()].filter((address) => !known.has(address) && mayAsk(address));
    if (unknown.length === 0) return;
    await options.requestDiscovery();
    if (askedAt.size + unknown.length > MAX_REMEMBERED) askedAt.clear();
    for (const address of unknown) askedAt.set(address, clock.now());
    options.onAsked(unknown);
  }

  function mayAsk(address: string): boolean {
    const at = askedAt.get(address);
    return at === undefined || clock.now() - at >= options.askAgainMs;
  }

  return {
    noticed(address, slot) {
      if (!isAddress(address)) return false;
      if (waiting.size < MAX_REMEMBERED) waiting.set(address, slot);
      schedule();
      return true;
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}
