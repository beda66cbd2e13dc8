import { setTimeout as delay } from 'node:timers/promises';
import { TICK_PAUSE_MS, SILENCE, TICK_MS } from '../plan/plan.ts';

/** How long the ticks of a run last. */
export interface Pace {
  /** Resolves when the tick is over; `mayWait` says whether it may last longer for want of requests. */
  readonly tick: (mayWait: () => boolean) => Promise<void>;
}

interface Clock {
  now(): number;
  wait(ms: number): Promise<void>;
}

const REAL: Clock = { now: () => performance.now(), wait: (ms) => delay(ms) };

const PACE_REQUESTS = 6;
const PACE_MS = 5_000;

/**
 * A tick lasts `TICK_MS`, and longer while the pipeline asks no node for anything: some times the pause between two
 * requests, as this machine has it now, before the first fault. After some ticks without any request one waits for as long as
 * a process needs to start on a busy machine, out of a store that the run has once: else all faults of a plan could be over
 * before an indexer that was killed by the first of them is back. `total` is the number of requests so far.
 */
export async function createPace(total: () => number, clock: Clock = REAL): Promise<Pace> {
  const pauseMs = await measurePause(total, clock);
  let silentTicks = 0;
  let storeMs = SILENCE.storeMs;
  return {
    tick: async (mayWait) => {
      const [startedAt, asked] = [clock.now(), total()];
      const isLong = silentTicks >= SILENCE.ticks && storeMs > 0;
      const mostMs = isLong ? Math.max(pauseMs, Math.min(SILENCE.mostMs, storeMs)) : pauseMs;
      const elapsedMs = (): number => clock.now() - startedAt;
      await clock.wait(TICK_MS);
      while (elapsedMs() < mostMs && total() === asked && mayWait()) await clock.wait(TICK_MS / 4);
      if (isLong) storeMs -= Math.max(0, elapsedMs() - pauseMs);
      silentTicks = total() === asked && !isLong ? silentTicks + 1 : 0;
    },
  };
}

async function measurePause(total: () => number, clock: Clock): Promise<number> {
  const [startedAt, before] = [clock.now(), total()];
  const elapsedMs = (): number => clock.now() - startedAt;
  while (total() < before + PACE_REQUESTS && elapsedMs() < PACE_MS) await clock.wait(TICK_MS / 4);
  const betweenMs = elapsedMs() / Math.max(1, total() - before);
  return Math.min(TICK_PAUSE_MS.most, Math.max(TICK_PAUSE_MS.least, 3 * betweenMs));
}
