import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import type { Clock } from '../rpc/index.ts';

/** Reserves to be read together. */
export interface ChangeBatch {
  readonly addresses: readonly string[];
  /** The newest slot in which one of them is known to have changed; undefined when none is. */
  readonly slot: bigint | undefined;
  /** When the first notification that the batch answers was heard, for each reserve that has one; `clock` milliseconds. */
  readonly heardAt: readonly number[];
}

export interface ChangeQueueOptions {
  readonly debounceMs: number;
  readonly minIntervalMs: number;
  readonly clock: Clock;
  /** Reads and stores a batch. One that fails is left to the next poll. */
  readonly run: (batch: ChangeBatch) => Promise<void>;
}

export interface ChangeQueue {
  /** A reserve changed in that slot. */
  changed(address: string, slot: bigint): void;
  /** These may have changed unheard. They are read after those that are known to have. */
  check(addresses: readonly string[]): void;
  /** Forgets what is waiting, and resolves when the batches under way are done. */
  stop(): Promise<void>;
}

/** Batches that one process works on at once because of notifications. */
export const MAX_FOLLOW_BATCHES = 2;
/** A chain or a database that fails is asked again at this pace at most. */
const FAILURE_PAUSE_MS = 1_000;

/**
 * Gathers changed reserves and hands them on in batches. A reserve waits in it once, however often it changes, so it holds at
 * most as many entries as there are reserves; and at most two batches run at a time.
 */
export function createChangeQueue(options: ChangeQueueOptions): ChangeQueue {
  const { debounceMs, minIntervalMs, clock, run } = options;
  const changes = new Map<string, { slot: bigint; heardAt: number }>();
  const unchecked = new Set<string>();
  const underWay = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let notBefore = 0;
  let stopped = false;

  function schedule(): void {
    if (stopped || timer !== undefined || underWay.size >= MAX_FOLLOW_BATCHES) return;
    if (changes.size === 0 && unchecked.size === 0) return;
    timer = setTimeout(flush, Math.max(debounceMs, notBefore - clock.now()));
  }

  function flush(): void {
    timer = undefined;
    notBefore = clock.now() + minIntervalMs;
    const batch = takeBatch(changes, unchecked);
    const work = run(batch)
      .catch(() => {
        notBefore = Math.max(notBefore, clock.now() + FAILURE_PAUSE_MS);
      })
      .finally(() => {
        underWay.delete(work);
        schedule();
      });
    underWay.add(work);
    schedule();
  }

  return {
    changed(address, slot) {
      const waiting = changes.get(address);
      if (waiting === undefined) changes.set(address, { slot, heardAt: clock.now() });
      else if (waiting.slot < slot) waiting.slot = slot;
      unchecked.delete(address);
      schedule();
    },
    check(addresses) {
      for (const address of addresses) if (!changes.has(address)) unchecked.add(address);
      schedule();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      changes.clear();
      unchecked.clear();
      await Promise.all(underWay);
    },
  };
}

function takeBatch(changes: Map<string, { slot: bigint; heardAt: number }>, unchecked: Set<string>): ChangeBatch {
  const changed = [...changes].slice(0, MAX_BATCH_SIZE);
  const others = [...unchecked].slice(0, MAX_BATCH_SIZE - changed.length);
  for (const [address] of changed) changes.delete(address);
  for (const address of others) unchecked.delete(address);
  const slots = changed.map(([, { slot }]) => slot);
  return {
    addresses: [...changed.map(([address]) => address), ...others].toSorted(),
    slot: slots.length === 0 ? undefined : slots.reduce((highest, slot) => (slot > highest ? slot : highest)),
    heardAt: changed.map(([, { heardAt }]) => heardAt),
  };
}
