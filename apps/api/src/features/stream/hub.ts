import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '@tidemark/runtime';
import { LATEST_CHANNEL, type Sql, type StreamCommit } from '@tidemark/schema';

/** Numbers of the stored batches. */
export interface StreamBounds {
  readonly oldest: bigint;
  readonly newest: bigint;
}

export interface StreamHubOptions {
  /** A client of the primary server: a standby cannot LISTEN. */
  readonly listener: Pick<Sql, 'listen'>;
  readonly load: (after: bigint, limit: number) => Promise<StreamCommit[]>;
  readonly bounds: () => Promise<StreamBounds | null>;
  readonly logger: Logger;
  /** Look even without notification, since one can be lost with its connection, and a replica lags behind it. */
  readonly lookIntervalMs: number;
  readonly maxSubscribers: number;
}

/** What one stream gets to hear. */
export interface Subscriber {
  push(commit: StreamCommit): void;
  /** The service ends. */
  close(): void;
}

export interface Subscription {
  /** Everything committed after this number is pushed. */
  readonly from: bigint;
  /** Oldest number that is still stored; null when nothing is. */
  readonly oldest: bigint | null;
  /** Up to where commits have been pushed by now: for a subscriber that missed some of them. */
  position(): bigint;
  end(): void;
}

/** Reads each commit once, however many streams are open, and not at all while none is. */
export interface StreamHub {
  /** Undefined when there are as many streams as there may be. Rejects when the database fails. */
  subscribe(subscriber: Subscriber): Promise<Subscription | undefined>;
  readonly load: StreamHubOptions['load'];
  subscribers(): number;
  start(): void;
  stop(): void;
}

export function createStreamHub(options: StreamHubOptions): StreamHub {
  const { load, bounds, logger } = options;
  const subscribers = new Set<Subscriber>();
  let waiting = 0;
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  const isWanted = (): boolean => subscribers.size > 0 || waiting > 0;
  const reading = createCommitReading({ load, logger, subscribers, isWanted });

  const subscribe = async (subscriber: Subscriber): Promise<Subscription | undefined> => {
    if (stopped || subscribers.size + waiting >= options.maxSubscribers) return undefined;
    waiting += 1;
    try {
      const found = await bounds();
      // Between the answer and this line nothing runs, so the subscriber misses nothing that is read after it.
      const from = reading.beginAt(found?.newest ?? 0n);
      subscribers.add(subscriber);
      const end = (): void => {
        subscribers.delete(subscriber);
        reading.forget();
      };
      return { from, oldest: found?.oldest ?? null, position: () => reading.position() ?? from, end };
    } finally {
      waiting -= 1;
    }
  };

  return {
    load,
    subscribe: async (subscriber) => {
      const subscription = await subscribe(subscriber);
      if (subscription !== undefined) reading.look();
      return subscription;
    },
    subscribers: () => subscribers.size,
    start: () => {
      options.listener.listen(LATEST_CHANNEL, reading.look, reading.look).catch((err: unknown) => {
        if (!stopped) logger.warn({ err }, 'the stream is not listening yet; the client keeps trying');
      });
      timer = setInterval(reading.look, options.lookIntervalMs);
      timer.unref();
    },
    stop: () => {
      stopped = true;
      clearInterval(timer);
      for (const subscriber of subscribers) subscriber.close();
      subscribers.clear();
    },
  };
}

export interface CommitReadingOptions {
  readonly load: (after: bigint, limit: number) => Promise<StreamCommit[]>;
  readonly logger: Logger;
  /** Those who are there when a commit has been read get it. */
  readonly subscribers: ReadonlySet<{ push(commit: StreamCommit): void }>;
  /** Somebody listens, or is about to: the place is kept. */
  readonly isWanted: () => boolean;
}

/** Goes through the commits in their order, for all subscribers together. */
export interface CommitReading {
  /** Begins at a number, unless it is at one already. Where it is then. */
  beginAt(newest: bigint): bigint;
  /** Up to where commits have been pushed; null while nobody listens. */
  position(): bigint | null;
  /** There may be something new. Never rejects. */
  readonly look: () => void;
  /** Gives the place up where nobody wants it: what comes meanwhile is nobody's, and the next stream begins at its own time. */
  forget(): void;
}

const COMMITS_PER_LOOK = 200;

export function createCommitReading({ load, logger, subscribers, isWanted }: CommitReadingOptions): CommitReading {
  let position: bigint | null = null;
  let looking: Promise<void> | null = null;
  let lookAgain = false;

  const forget = (): void => {
    if (!isWanted()) position = null;
  };

  const readOn = async (): Promise<void> => {
    while (position !== null && subscribers.size > 0) {
      lookAgain = false;
      const commits = await load(position, COMMITS_PER_LOOK);
      for (const commit of commits) {
        position = commit.commitSeq;
        for (const subscriber of subscribers) subscriber.push(commit);
        // A service that was held up has much to tell at once: each stream gets to send before more comes, so that a client
        // that keeps up is not taken for a slow one.
        await nextTurn();
      }
      if (commits.length < COMMITS_PER_LOOK && !lookAgain) break;
    }
    forget();
  };

  return {
    beginAt: (newest) => (position ??= newest),
    position: () => position,
    look: () => {
      lookAgain = true;
      looking ??= readOn()
        .catch((err: unknown) => logger.warn({ err }, 'the stream cannot read on now'))
        .finally(() => {
          looking = null;
        });
    },
    forget: () => {
      // The reading under way gives it up itself, when it has ended.
      if (looking === null) forget();
    },
  };
}
