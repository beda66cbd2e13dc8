import type { Metrics, Watchdog } from '@tidemark/runtime';
import type { CacheStatus } from '../features/latest/cache.ts';

/** Everything that the API counts. Routes are templates, never URLs. */
export type ApiMetrics = ReturnType<typeof createApiMetrics>;

/** How much of a kind of work there is. */
export interface WorkLoad {
  running(): number;
  waiting(): number;
}

const HOT_DURATION_BUCKETS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the metrics of the API under the prefix that `metrics` was made with. */
export function createApiMetrics(metrics: Metrics, onReload: () => void = () => undefined) {
  const reloads = metrics.counter(
    'cache_reloads_total',
    'Reloads of the latest reserves by outcome: changed, unchanged, failed.',
    ['outcome'],
  );
  const reloadDuration = metrics.histogram(
    'cache_reload_duration_seconds',
    'Time from asking the database to having the answers ready.',
    DURATION_BUCKETS,
  );
  const subscriptions = metrics.counter(
    'listen_subscriptions_total',
    'Subscriptions to the notification channel: the first, and those after a lost connection.',
    ['kind'],
  );
  const notifications = metrics.counter('listen_notifications_total', 'Notifications received.');
  return {
    ...accessMetrics(metrics),
    ...hotMetrics(metrics),
    sources: sourcesOf(metrics),
    requestDuration: metrics.histogram(
      'http_request_duration_seconds',
      'Time from request to the end of the answer, without hot reads; 499 is a client that left.',
      DURATION_BUCKETS,
      ['route', 'method', 'status'],
    ),
    shed: metrics.counter(
      'shed_total',
      'Work that was turned away with 503 (50303), by kind of work (heavy, light, keys) and reason: full, waited too long, busy, client (has too many in flight).',
      ['work', 'reason'],
    ),
    connectionsCut: metrics.counter(
      'connections_cut_total',
      'Connections that were refused or cut, by reason: connections and address (refused at a bound), idle and largest (closed for a new one), pipelined, slow_reader.',
      ['reason'],
    ),
    cacheReloaded(outcome: 'changed' | 'unchanged' | 'failed', durationMs: number): void {
      onReload();
      reloads.inc({ outcome });
      reloadDuration.observe(durationMs / 1000);
    },
    subscribed: (again: boolean) => subscriptions.inc({ kind: again ? 'again' : 'first' }),
    notified: () => notifications.inc(),
    render: () => metrics.render(),
    contentType: metrics.contentType,
  };
}

/** What is counted of callers, their keys and their limits. */
function accessMetrics(metrics: Metrics) {
  const callers = metrics.counter(
    'callers_total',
    'Requests for data by tier of the caller, without hot reads, which serve the public only.',
    ['tier'],
  );
  const keyRequests = metrics.counter(
    'key_requests_total',
    'Requests with an API key in force, those included that were refused for a limit, by route.',
    ['route'],
  );
  return {
    keysVerified: metrics.counter(
      'key_verifications_total',
      'Requests with an API key, or to an endpoint that needs one, by what the key turned out to be.',
      ['outcome'],
    ),
    keysLookedUp: metrics.counter('key_lookups_total', 'Keys that the database was asked for.'),
    keyUsageFlushes: metrics.counter('key_usage_flushes_total', 'Writes of the buffered use of keys by outcome.', [
      'outcome',
    ]),
    limited: metrics.counter(
      'limited_total',
      'Requests that were refused for a limit, by kind: public, key, bad_key, exports.',
      ['kind'],
    ),
    limitStoreFailures: metrics.counter(
      'limit_store_failures_total',
      'Counts that were made in this process alone because Redis did not answer.',
    ),
    /** A request for data on the general path. */
    admitted(tier: 'public' | 'key', route: string): void {
      callers.inc({ tier });
      if (tier === 'key') keyRequests.inc({ route });
    },
  };
}

