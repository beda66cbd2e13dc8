import type { Clock } from './pacing.ts';

/** What goes first where calls have to wait: the one that is named first. */
const PRIORITIES = ['poll', 'prices', 'discovery', 'search'] as const;
export type Priority = (typeof PRIORITIES)[number];

interface Waiter {
  readonly rank: number;
  readonly since: number;
  readonly go: () => void;
}

/** Whoever has waited for so long goes before the others: polls that need the whole rate would keep prices away for ever. */
const LONGEST_WAIT_MS = 10_000;

/**
 * A token bucket kept as one number (the generic cell rate algorithm): the time at which the bucket would be full again. It is empty at
 * first, so that a start does not burst. Who waits is let out by priority, and by age within one.
 */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #intervalMs: number;
  readonly #toleranceMs: number;
  readonly #closing = new AbortController();
  readonly #waiting: Waiter[] = [];
  #fullAt: number;
  /** When a request last left that had waited. */
  #heldBackAt = Number.NEGATIVE_INFINITY;
  #isServing = false;

  /** After a quiet time one second's worth of requests may leave at once. */
  constructor(ratePerSecond: number, clock: Clock) {
    this.#clock = clock;
    this.#intervalMs = 1000 / ratePerSecond;
    this.#toleranceMs = (Math.max(1, Math.ceil(ratePerSecond)) - 1) * this.#intervalMs;
    this.#fullAt = clock.now() + this.#toleranceMs;
  }

  /** Resolves when a request may leave; rejects when `signal` aborts. */
  async take(priority: Priority, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.length === 0 && this.#waitMs() <= 0) return this.#spend();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = { rank: PRIORITIES.indexOf(priority), since: this.#clock.now(), go };
      const leave = (): void => {
        const place = this.#waiting.indexOf(waiter);
        if (place >= 0) this.#waiting.splice(place, 1);
        reject(new Error('the wait was ended'));
      };
      function go(): void {
        signal?.removeEventListener('abort', leave);
        resolve();
      }
      signal?.addEventListener('abort', leave);
      this.#waiting.push(waiter);
      void this.#serve();
    });
  }

  /** Whether a request waits, or one that came now would have to, or one has waited within the last milliseconds. */
  hasHeldBack(withinMs: number): boolean {
    return this.#waiting.length > 0 || this.#waitMs() > 0 || this.#clock.now() - this.#heldBackAt <= withinMs;
  }

  /** From now on one at a time: a provider has said that it was too much at once. */
  empty(): void {
    this.#fullAt = Math.max(this.#fullAt, this.#clock.now() + this.#toleranceMs);
  }

  close(): void {
    this.#closing.abort();
  }

  #waitMs(): number {
    return this.#fullAt - this.#toleranceMs - this.#clock.now();
  }

  #spend(): void {
    this.#fullAt = Math.max(this.#fullAt, this.#clock.now()) + this.#intervalMs;
  }

  async #serve(): Promise<void> {
    if (this.#isServing) return;
    this.#isServing = true;
    try {
      while (this.#waiting.length > 0) {
        const waitMs = this.#waitMs();
        if (waitMs > 0) await this.#clock.sleep(waitMs, this.#closing.signal);
        const next = this.#takeNext();
        if (next === undefined) continue;
        this.#spend();
        this.#heldBackAt = this.#clock.now();
        next.go();
      }
    } catch {
      // Closed: who waits has a signal of its own.
    } finally {
      this.#isServing = false;
    }
  }

  #takeNext(): Waiter | undefined {
    const now = this.#clock.now();
    const rankOf = ({ rank, since }: Waiter): number => (now - since > LONGEST_WAIT_MS ? 0 : rank);
    const [next] = this.#waiting.toSorted((a, b) => rankOf(a) - rankOf(b) || a.since - b.since);
    if (next !== undefined) this.#waiting.splice(this.#waiting.indexOf(next), 1);
    return next;
  }
}
