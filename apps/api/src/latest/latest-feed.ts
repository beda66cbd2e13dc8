import type { Logger } from '@tidemark/runtime';
import { LATEST_CHANNEL, type Sql } from '@tidemark/schema';
import type { LatestCache } from './latest-cache.ts';
import { createReloadTimer } from './reload-timer.ts';

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
