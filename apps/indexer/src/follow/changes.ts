import { isAddress } from '@tidemark/core';
import type { Logger } from 'pino';
import type { RunningJobs } from '../jobs/start-jobs.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { MAX_BATCH_SIZE } from '../pipeline/fetch-batch.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
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

/** Batches that one process works on at once because of notifications. */
export const MAX_FOLLOW_BATCHES = 2;
/** A chain or a database that fails is asked again at this pace at most. */
const FAILURE_PAUSE_MS = 1_000;

/**
 * Gathers changed reserves and hands them on in batches. A reserve waits in it once, however often it changes, so it holds at
 * most as many entries as there are reserves; and at most two batches run at a time.
 */
export class ChangeQueue {
  readonly #options: ChangeQueueOptions;
  readonly #changes = new Map<string, { slot: bigint; heardAt: number }>();
  readonly #unchecked = new Set<string>();
  readonly #inFlight = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #notBefore = 0;
  #stopped = false;

  constructor(options: ChangeQueueOptions) {
    this.#options = options;
  }

  /** A reserve changed in that slot. */
  changed(address: string, slot: bigint): void {
    const waiting = this.#changes.get(address);
    if (waiting === undefined) this.#changes.set(address, { slot, heardAt: this.#options.clock.now() });
    else if (waiting.slot < slot) waiting.slot = slot;
    this.#unchecked.delete(address);
    this.#schedule();
  }

  /** These may have changed unheard. They are read after those that are known to have. */
  check(addresses: readonly string[]): void {
    for (const address of addresses) if (!this.#changes.has(address)) this.#unchecked.add(address);
    this.#schedule();
  }

  /** Forgets what is waiting, and resolves when the batches in flight are done. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    this.#changes.clear();
    this.#unchecked.clear();
    await Promise.all(this.#inFlight);
  }

  #schedule(): void {
    if (this.#stopped || this.#timer !== undefined || this.#inFlight.size >= MAX_FOLLOW_BATCHES) return;
    if (this.#changes.size === 0 && this.#unchecked.size === 0) return;
    const { debounceMs, clock } = this.#options;
    this.#timer = setTimeout(() => this.#flush(), Math.max(debounceMs, this.#notBefore - clock.now()));
  }

  #flush(): void {
    const { minIntervalMs, clock, run } = this.#options;
    this.#timer = undefined;
    this.#notBefore = clock.now() + minIntervalMs;
    const work = run(takeBatch(this.#changes, this.#unchecked))
      .catch(() => {
        this.#notBefore = Math.max(this.#notBefore, clock.now() + FAILURE_PAUSE_MS);
      })
      .finally(() => {
        this.#inFlight.delete(work);
        this.#schedule();
      });
    this.#inFlight.add(work);
    this.#schedule();
  }
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

export interface NewcomersOptions {
  readonly pipeline: Pick<Pipeline, 'listAddresses'>;
  readonly jobs: RunningJobs;
  /** For a reserve that discovery did not take, another one is requested after this time at the earliest. */
  readonly askAgainMs: number;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  /** A reserve is known by now; it changed in that slot. */
  readonly onKnown: (address: string, slot: bigint) => void;
  /** The list was read. */
  readonly onListed: (addresses: readonly string[]) => void;
}

/** Others may follow, and another process may have found it already. */
const GATHER_MS = 1_000;
const LOGGED_ADDRESSES = 10;
/** A node that makes up addresses must not fill the memory. */
const MAX_REMEMBERED = 10_000;

/**
 * Reserves that notifications name and the list does not have. They are looked up once more, and for those that are still
 * unknown one discovery is asked for, which decides what is followed: a notification alone makes no reserve.
 */
export class Newcomers {
  readonly #options: NewcomersOptions;
  readonly #waiting = new Map<string, bigint>();
  readonly #askedAt = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;
  #pending: Promise<void> | undefined;
  #stopped = false;

  constructor(options: NewcomersOptions) {
    this.#options = options;
  }

  /** A reserve that is not on the list changed. False when this is no address. */
  noticed(address: string, slot: bigint): boolean {
    if (!isAddress(address)) return false;
    if (this.#waiting.size < MAX_REMEMBERED) this.#waiting.set(address, slot);
    this.#schedule();
    return true;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#pending;
  }

  #schedule(): void {
    const isBusy = this.#timer !== undefined || this.#pending !== undefined;
    if (this.#stopped || isBusy || this.#waiting.size === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pending = this.#lookUp()
        .catch((err: unknown) => this.#options.logger.warn({ err }, 'cannot look up unknown reserves now'))
        .finally(() => {
          this.#pending = undefined;
          this.#schedule();
        });
    }, GATHER_MS);
  }

  async #lookUp(): Promise<void> {
    const { pipeline, jobs, onListed, onKnown, logger, metrics } = this.#options;
    const noticed = new Map(this.#waiting);
    this.#waiting.clear();
    const listed = await pipeline.listAddresses();
    if (this.#stopped) return;
    onListed(listed);
    const known = new Set(listed);
    for (const [address, slot] of noticed) if (known.has(address)) onKnown(address, slot);
    const unknown = [...noticed.keys()].filter((address) => !known.has(address) && this.#mayAsk(address));
    if (unknown.length === 0) return;
    await jobs.requestDiscovery();
    if (this.#askedAt.size + unknown.length > MAX_REMEMBERED) this.#askedAt.clear();
    for (const address of unknown) this.#askedAt.set(address, performance.now());
    metrics.followNewcomers.inc(unknown.length);
    const addresses = unknown.slice(0, LOGGED_ADDRESSES);
    logger.info({ addresses, count: unknown.length }, 'unknown reserves: discovery asked for');
  }

  #mayAsk(address: string): boolean {
    const at = this.#askedAt.get(address);
    return at === undefined || performance.now() - at >= this.#options.askAgainMs;
  }
}