/** Plain numbers that become metrics only when they are scraped: the hot route can afford no more. */
function hotMetrics(metrics: Metrics) {
  const counts = new Map<string, { route: string; status: number; requests: number; bytes: number }>();
  metrics.readCounter(
    'http_hot_requests_total',
    'Hot reads, the latest reserves answered from memory before any middleware, by route and status.',
    () => [...counts.values()].map(({ route, status, requests }) => [{ route, status: String(status) }, requests]),
    ['route', 'status'],
  );
  metrics.readCounter(
    'http_hot_body_bytes_total',
    'Bytes of the bodies of hot reads, compressed as they were.',
    () => [...counts.values()].map(({ route, bytes }) => [{ route }, bytes]),
    ['route'],
  );
  return {
    /** One in 64 hot reads is timed. */
    hotDuration: metrics.histogram(
      'http_hot_duration_seconds',
      'Time to the end of the answer of hot reads, one in 64 of them, by route.',
      HOT_DURATION_BUCKETS,
      ['route'],
    ),
    hotAnswered(route: string, status: number, length: number): void {
      const name = status === 200 ? route : `${route} ${status}`;
      let entry = counts.get(name);
      if (entry === undefined) {
        entry = { route, status, requests: 0, bytes: 0 };
        counts.set(name, entry);
      }
      entry.requests += 1;
      entry.bytes += length;
    },
  };
}

/** What gauges read when metrics are asked for. Each part of the API puts in its own. */
function sourcesOf(metrics: Metrics) {
  const sources = {
    work: new Map<string, WorkLoad>(),
    caches: new Map<string, () => CacheStatus>(),
    loopLagMs: () => 0,
    heavyInFlight: () => 0,
    connections: () => 0,
    exports: () => 0,
    streams: () => 0,
  };
  const workGauge = (name: string, help: string, valueOf: (load: WorkLoad) => number) =>
    metrics.readGauge(name, help, () => [...sources.work].map(([work, load]) => [{ work }, valueOf(load)]), ['work']);
  const cacheGauge = (name: string, help: string, valueOf: (status: CacheStatus) => number | null | undefined) =>
    metrics.readGauge(
      name,
      help,
      () =>
        [...sources.caches].flatMap(([protocol, status]) => {
          const value = valueOf(status()) ?? null;
          return value === null ? [] : [[{ protocol }, value] as const];
        }),
      ['protocol'],
    );
  workGauge('work_running', 'Pieces of work that run now, by kind of work.', (load) => load.running());
  workGauge('work_waiting', 'Pieces of work that wait for their turn, by kind of work.', (load) => load.waiting());
  metrics.readGauge(
    'event_loop_late_seconds',
    'How late the event loop is: median of the last half second.',
    () => sources.loopLagMs() / 1000,
  );
  metrics.readGauge(
    'heavy_requests_in_flight',
    'Heavy requests whose answers are being made, or have not been taken by their clients.',
    () => sources.heavyInFlight(),
  );
  metrics.readGauge('connections_open', 'Connections of clients that are open.', () => sources.connections());
  metrics.readGauge('exports_under_way', 'Exports and streams of keys that this process is sending.', () =>
    sources.exports(),
  );
  metrics.readGauge('streams_open', 'Streams of events that are open, of the public and of keys.', () =>
    sources.streams(),
  );
  const seconds = (ms: number | null) => (ms === null ? null : ms / 1000);
  cacheGauge('cache_reserves', 'Reserves in memory.', ({ dataset }) => dataset?.count);
  cacheGauge('cache_slot', 'Newest slot in memory.', ({ dataset }) =>
    dataset?.slot == null ? null : Number(dataset.slot),
  );
  cacheGauge('cache_as_of_timestamp_seconds', 'Newest chain time in memory.', ({ dataset }) => dataset?.asOfSeconds);
  cacheGauge('cache_age_seconds', 'Time since the newest chain time in memory was stored.', ({ bankAgeMs }) =>
    seconds(bankAgeMs),
  );
  cacheGauge('cache_since_load_seconds', 'Time since the database last answered a reload.', ({ sinceLoadMs }) =>
    seconds(sinceLoadMs),
  );
  return sources;
}

export interface WatchReloadsOptions {
  readonly watch?: { readonly watchdog: Watchdog; readonly progressMs: number };
  readonly latestPollIntervalMs: number;
}

/** So many polls may pass without the end of a reload. */
const INTERVALS = 10;

/**
 * What tells the watchdog of every reload of the latest reserves that has ended, well or badly: they come with every
 * notification and, without any, at every poll, so that their end for good is the end of this process's use.
 */
export function watchReloads({ watch, latestPollIntervalMs }: WatchReloadsOptions, registry: Metrics): () => void {
  if (watch === undefined) return () => undefined;
  const { watchdog, progressMs } = watch;
  const limitMs = progressMs === 0 ? 0 : Math.max(progressMs, INTERVALS * latestPollIntervalMs);
  const latest = watchdog.watch({ source: 'latest', limitMs });
  watchdog.addMetrics(registry);
  return () => latest.progressed();
}
