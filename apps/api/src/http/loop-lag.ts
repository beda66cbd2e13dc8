import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How late the event loop is: what everybody waits, whatever they ask for. */
export interface LoopLag {
  /** Median of the last window in milliseconds: one long step does not count, a loop that is always late does. */
  medianMs(): number;
  /** Measures until the returned function is called. */
  start(): () => void;
}

const RESOLUTION_MS = 10;
const WINDOW_MS = 500;
const NANOSECONDS = 1e6;

/** Measures the lag in windows, so that it falls as soon as there is air. */
export function createLoopLag(): LoopLag {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  let medianMs = 0;
  const look = (): void => {
    // The monitor records the time between two ticks of its timer, so a loop that is idle has the resolution.
    medianMs = delays.count === 0 ? 0 : Math.max(0, delays.percentile(50) / NANOSECONDS - RESOLUTION_MS);
    delays.reset();
  };
  return {
    medianMs: () => medianMs,
    start: () => {
      delays.enable();
      const timer = setInterval(look, WINDOW_MS);
      timer.unref();
      return () => {
        clearInterval(timer);
        delays.disable();
      };
    },
  };
}
