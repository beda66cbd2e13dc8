import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { ApiError } from './exchange.ts';
import { createGate, type Gate } from './gate.ts';

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

/** The bounds of all queries that are made for a request. */
export interface WorkGates extends Readonly<Record<WorkKind, Gate>> {
  /** For lookups of keys that may well be bad: one of the places of `keys` at a time. What waits or is refused here counts as `keys`. */
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
export function createWorkGates(settings: OverloadSettings, metrics: ApiMetrics): WorkGates {
  const lag = new LoopLag();
  const inFlight = new InFlight({
    maxPerClient: settings.maxHeavyPerClient,
    onShed: () => metrics.shed.inc({ work: 'heavy', reason: 'client' }),
  });
  const isBusy = (): boolean => settings.maxLoopLagMs > 0 && lag.medianMs > settings.maxLoopLagMs;
  const gateOf = (
    kind: WorkKind,
    maxRunning = Math.max(1, Math.floor(SHARES[kind] * settings.databaseConnections)),
  ): Gate =>
    createGate({
      maxRunning,
      maxWaiting: settings.maxWaiting,
      maxWaitMs: settings.maxWaitMs,
      onShed: (reason) => metrics.shed.inc({ work: kind, reason }),
      ...(kind === 'heavy' ? { isBusy } : {}),
    });
  const [heavy, light, keys] = [gateOf('heavy'), gateOf('light'), gateOf('keys')];
  const suspects = gateOf('keys', 1);
  const { sources } = metrics;
  sources.work.set('heavy', heavy);
  sources.work.set('light', light);
  sources.work.set('keys', { running: () => keys.running(), waiting: () => keys.waiting() + suspects.waiting() });
  sources.loopLagMs = () => lag.medianMs;
  sources.heavyInFlight = () => inFlight.total;
  return { heavy, light, keys, suspects, inFlight, start: () => lag.start() };
}

export interface InFlightOptions {
  /** Heavy requests of one client at the same time. 0: not bounded. */
  readonly maxPerClient: number;
  readonly onShed: () => void;
}

/**
 * Counts heavy requests by client, from their beginning until the client has taken the answer or is gone. What one client makes the
 * process hold, in answers that it does not take, is bounded by that; how long, by the rate at which answers must be taken.
 */
export class InFlight {
  readonly #options: InFlightOptions;
  readonly #counts = new Map<string, number>();
  #total = 0;

  constructor(options: InFlightOptions) {
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Throws OVERLOADED where the client has as many as it may. `weight`: for how many a request counts. `signal` is aborted when the answer
   * is out or the client gone.
   */
  begin(client: string, signal: AbortSignal, weight = 1): void {
    if (signal.aborted) return;
    const { maxPerClient, onShed } = this.#options;
    const count = this.#counts.get(client) ?? 0;
    // Whatever it weighs, one alone gets in.
    if (maxPerClient > 0 && count > 0 && count + weight > maxPerClient) {
      onShed();
      throw new ApiError('OVERLOADED', { headers: { 'Retry-After': '1' } });
    }
    this.#counts.set(client, count + weight);
    this.#total += 1;
    signal.addEventListener('abort', () => this.#end(client, weight), { once: true });
  }

  #end(client: string, weight: number): void {
    this.#total -= 1;
    const left = (this.#counts.get(client) ?? weight) - weight;
    if (left <= 0) this.#counts.delete(client);
    else this.#counts.set(client, left);
  }
}

const RESOLUTION_MS = 10;
const WINDOW_MS = 500;
const NANOSECONDS = 1e6;

/** How late the event loop is, which every request waits for. Measured in windows, so that it falls as soon as there is less to do. */
class LoopLag {
  readonly #delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  /** Median of the last window in milliseconds: one long step does not count, a loop that is always late does. */
  medianMs = 0;

  /** Measures until the returned function is called. */
  start(): () => void {
    this.#delays.enable();
    const timer = setInterval(() => {
      // The monitor records the time between two ticks of its timer, so a loop that is idle has the resolution.
      const measuredMs = this.#delays.percentile(50) / NANOSECONDS - RESOLUTION_MS;
      this.medianMs = this.#delays.count === 0 ? 0 : Math.max(0, measuredMs);
      this.#delays.reset();
    }, WINDOW_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
      this.#delays.disable();
    };
  }
}
