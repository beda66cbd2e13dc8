import type { Clock } from '../rpc/index.ts';

export interface DatabaseClockOptions {
  /** What the database's clock says, Unix milliseconds. */
  readonly read: () => Promise<number>;
  /** Monotonic. */
  readonly clock: Pick<Clock, 'now'>;
}

const MAX_AGE_MS = 60_000;
/** Of a connection that has to be made first, or a process that was paused, it is more. */
const MAX_TRIP_MS = 2_000;

/**
 * The wall clock of the database, for the times that are written beside batches. The clock of one machine may be hours wrong, and
 * may jump; the order of batches would then be wrong. Between two readings the monotonic clock counts, which cannot be set.
 */
export class DatabaseClock {
  readonly #options: DatabaseClockOptions;
  #reading: { readonly databaseMs: number; readonly readAt: number } | undefined;
  #pending: Promise<void> | undefined;

  constructor(options: DatabaseClockOptions) {
    this.#options = options;
  }

  /** Waits for the first reading, and fails as it does: without the database there is nothing that the time could be written beside. */
  async now(): Promise<Date> {
    const { clock } = this.#options;
    const isOld = this.#reading === undefined || clock.now() - this.#reading.readAt > MAX_AGE_MS;
    const refreshing = isOld ? this.#refreshOnce() : undefined;
    if (this.#reading === undefined) await refreshing;
    // A database that is away leaves the reading before in use.
    else refreshing?.catch(() => undefined);
    const { databaseMs = Number.NaN, readAt = Number.NaN } = this.#reading ?? {};
    return new Date(databaseMs + (clock.now() - readAt));
  }

  #refreshOnce(): Promise<void> {
    this.#pending ??= this.#refresh().finally(() => {
      this.#pending = undefined;
    });
    return this.#pending;
  }

  async #refresh(): Promise<void> {
    const { read, clock } = this.#options;
    const askedAt = clock.now();
    const databaseMs = await read();
    const readAt = clock.now();
    // Some of a slow answer's time may have passed since the database said it. The reading before is nearer.
    if (this.#reading !== undefined && readAt - askedAt > MAX_TRIP_MS) return;
    // As if it had just been said: a time that is ahead would be later than the commit of what it stands beside.
    this.#reading = { databaseMs, readAt };
  }
}
