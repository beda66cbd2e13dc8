import type { Sql } from '@tidemark/schema';
import { setTimeout as delay } from 'node:timers/promises';
import type { TimeRange } from './hours.ts';
import { rollUpRange, type RangeProgress } from './roll-up-range.ts';
import { withRollupLock } from './rollup-lock.ts';
import { createTally, type RollupReport } from './tally.ts';

export interface RebuildDeps {
  readonly sql: Sql;
  readonly protocol: string;
  readonly range: TimeRange;
  /** Null: all. */
  readonly reserves: readonly string[] | null;
  /** Aborted when the work is to end between two groups. */
  readonly signal: AbortSignal;
  /** How long to wait while another process is at it. */
  readonly patienceMs: number;
  readonly onWait?: () => void;
  readonly onProgress?: (progress: RangeProgress) => void;
}

const RETRY_MS = 500;

/**
 * Makes spans, gaps, hours and days of a range again, through the steps of the rollup job and under its lock. Leaves alone
 * how far the job has come. Null where another process was at it all the time.
 */
export async function rebuildRange(deps: RebuildDeps): Promise<RollupReport | null> {
  const deadline = performance.now() + deps.patienceMs;
  for (let waits = 0; ; waits += 1) {
    const report = await withRollupLock(deps.sql, deps.protocol, async (lost) => {
      const tally = createTally();
      const isComplete = await rollUpRange({ ...deps, signal: AbortSignal.any([deps.signal, lost]), tally });
      return tally.report(isComplete);
    });
    if (report !== null || deps.signal.aborted || performance.now() > deadline) return report;
    if (waits === 0) deps.onWait?.();
    await delay(RETRY_MS);
  }
}
