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
  /** Reload even without notification, since one can be lost with its connection. */
  readonly pollIntervalMs: number;
}

export interface LatestFeed {
  /** Begins to listen and to poll. Resolves after the first load, whether it worked or not. */
  start(): Promise<void>;
  /** Stops both and waits for the load under way. Closing the client ends the subscription itself. */
  stop(): Promise<void>;
}

const FIRST_RETRY_MS = 250;
/** How long a read replica is given to show what was announced, before the slow poll takes over. */
const CATCH_UP_ATTEMPTS = 6;

/** Renews the caches when a batch is announced, when the subscription was interrupted, and every now and then. */
export function createLatestFeed(options: LatestFeedOptions): LatestFeed {
  const { caches, logger, events } = options;
  const pace = createReloadPace(options);
  const timer = createReloadTimer(async () => {
    await Promise.all(caches.map((cache) => cache.reload()));
    return pace.nextDelayMs();
  });
  let subscriptions = 0;

  const onNotification = (payload: string): void => {
    events.notified();
    pace.announced(slotOf(payload));
    timer.within(Math.max(0, timer.startedAt() + options.debounceMs - performance.now()));
  };

  const onSubscribed = (): void => {
    const again = subscriptions > 0;
    subscriptions += 1;
    events.subscribed(again);
    if (again) logger.info('listening again');
    // What was announced in between is lost, so look.
    timer.within(0);
  };

  return {
    start: () => {
      // The client subscribes again by itself, also when the first attempt fails.
      options.sql.listen(LATEST_CHANNEL, onNotification, onSubscribed).catch((err: unknown) => {
        if (!timer.isStopped()) logger.warn({ err }, 'not listening yet; the client keeps trying');
      });
      return timer.now();
    },
    stop: () => timer.stop(),
  };
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

/** Slot of a notification; 0 for anything that is not one, which then only causes a reload. */
function slotOf(payload: string): bigint {
  const match = /"slot"\s*:\s*(\d{1,20})\b/.exec(payload);
  return match === null ? 0n : BigInt(match[1] ?? '0');
}

/** Runs a piece of work again and again, at a time that can be brought forward. */
export interface ReloadTimer {
  /** Runs it now, for the first time. */
  now(): Promise<void>;
  /** Only ever brings the next run forward. */
  within(delayMs: number): void;
  /** Monotonic milliseconds at which the last run began. */
  startedAt(): number;
  isStopped(): boolean;
  /** No further run; waits for the one under way. */
  stop(): Promise<void>;
}

/** `work` never rejects, and gives the milliseconds until it is due again. */
export function createReloadTimer(work: () => Promise<number>): ReloadTimer {
  let timer: NodeJS.Timeout | undefined;
  let dueAt = Number.POSITIVE_INFINITY;
  let startedAt = Number.NEGATIVE_INFINITY;
  let stopped = false;
  let underWay: Promise<void> = Promise.resolve();

  const run = async (): Promise<void> => {
    dueAt = Number.POSITIVE_INFINITY;
    startedAt = performance.now();
    within(await work());
  };

  const within = (delayMs: number): void => {
    const wantedAt = performance.now() + delayMs;
    if (stopped || wantedAt >= dueAt) return;
    clearTimeout(timer);
    dueAt = wantedAt;
    timer = setTimeout(() => {
      underWay = run();
    }, delayMs);
  };

  return {
    now: () => (underWay = run()),
    within,
    startedAt: () => startedAt,
    isStopped: () => stopped,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
