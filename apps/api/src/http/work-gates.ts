import type { OverloadMetrics } from '../observability/overload-metrics.ts';
import { createGate, type Gate } from './gate.ts';
import { createLoopLag } from './loop-lag.ts';
import { createUnsentBodies, type UnsentBodies } from './unsent-bodies.ts';

/** Kinds of work that must not keep each other from running. */
export type WorkKind = 'heavy' | 'light' | 'keys';

/** When work is turned away. */
export interface OverloadSettings {
  /** Connections of the pool; each kind of work gets a share of them, and one is left for the data in memory. */
  readonly databaseConnections: number;
  /** Reads of a kind that may wait for their turn, and for how long. */
  readonly maxWaiting: number;
  readonly maxWaitMs: number;
  /** Heavy reads are turned away while the event loop is later than this. 0: whatever it is. */
  readonly maxLoopLagMs: number;
  /** And while answers that clients have not taken hold more memory than this. */
  readonly maxUnsentBytes: number;
}

/** The bounds of everything that asks the database for a request. */
export interface WorkGates extends Readonly<Record<WorkKind, Gate>> {
  /** Answers that were handed to the socket and not taken yet. */
  readonly unsent: UnsentBodies;
  /** Measures the event loop until the returned function is called. */
  start(): () => void;
}

export const DEFAULT_OVERLOAD: OverloadSettings = {
  databaseConnections: 10,
  maxWaiting: 64,
  maxWaitMs: 2_000,
  maxLoopLagMs: 200,
  maxUnsentBytes: 128 * 1_048_576,
};

/** Parts of the pool. Less than the whole: what is waited for waits here, within a time, and not in the driver. */
const SHARES: Readonly<Record<WorkKind, number>> = { heavy: 0.4, light: 0.3, keys: 0.2 };

/**
 * `heavy` is what can take tenths of a second: histories, aggregates, fees, coverage, exports. `light` are single rows,
 * `keys` the verification of keys. Only heavy work is turned away because the process is busy as a whole.
 */
export function createWorkGates(settings: OverloadSettings, metrics: OverloadMetrics): WorkGates {
  const lag = createLoopLag();
  const unsent = createUnsentBodies();
  const isBusy = (): boolean =>
    (settings.maxLoopLagMs > 0 && lag.medianMs() > settings.maxLoopLagMs) || unsent.bytes() > settings.maxUnsentBytes;
  const gateOf = (kind: WorkKind): Gate => {
    const gate = createGate({
      maxRunning: Math.max(1, Math.floor(SHARES[kind] * settings.databaseConnections)),
      maxWaiting: settings.maxWaiting,
      maxWaitMs: settings.maxWaitMs,
      onShed: (reason) => metrics.shed(kind, reason),
      ...(kind === 'heavy' ? { isBusy } : {}),
    });
    metrics.watchWork(kind, gate);
    return gate;
  };
  metrics.watchPressure(() => ({ loopLagMs: lag.medianMs(), unsentBytes: unsent.bytes() }));
  return { heavy: gateOf('heavy'), light: gateOf('light'), keys: gateOf('keys'), unsent, start: () => lag.start() };
}
