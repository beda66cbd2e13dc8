import { type Clock, backoffDelayMs, displayHost } from '../rpc/index.ts';
import { Session, type SessionEnd, type SessionEvents, type SessionOptions } from './session.ts';

export interface FollowSocketOptions extends Omit<SessionOptions, 'url'> {
  /** In order of preference. */
  readonly urls: readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
}

export interface FollowSocketEvents extends Omit<SessionEvents, 'onSubscribed' | 'onEnd'> {
  readonly onSubscribed: (endpoint: string) => void;
  /** A session ended, `subscribed` or before it was; another will be opened. Not called for our own stop. */
  readonly onLost: (lost: { endpoint: string; subscribed: boolean } & SessionEnd) => void;
}

const BACKOFF = { baseMs: 250, maxMs: 30_000 };
/** A subscription that lived so long counts as good, so that its end is not one more of the failures before it. */
const STABLE_MS = 10_000;

/** Keeps a session open for ever: after each end the next endpoint is tried, after a pause that grows with the failures. */
export class FollowSocket {
  readonly #options: FollowSocketOptions;
  readonly #events: FollowSocketEvents;
  readonly #stopping = new AbortController();
  readonly #running: Promise<void>;
  #session: Session | undefined;

  constructor(options: FollowSocketOptions, events: FollowSocketEvents) {
    this.#options = options;
    this.#events = events;
    this.#running = this.#run();
  }

  /** Opens no further session; resolves when the open one is closed. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#session?.stop();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { urls, clock, random } = this.#options;
    let failures = 0;
    for (let turn = 0; !this.#stopping.signal.aborted; turn += 1) {
      const isStable = await this.#follow(urls[turn % urls.length] ?? '');
      failures = isStable ? 0 : failures + 1;
      // Only our own stop ends the sleep early.
      await clock.sleep(backoffDelayMs(failures, { ...BACKOFF, random }), this.#stopping.signal).catch(() => undefined);
    }
  }

  /** One session to its end. True where it was stable. */
  async #follow(url: string): Promise<boolean> {
    const { clock } = this.#options;
    const endpoint = displayHost(url);
    let subscribedAt: number | undefined;
    const end = await new Promise<SessionEnd>((onEnd) => {
      const onSubscribed = (): void => {
        subscribedAt = clock.now();
        this.#events.onSubscribed(endpoint);
      };
      this.#session = new Session({ ...this.#options, url }, { ...this.#events, onSubscribed, onEnd });
    });
    if (end.reason !== 'stopped') this.#events.onLost({ endpoint, subscribed: subscribedAt !== undefined, ...end });
    return subscribedAt !== undefined && clock.now() - subscribedAt >= STABLE_MS;
  }
}
