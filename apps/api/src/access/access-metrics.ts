import type { RouteTemplate } from '@tidemark/contract';
import type { Metrics } from '@tidemark/runtime';

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
