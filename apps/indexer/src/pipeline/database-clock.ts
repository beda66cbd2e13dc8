import type { Clock } from '../rpc/index.ts';

export interface DatabaseClockOptions {
  /** What the database's clock says, Unix milliseconds. */
  readonly read: () => Promise<number>;
  /** Monotonic. */
  readonly clock: Clock;
  /** The clock of this machine, used until the database has answered once. */
  readonly machineMs: () => number;
}

const MAX_AGE_MS = 60_000;
/** How long a caller waits for the first reading; no caller waits for later ones. */
const FIRST_READING_MS = 2_000;

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

  async now(): Promise<Date> {
    const { clock, machineMs } = this.#options;
    const isOld = this.#reading === undefined || clock.now() - this.#reading.readAt > MAX_AGE_MS;
    const refreshing = isOld ? this.#refreshOnce() : undefined;
    if (this.#reading === undefined) await Promise.race([refreshing, clock.sleep(FIRST_READING_MS)]);
    const { databaseMs, readAt } = this.#reading ?? { databaseMs: machineMs(), readAt: clock.now() };
    return new Date(databaseMs + (clock.now() - readAt));
  }

  /** A database that is away leaves the reading before in use. */
  #refreshOnce(): Promise<void> {
    this.#pending ??= this.#refresh()
      .catch(() => undefined)
      .finally(() => {
        this.#pending = undefined;
      });
    return this.#pending;
  }

  async #refresh(): Promise<void> {
    const { read, clock } = this.#options;
    const askedAt = clock.now();
    const databaseMs = await read();
    // It answered somewhere between the question and now.
    this.#reading = { databaseMs, readAt: (askedAt + clock.now()) / 2 };
  }
}
