import { type Clock, backoffDelayMs, displayHost } from '../rpc/index.ts';
import { openSession, type Session, type SessionEnd, type SessionEvents, type SessionOptions } from './session.ts';

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

export interface FollowSocket {
  /** Opens no further session; resolves when the one at hand is closed. */
  stop(): Promise<void>;
}

const BACKOFF_BASE_MS = 250;
const BACKOFF_MAX_MS = 30_000;
/** A subscription that lived so long counts as good, so that its end is not one more of the failures before it. */
const STABLE_MS = 10_000;

/** Keeps a session open for ever: after each end the next endpoint is tried, after a pause that grows with the failures. */
export function openFollowSocket(options: FollowSocketOptions, events: FollowSocketEvents): FollowSocket {
  const { urls, clock, random } = options;
  const stopping = new AbortController();
  let session: Session | undefined;

  /** One session to its end; tells whether it was stable. */
  async function follow(url: string): Promise<boolean> {
    const endpoint = displayHost(url);
    let subscribedAt: number | undefined;
    const end = await new Promise<SessionEnd>((resolve) => {
      session = openSession(
        { ...options, url },
        {
          ...events,
          onSubscribed() {
            subscribedAt = clock.now();
            events.onSubscribed(endpoint);
          },
          onEnd: resolve,
        },
      );
    });
    if (end.reason !== 'stopped') events.onLost({ endpoint, subscribed: subscribedAt !== undefined, ...end });
    return subscribedAt !== undefined && clock.now() - subscribedAt >= STABLE_MS;
  }

  async function run(): Promise<void> {
    let failures = 0;
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const stable = await follow(urls[turn % urls.length] ?? '');
      failures = stable ? 0 : failures + 1;
      const delayMs = backoffDelayMs(failures, { baseMs: BACKOFF_BASE_MS, maxMs: BACKOFF_MAX_MS, random });
      // Only our own stop ends the sleep early.
      await clock.sleep(delayMs, stopping.signal).catch(() => undefined);
    }
  }

  const running = run();
  return {
    async stop() {
      stopping.abort();
      await session?.stop();
      await running;
    },
  };
}
