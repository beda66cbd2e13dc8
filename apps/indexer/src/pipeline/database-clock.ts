import type { Clock } from '../rpc/index.ts';

/** The wall clock of the database, which all processes share. */
export interface DatabaseClock {
  now(): Promise<Date>;
}

export interface DatabaseClockDeps {
  /** What the database's clock says, Unix milliseconds. */
  readonly read: () => Promise<number>;
  /** Monotonic. */
  readonly clock: Clock;
  /** The clock of this machine, for as long as the database was never heard. */
  readonly machineMs: () => number;
}

const MAX_AGE_MS = 60_000;
/** A first reading is worth this wait; later ones are awaited by nobody. */
const FIRST_READING_MS = 2_000;

/**
 * The time that is written beside batches. The clock of one machine may be hours wrong, and may jump; which batch came
 * first would then be told wrongly. Between two readings the monotonic clock goes on, which nobody sets.
 */
export function createDatabaseClock({ read, clock, machineMs }: DatabaseClockDeps): DatabaseClock {
  let reading: { readonly databaseMs: number; readonly readAt: number } | undefined;
  let pending: Promise<void> | undefined;

  const refresh = async (): Promise<void> => {
    const askedAt = clock.now();
    const databaseMs = await read();
    // It answered somewhere between the question and now.
    reading = { databaseMs, readAt: (askedAt + clock.now()) / 2 };
  };
  const refreshOnce = (): Promise<void> =>
    (pending ??= refresh()
      // A database that is away says nothing; the reading before goes on.
      .catch(() => undefined)
      .finally(() => {
        pending = undefined;
      }));
  return {
    async now() {
      const refreshing = reading === undefined || clock.now() - reading.readAt > MAX_AGE_MS ? refreshOnce() : undefined;
      if (reading === undefined) await Promise.race([refreshing, clock.sleep(FIRST_READING_MS)]);
      return new Date(reading === undefined ? machineMs() : reading.databaseMs + (clock.now() - reading.readAt));
    },
  };
}
