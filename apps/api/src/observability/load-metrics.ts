import type { RouteTemplate } from '@tidemark/contract';
import type { Metrics } from '@tidemark/runtime';
import type { CutReason } from '../http/connections.ts';

/** How much of a kind of work there is. */
export interface WorkLoad {
  running(): number;
  waiting(): number;
}

/** What the process as a whole is under. */
export interface Pressure {
  readonly loopLagMs: number;
  /** Heavy answers that are being made or taken. */
  readonly heavyInFlight: number;
}

/** What is counted of work that is bounded, and of connections that are. */
export interface OverloadMetrics {
  shed(work: string, reason: 'full' | 'waited' | 'busy' | 'client'): void;
  watchWork(work: string, load: WorkLoad): void;
  watchPressure(read: () => Pressure): void;
  connectionCut(reason: CutReason): void;
  watchConnections(count: () => number): void;
}

/** Registers them under the prefix that `metrics` was made with. */
export function createOverloadMetrics(metrics: Metrics): OverloadMetrics {
  const shed = metrics.counter({
    name: 'shed_total',
    help: 'Work that was turned away with 503 (50303), by kind of work (heavy, light, keys) and reason: full, waited too long, busy, client (has too many in flight).',
    labelNames: ['work', 'reason'],
  });
  const cut = metrics.counter({
    name: 'connections_cut_total',
    help: 'Connections that were refused or cut, by reason: connections and address (refused at a bound), idle and largest (closed for a new one), pipelined, slow_reader.',
    labelNames: ['reason'],
  });
  const loads = new Map<string, WorkLoad>();
  const workGauge = (name: string, help: string, read: (load: WorkLoad) => number) =>
    metrics.gauge({
      name,
      help,
      labelNames: ['work'],
      collect() {
        for (const [work, load] of loads) this.set({ work }, read(load));
      },
    });
  workGauge('work_running', 'Pieces of work that run now, by kind of work.', (load) => load.running());
  workGauge('work_waiting', 'Pieces of work that wait for their turn, by kind of work.', (load) => load.waiting());
  let readPressure = (): Pressure => ({ loopLagMs: 0, heavyInFlight: 0 });
  let countConnections = (): number => 0;
  const gauge = (name: string, help: string, read: () => number) =>
    metrics.gauge({
      name,
      help,
      collect() {
        this.set(read());
      },
    });
  gauge(
    'event_loop_late_seconds',
    'How late the event loop is: median of the last half second.',
    () => readPressure().loopLagMs / 1000,
  );
  gauge(
    'heavy_requests_in_flight',
    'Heavy requests whose answers are being made, or have not been taken by their clients.',
    () => readPressure().heavyInFlight,
  );
  gauge('connections_open', 'Connections of clients that are open.', () => countConnections());
  return {
    shed: (work, reason) => shed.inc({ work, reason }),
    watchWork: (work, load) => void loads.set(work, load),
    watchPressure: (read) => {
      readPressure = read;
    },
    connectionCut: (reason) => cut.inc({ reason }),
    watchConnections: (count) => {
      countConnections = count;
    },
  };
}

/** What is counted of callers, their keys and their limits. */
export interface AccessMetrics {
  keyVerified(outcome: 'valid' | 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired'): void;
  keyLookedUp(): void;
  keyUsageFlushed(outcome: 'ok' | 'failed'): void;
  /** A request for data on the general path. */
  admitted(tier: 'public' | 'key', route: RouteTemplate): void;
  /** A request that was refused: for the limit of its caller, an address that tries keys, or exports. */
  limited(kind: 'public' | 'key' | 'bad_key' | 'exports'): void;
  /** Redis was not there for a count. */
  limitStoreFailed(): void;
  /** Lets the gauge of exports under way be read when metrics are asked for. */
  watchExports(count: () => number): void;
}

/** Registers them under the prefix that `metrics` was made with. */
export function createAccessMetrics(metrics: Metrics): AccessMetrics {
  const verifications = metrics.counter({
    name: 'key_verifications_total',
    help: 'Requests with an API key, or to an endpoint that needs one, by what the key turned out to be.',
    labelNames: ['outcome'],
  });
  const lookups = metrics.counter({ name: 'key_lookups_total', help: 'Keys that the database was asked for.' });
  const flushes = metrics.counter({
    name: 'key_usage_flushes_total',
    help: 'Writes of the buffered use of keys by outcome.',
    labelNames: ['outcome'],
  });
  const callers = metrics.counter({
    name: 'callers_total',
    help: 'Requests for data by tier of the caller, without hot reads, which serve the public only.',
    labelNames: ['tier'],
  });
  const keyRequests = metrics.counter({
    name: 'key_requests_total',
    help: 'Requests with an API key in force, those included that were refused for a limit, by route.',
    labelNames: ['route'],
  });
  const limited = metrics.counter({
    name: 'limited_total',
    help: 'Requests that were refused for a limit, by kind: public, key, bad_key, exports.',
    labelNames: ['kind'],
  });
  const storeFailures = metrics.counter({
    name: 'limit_store_failures_total',
    help: 'Counts that were made in this process alone because Redis did not answer.',
  });
  let countExports = (): number => 0;
  metrics.gauge({
    name: 'exports_under_way',
    help: 'Exports and streams of keys that this process is sending.',
    collect() {
      this.set(countExports());
    },
  });
  return {
    keyVerified: (outcome) => verifications.inc({ outcome }),
    keyLookedUp: () => lookups.inc(),
    keyUsageFlushed: (outcome) => flushes.inc({ outcome }),
    admitted: (tier, route) => {
      callers.inc({ tier });
      if (tier === 'key') keyRequests.inc({ route });
    },
    limited: (kind) => limited.inc({ kind }),
    limitStoreFailed: () => storeFailures.inc(),
    watchExports: (count) => {
      countExports = count;
    },
  };
}
