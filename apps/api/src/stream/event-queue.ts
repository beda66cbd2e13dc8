/** Why a stream ends that the client did not end. */
export type StreamEnd = 'slow_consumer' | 'max_age' | 'shutdown';

/** Texts to send, and the commit up to which they tell everything. */
export interface QueuedEvents {
  readonly text: string;
  readonly commitSeq: bigint;
}

/**
 * Texts that wait for a client, up to a bound: a client that cannot keep up resumes from the database, and never from the
 * memory of this process.
 */
export interface EventQueue {
  /** False when the text did not fit, or the queue has ended. An empty text only moves the place on. */
  push(events: QueuedEvents): boolean;
  /** Throws away what waits. */
  clear(): void;
  end(reason: StreamEnd): void;
  hasEnded(): boolean;
  /** What waits; null after `waitMs` without anything; or why it is over. Returns at once when the signal is aborted. */
  take(waitMs: number, signal: AbortSignal): Promise<QueuedEvents | null | { readonly ended: StreamEnd }>;
}

export function createEventQueue(maxBytes: number): EventQueue {
  let texts: string[] = [];
  let bytes = 0;
  let place: bigint | null = null;
  let ended: StreamEnd | null = null;
  let rouse = (): void => {};

  const end = (reason: StreamEnd): void => {
    if (ended !== null) return;
    ended = reason;
    rouse();
  };
  const clear = (): void => {
    texts = [];
    bytes = 0;
    place = null;
  };
  const takeNow = (): QueuedEvents | null => {
    if (place === null) return null;
    const taken = { text: texts.join(''), commitSeq: place };
    clear();
    return taken;
  };
  return {
    push: ({ text, commitSeq }) => {
      if (ended !== null) return false;
      const length = Buffer.byteLength(text);
      if (bytes + length > maxBytes) return false;
      bytes += length;
      place = commitSeq;
      if (text === '') return true;
      texts.push(text);
      rouse();
      return true;
    },
    clear,
    end,
    hasEnded: () => ended !== null,
    take: async (waitMs, signal) => {
      if (ended === null && texts.length === 0) {
        await waitUntil(waitMs, signal, (wake) => {
          rouse = wake;
        });
      }
      return takeNow() ?? (ended === null ? null : { ended });
    },
  };
}

function waitUntil(waitMs: number, signal: AbortSignal, arm: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, signal.aborted ? 0 : waitMs);
    signal.addEventListener('abort', done, { once: true });
    arm(done);
  });
}
