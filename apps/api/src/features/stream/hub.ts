import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Logger } from '@tidemark/runtime';
import { LATEST_CHANNEL, PRICES_CHANNEL, type Sql, type StreamCommit } from '@tidemark/schema';

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
  /** Reads even without notification, since one can be lost with its connection, and a replica lags behind it. */
  readonly readIntervalMs: number;
  readonly maxSubscribers: number;
}

/** Receives the commits of one stream. */
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

const COMMITS_PER_READ = 200;

/** Reads each commit once, in their order and for all streams together, however many are open, and not at all while none is. */
export class StreamHub {
  readonly load: StreamHubOptions['load'];
  readonly #options: StreamHubOptions;
  readonly #subscribers = new Set<Subscriber>();
  /** Those who are about to subscribe. */
  #waiting = 0;
  #stopped = false;
  #timer: NodeJS.Timeout | undefined;
  /** Up to where commits have been pushed; null while there is no subscriber: commits of that time are not pushed. */
  #position: bigint | null = null;
  #reading: Promise<void> | null = null;
  #readAgain = false;

  constructor(options: StreamHubOptions) {
    this.#options = options;
    this.load = options.load;
  }

  /** Undefined when there are as many streams as there may be. Rejects when the database fails. */
  async subscribe(subscriber: Subscriber): Promise<Subscription | undefined> {
    if (this.#stopped || this.#subscribers.size + this.#waiting >= this.#options.maxSubscribers) return undefined;
    this.#waiting += 1;
    try {
      const found = await this.#options.bounds();
      // Between the answer and this line nothing runs, so the subscriber misses nothing that is read after it.
      const from = (this.#position ??= found?.newest ?? 0n);
      this.#subscribers.add(subscriber);
      const end = (): void => {
        this.#subscribers.delete(subscriber);
        // The read in flight gives the place up itself, when it has ended.
        if (this.#reading === null) this.#forget();
      };
      this.#read();
      return { from, oldest: found?.oldest ?? null, position: () => this.#position ?? from, end };
    } finally {
      this.#waiting -= 1;
    }
  }

  subscribers(): number {
    return this.#subscribers.size;
  }

  start(): void {
    const { listener, logger, readIntervalMs } = this.#options;
    const read = (): void => this.#read();
    for (const channel of [LATEST_CHANNEL, PRICES_CHANNEL]) {
      listener.listen(channel, read, read).catch((err: unknown) => {
        if (!this.#stopped) logger.warn({ err }, 'the stream is not listening yet; the client keeps trying');
      });
    }
    this.#timer = setInterval(read, readIntervalMs);
    this.#timer.unref();
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
    for (const subscriber of this.#subscribers) subscriber.close();
    this.#subscribers.clear();
  }

  /** There may be something new. Never rejects. */
  #read(): void {
    this.#readAgain = true;
    this.#reading ??= this.#readOn()
      .catch((err: unknown) => this.#options.logger.warn({ err }, 'the stream cannot read on now'))
      .finally(() => {
        this.#reading = null;
      });
  }

  async #readOn(): Promise<void> {
    while (this.#position !== null && this.#subscribers.size > 0) {
      this.#readAgain = false;
      const commits = await this.load(this.#position, COMMITS_PER_READ);
      for (const commit of commits) {
        this.#position = commit.commitSeq;
        for (const subscriber of this.#subscribers) subscriber.push(commit);
        // A service that was held up has much to tell at once: each stream gets to send before more comes, so that a client
        // that keeps up is not taken for a slow one.
        await nextTurn();
      }
      // oxlint-disable-next-line typescript/no-unnecessary-condition -- somebody may have asked meanwhile
      if (commits.length < COMMITS_PER_READ && !this.#readAgain) break;
    }
    this.#forget();
  }

  #forget(): void {
    if (this.#subscribers.size === 0 && this.#waiting === 0) this.#position = null;
  }
}
