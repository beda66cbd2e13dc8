import { getDatabaseTime, getNewestBank, type Sql } from '@tidemark/schema';
import { type Clock, systemClock } from '../rpc/index.ts';
import { DatabaseClock } from './database-clock.ts';
import type { Bank } from './bank.ts';

/** A bank's time in words that say what is wrong with it; undefined where it can be. */
export type FindClockFault = (bank: Bank) => string | undefined;

/** Slot and time of a stored bank. */
interface KnownBank {
  readonly slot: bigint;
  readonly observedAt: Date;
}

export interface BankClockOptions {
  /** The clock of the database. */
  readonly wallClock: Pick<DatabaseClock, 'now'>;
  /** The stored bank of the latest time that is not of the future; null where nothing is stored. */
  readonly loadNewest: () => Promise<KnownBank | null>;
  /** How far a bank may be ahead of the database's clock, and before the time of a lower slot. */
  readonly toleranceMs: number;
  /** Monotonic. */
  readonly clock: Pick<Clock, 'now'>;
}

/** What other processes have stored meanwhile is read again after so long. */
const RELOAD_AFTER_MS = 60_000;
/** Banks that are remembered, this many slots apart at least: together some ten minutes, and answers come from the last of them. */
const MOST_KNOWN = 64;
const SLOTS_APART = 25n;

/**
 * Says whether the time of a bank can be. A node whose clock is wrong would otherwise fill the calendar: a time of tomorrow makes hours of
 * tomorrow. A chain that is far behind the clock of the world is believed, because a halted or recorded one is; its slots and times
 * go up together all the same.
 */
export class BankClock {
  readonly #options: BankClockOptions;
  /** By slot, the lowest first. */
  #known: { readonly slot: bigint; readonly ms: number }[] = [];
  #loadedAt: number | undefined;
  #loading: Promise<void> | undefined;

  constructor(options: BankClockOptions) {
    this.#options = options;
  }

  /** To be asked for before a call: the rule for its answers. Fails where the database cannot be read and never was. */
  async begin(): Promise<FindClockFault> {
    const { wallClock, clock, toleranceMs } = this.#options;
    await this.#reload();
    const databaseMs = (await wallClock.now()).getTime();
    const readAt = clock.now();
    return (bank) => {
      const { slot, unixTimestamp } = bank;
      const nowMs = databaseMs + (clock.now() - readAt);
      const ms = Number(unixTimestamp) * 1000;
      if (ms - nowMs > toleranceMs) {
        return `the clock says ${timeText(unixTimestamp)}, ${seconds(ms - nowMs)} s ahead of the database's`;
      }
      const later = this.#known.find((known) => known.slot < slot && known.ms - ms > toleranceMs);
      if (later !== undefined) {
        return `the clock says ${timeText(unixTimestamp)}, ${seconds(later.ms - ms)} s before that of slot ${later.slot}`;
      }
      // The time that was right at most: a bank that is ahead within the bound must not make the next ones look late.
      this.#remember(slot, Math.min(ms, nowMs));
      return undefined;
    };
  }

  async #reload(): Promise<void> {
    const { clock } = this.#options;
    if (this.#loadedAt !== undefined && clock.now() - this.#loadedAt < RELOAD_AFTER_MS) return;
    this.#loading ??= this.#load().finally(() => {
      this.#loading = undefined;
    });
    const isFirst = this.#loadedAt === undefined;
    await this.#loading.catch((error: unknown) => {
      // A database that is away leaves what was known in use.
      if (isFirst) throw error;
    });
  }

  async #load(): Promise<void> {
    const newest = await this.#options.loadNewest();
    this.#loadedAt = this.#options.clock.now();
    if (newest !== null) this.#remember(newest.slot, newest.observedAt.getTime());
  }

  #remember(slot: bigint, ms: number): void {
    const last = this.#known.at(-1);
    if (last !== undefined && slot < last.slot + SLOTS_APART) return;
    this.#known.push({ slot, ms });
    if (this.#known.length > MOST_KNOWN) this.#known.shift();
  }
}

export interface Clocks {
  /** The database's own. */
  readonly wallClock: DatabaseClock;
  /** The rule for the times of banks, by it and by what is stored. */
  readonly bankClock: BankClock;
}

/** The clocks by which batches are read and written. `toleranceMs`: see `BankClockOptions`. */
export function openClocks(sql: Sql, toleranceMs: number): Clocks {
  const read = async () => (await getDatabaseTime(sql)).getTime();
  const wallClock = new DatabaseClock({ read, clock: systemClock });
  const loadNewest = () => getNewestBank(sql, { toleranceMs });
  return { wallClock, bankClock: new BankClock({ wallClock, toleranceMs, loadNewest, clock: systemClock }) };
}

function seconds(ms: number): number {
  return Math.round(ms / 1000);
}

function timeText(unixTimestamp: bigint): string {
  return new Date(Number(unixTimestamp) * 1000).toISOString();
}
