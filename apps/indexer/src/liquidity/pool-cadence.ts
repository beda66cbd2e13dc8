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

  read(pools: readonly string[], tick: number): void {
    for (const pool of pools) this.#readIn.set(pool, this.#runOf(tick));
  }

  #runOf(tick: number): number {
    return Math.floor(tick / this.#intervalMs);
  }
}
