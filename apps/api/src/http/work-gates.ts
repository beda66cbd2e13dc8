import type { OverloadMetrics } from '../observability/overload-metrics.ts';
import { createGate, type Gate } from './gate.ts';
import { InFlight } from './in-flight.ts';
import { createLoopLag } from './loop-lag.ts';

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
  /** Heavy requests of a key, or of an address without one, from their beginning until the answer is taken. 0: not bounded. */
  readonly maxHeavyPerClient: number;
}

/** The bounds of everything that asks the database for a request. */
export interface WorkGates extends Readonly<Record<WorkKind, Gate>> {
  /**
   * For answers that are put together in memory over many turns of heavy work: as many are begun as heavy reads may run, so
   * that turns let others in between without more of them being held half made. What waits or is refused here counts as heavy.
   */
  readonly gathered: Gate;
  /** For look-ups of keys that may well be bad: one of the places of `keys` at a time. What waits or is refused here counts as `keys`. */
  readonly suspects: Gate;
  /** Heavy requests by client. */
  readonly inFlight: InFlight;
  /** Measures the event loop until the returned function is called. */
  start(): () => void;
}

export const DEFAULT_OVERLOAD: OverloadSettings = {
  databaseConnections: 10,
  maxWaiting: 64,
  maxWaitMs: 2_000,
  maxLoopLagMs: 200,
  maxHeavyPerClient: 32,
};

/** Parts of the pool. Less than the whole: what is waited for waits here, within a time, and not in the driver. */
const SHARES: Readonly<Record<WorkKind, number>> = { heavy: 0.4, light: 0.3, keys: 0.2 };

/**
 * `heavy` is what can take tenths of a second: histories, aggregates, fees, coverage, exports. `light` are single rows,
 * `keys` the verification of keys. Only heavy work is turned away because the process is busy as a whole.
 */
export function createWorkGates(settings: OverloadSettings, metrics: OverloadMetrics): WorkGates {
  const lag = createLoopLag();
  const inFlight = new InFlight({
    maxPerClient: settings.maxHeavyPerClient,
    onShed: () => metrics.shed('heavy', 'client'),
  });
  const isBusy = (): boolean => settings.maxLoopLagMs > 0 && lag.medianMs() > settings.maxLoopLagMs;
  const gateOf = (
    kind: WorkKind,
    maxRunning = Math.max(1, Math.floor(SHARES[kind] * settings.databaseConnections)),
  ): Gate =>
    createGate({
      maxRunning,
      maxWaiting: settings.maxWaiting,
      maxWaitMs: settings.maxWaitMs,
      onShed: (reason) => metrics.shed(kind, reason),
      ...(kind === 'heavy' ? { isBusy } : {}),
    });
  const [heavy, light, keys, gathered] = [gateOf('heavy'), gateOf('light'), gateOf('keys'), gateOf('heavy')];
  const suspects = gateOf('keys', 1);
  metrics.watchWork('heavy', { running: () => heavy.running(), waiting: () => heavy.waiting() + gathered.waiting() });
  metrics.watchWork('light', light);
  metrics.watchWork('keys', { running: () => keys.running(), waiting: () => keys.waiting() + suspects.waiting() });
  metrics.watchPressure(() => ({ loopLagMs: lag.medianMs(), heavyInFlight: inFlight.total }));
  return { heavy, light, keys, gathered, suspects, inFlight, start: () => lag.start() };
}
