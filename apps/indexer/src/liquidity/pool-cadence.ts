import { hash } from 'node:crypto';
import type { KnownPoolRow } from '@tidemark/schema';

/** Pools that do not count are read in one of so many runs. */
const SELDOM_RUNS = 6;

/** Which pools are read in which run. A run is the time of one interval. */
export class PoolCadence {
  readonly #intervalMs: number;
  readonly #smallPoolRuns: number;
  /** The run in which this process read each pool last. */
  readonly #readIn = new Map<string, number>();
  /** Pools that are known to have changed since they were read. */
  readonly #changed = new Set<string>();
  #lastRun = -1;

  constructor({ intervalMs, smallPoolRuns }: { readonly intervalMs: number; readonly smallPoolRuns: number }) {
    this.#intervalMs = intervalMs;
    this.#smallPoolRuns = smallPoolRuns;
  }

  /**
   * Large pools are due in every run, and those that make depth a lower bound; small ones that count in one of some runs, the others seldom,
   * each in a run of its own, so that runs are about as long as each other. What this process has never read is due, and what it has not
   * read for so many runs: another process may have had those.
   */
  isDue({ pool, counted, large, status }: KnownPoolRow, tick: number): boolean {
    const readIn = this.#readIn.get(pool);
    if (readIn === undefined || large || status === 'unknown') return true;
    const [run, every] = [this.#runOf(tick), counted ? this.#smallPoolRuns : SELDOM_RUNS];
    return run - readIn >= every || run % every === hash('sha256', pool, 'buffer').readUInt16LE(0) % every;
  }

  changed(pools: readonly string[]): void {
    for (const pool of pools) this.#changed.add(pool);
  }

  /** True where this process has had the run already, and pools have changed: then only those are due, and what was never read. */
  isForChanges(tick: number): boolean {
    return this.#lastRun === this.#runOf(tick) && this.#changed.size > 0;
  }

  /** Takes those that are due. They are no longer changed, until they change again or the read of them fails. */
  takeDue(known: readonly KnownPoolRow[], tick: number): KnownPoolRow[] {
    const isFew = this.isForChanges(tick);
    const due = known.filter((pool) =>
      this.#changed.has(pool.pool) || !this.#readIn.has(pool.pool) ? true : !isFew && this.isDue(pool, tick),
    );
    this.#changed.clear();
    return due;
  }

  read(pools: readonly string[], tick: number): void {
    this.#lastRun = this.#runOf(tick);
    for (const pool of pools) this.#readIn.set(pool, this.#lastRun);
  }

  #runOf(tick: number): number {
    return Math.floor(tick / this.#intervalMs);
  }
}
