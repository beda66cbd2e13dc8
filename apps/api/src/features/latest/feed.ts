import type { Logger } from '@tidemark/runtime';
import { LATEST_CHANNEL, type Sql } from '@tidemark/schema';
import type { LatestCache } from './cache.ts';

/** What happened to the subscription, for metrics. */
export interface FeedEvents {
  subscribed(again: boolean): void;
  notified(): void;
}

export interface LatestFeedOptions {
  /** A client of the primary server: a standby cannot LISTEN. */
  readonly sql: Pick<Sql, 'listen'>;
  readonly caches: readonly LatestCache[];
  readonly logger: Logger;
  readonly events: FeedEvents;
  /**
   * The first batch that is announced is shown at once; those that follow within this time, as the batches of one round do,
   * share the next reload.
   */
  readonly debounceMs: number;
  /** Reload all even without notification, since one can be lost with its connection. */
  readonly pollIntervalMs: number;
}

const FIRST_RETRY_MS = 250;
/** How long a read replica is given to show what was announced, before the slow poll takes over. */
const CATCH_UP_ATTEMPTS = 6;

/** Renews the caches when a batch is announced, when the subscription was interrupted, and every now and then. */
export class LatestFeed {
  readonly #options: LatestFeedOptions;
  readonly #pace: ReturnType<typeof createReloadPace>;
  readonly #timer: ReloadTimer;
  #subscriptions = 0;
  #isAnnounced = false;
  #loadedAllAt = Number.NEGATIVE_INFINITY;

  constructor(options: LatestFeedOptions) {
    this.#options = options;
    this.#pace = createReloadPace(options);
    this.#timer = new ReloadTimer(async () => {
      const what = this.#whatToLoad();
      await Promise.all(options.caches.map((cache) => cache.reload(what)));
      return this.#pace.nextDelayMs();
    });
  }

  /** Begins to listen and to poll. Resolves after the first load, whether it worked or not. */
  start(): Promise<void> {
    const { sql, logger } = this.#options;
    // The client subscribes again by itself, also when the first attempt fails.
    sql
      .listen(
        LATEST_CHANNEL,
        (payload) => this.#onNotification(payload),
        () => this.#onSubscribed(),
      )
      .catch((err: unknown) => {
        if (!this.#timer.isStopped) logger.warn({ err }, 'not listening yet; the client keeps trying');
      });
    return this.#timer.now();
  }

  /** Stops both and waits for the load under way. Closing the client ends the subscription itself. */
  stop(): Promise<void> {
    return this.#timer.stop();
  }

  #onNotification(payload: string): void {
    const { events, debounceMs } = this.#options;
    events.notified();
    const slot = slotOf(payload);
    this.#isAnnounced = true;
    // Who knows what it announces.
    if (slot === 0n) this.#loadedAllAt = Number.NEGATIVE_INFINITY;
    this.#pace.announced(slot);
    this.#timer.within(Math.max(0, this.#timer.startedAt + debounceMs - performance.now()));
  }

  /** What a batch announces can be read alone; what it does not announce is due as often as where nothing is. */
  #whatToLoad(): 'all' | 'changes' {
    const now = performance.now();
    const isAnnounced = this.#isAnnounced;
    this.#isAnnounced = false;
    if (isAnnounced && now - this.#loadedAllAt < this.#options.pollIntervalMs) return 'changes';
    this.#loadedAllAt = now;
    return 'all';
  }

  #onSubscribed(): void {
    const { events, logger } = this.#options;
    const again = this.#subscriptions > 0;
    this.#subscriptions += 1;
    events.subscribed(again);
    if (again) logger.info('listening again');
    // What was announced in between is lost, so read again.
    this.#timer.within(0);
  }
}

/** When to look next: soon after a failure, sooner while a replica has not shown what was announced, else at the slow poll. */
function createReloadPace({ caches, pollIntervalMs, debounceMs }: LatestFeedOptions) {
  let announcedSlot = 0n;
  let catchUps = 0;
  let retryMs = FIRST_RETRY_MS;
  return {
    announced: (slot: bigint): void => {
      if (slot <= announcedSlot) return;
      announcedSlot = slot;
      catchUps = 0;
    },
    nextDelayMs: (): number => {
      if (caches.some((cache) => cache.status().failing)) {
        retryMs = Math.min(retryMs * 2, pollIntervalMs);
        return retryMs;
      }
      retryMs = FIRST_RETRY_MS;
      const behind = caches.every((cache) => (cache.current()?.slot ?? 0n) < announcedSlot);
      if (!behind || catchUps >= CATCH_UP_ATTEMPTS) return pollIntervalMs;
      catchUps += 1;
      return Math.min(pollIntervalMs, debounceMs * 2 ** catchUps);
    },
  };
}

/** Slot of a notification; 0 for anything that is not one, which then only causes a reload of all. */
function slotOf(payload: string): bigint {
  const match = /"slot"\s*:\s*(\d{1,20})\b/.exec(payload);
  return match === null ? 0n : BigInt(match[1] ?? '0');
}

/** Runs a piece of work again and again, at a time that can be brought forward. */
class ReloadTimer {
  readonly #work: () => Promise<number>;
  #timer: NodeJS.Timeout | undefined;
  #dueAt = Number.POSITIVE_INFINITY;
  #startedAt = Number.NEGATIVE_INFINITY;
  #stopped = false;
  #underWay: Promise<void> = Promise.resolve();

  /** `work` never rejects, and gives the milliseconds until it is due again. */
  constructor(work: () => Promise<number>) {
    this.#work = work;
  }

  /** Monotonic milliseconds at which the last run began. */
  get startedAt(): number {
    return this.#startedAt;
  }

  get isStopped(): boolean {
    return this.#stopped;
  }

  /** Runs it now, for the first time. */
  now(): Promise<void> {
    this.#underWay = this.#run();
    return this.#underWay;
  }

  /** Only ever brings the next run forward. */
  within(delayMs: number): void {
    const wantedAt = performance.now() + delayMs;
    if (this.#stopped || wantedAt >= this.#dueAt) return;
    clearTimeout(this.#timer);
    this.#dueAt = wantedAt;
    this.#timer = setTimeout(() => void this.now(), delayMs);
  }

  /** No further run; waits for the one under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#underWay;
  }

  async #run(): Promise<void> {
    this.#dueAt = Number.POSITIVE_INFINITY;
    this.#startedAt = performance.now();
    this.within(await this.#work());
  }
}
