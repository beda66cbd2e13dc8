import type { Metrics, Watchdog } from '@tidemark/runtime';
import type { CacheStatus } from '../features/latest/cache.ts';
import {
  type AccessMetrics,
  createAccessMetrics,
  createOverloadMetrics,
  type OverloadMetrics,
} from './load-metrics.ts';

/** Everything that the API counts. Routes are templates, never URLs. */
export interface ApiMetrics extends AccessMetrics, OverloadMetrics {
  requestEnded(route: string, method: string, status: number, seconds: number): void;
  /** An answer of the hot route, counted without a timer. */
  hotAnswered(route: string, status: number, bytes: number): void;
  /** One of those answers, of which few are timed, is out. */
  hotTimed(route: string, seconds: number): void;
  cacheReloaded(outcome: 'changed' | 'unchanged' | 'failed', durationMs: number): void;
  subscribed(again: boolean): void;
  notified(): void;
  /** Lets gauges read the cache when metrics are asked for. */
  watchCache(protocol: string, status: () => CacheStatus): void;
  /** Lets the gauge of open streams be read when metrics are asked for. */
  watchStreams(count: () => number): void;
  render(): Promise<string>;
  readonly contentType: string;
}

const HOT_DURATION_BUCKETS = [0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1];
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the metrics of the API under the prefix that `metrics` was made with. */
export function createApiMetrics(metrics: Metrics): ApiMetrics {
  const duration = metrics.histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from request to the end of the answer, without hot reads; 499 is a client that left.',
    labelNames: ['route', 'method', 'status'],
    buckets: DURATION_BUCKETS,
  });
  const hot = createHotCounters(metrics);
  const reloads = metrics.counter({
    name: 'cache_reloads_total',
    help: 'Reloads of the latest reserves by outcome: changed, unchanged, failed.',
    labelNames: ['outcome'],
  });
  const reloadDuration = metrics.histogram({
    name: 'cache_reload_duration_seconds',
    help: 'Time from asking the database to having the answers ready.',
    buckets: DURATION_BUCKETS,
  });
  const subscriptions = metrics.counter({
    name: 'listen_subscriptions_total',
    help: 'Subscriptions to the notification channel: the first, and those after a lost connection.',
    labelNames: ['kind'],
  });
  const notifications = metrics.counter({ name: 'listen_notifications_total', help: 'Notifications received.' });
  return {
    ...createAccessMetrics(metrics),
    ...createOverloadMetrics(metrics),
    requestEnded: (route, method, status, seconds) => duration.observe({ route, method, status }, seconds),
    hotAnswered: hot.count,
    hotTimed: hot.time,
    cacheReloaded: (outcome, durationMs) => {
      reloads.inc({ outcome });
      reloadDuration.observe(durationMs / 1000);
    },
    subscribed: (again) => subscriptions.inc({ kind: again ? 'again' : 'first' }),
    notified: () => notifications.inc(),
    watchCache: createCacheGauges(metrics),
    watchStreams: createStreamGauge(metrics),
    render: () => metrics.render(),
    contentType: metrics.contentType,
  };
}

/** Plain numbers that become metrics only when somebody asks: the hot route can afford no more. */
function createHotCounters(metrics: Metrics) {
  const counts = new Map<string, { route: string; status: number; requests: number; bytes: number }>();
  const requests = metrics.counter({
    name: 'http_hot_requests_total',
    help: 'Hot reads, the latest reserves answered from memory before any middleware, by route and status.',
    labelNames: ['route', 'status'],
    collect() {
      this.reset();
      for (const entry of counts.values()) this.inc({ route: entry.route, status: entry.status }, entry.requests);
    },
  });
  const bytes = metrics.counter({
    name: 'http_hot_body_bytes_total',
    help: 'Bytes of the bodies of hot reads, compressed as they were.',
    labelNames: ['route'],
    collect() {
      this.reset();
      for (const entry of counts.values()) this.inc({ route: entry.route }, entry.bytes);
    },
  });
  void requests;
  void bytes;
  const duration = metrics.histogram({
    name: 'http_hot_duration_seconds',
    help: 'Time to the end of the answer of hot reads, one in 64 of them, by route.',
    labelNames: ['route'],
    buckets: HOT_DURATION_BUCKETS,
  });
  return {
    time: (route: string, seconds: number): void => duration.observe({ route }, seconds),
    count: (route: string, status: number, length: number): void => {
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

function createCacheGauges(metrics: Metrics) {
  const watched = new Map<string, () => CacheStatus>();
  const gauge = (name: string, help: string, read: (status: CacheStatus) => number | null) =>
    metrics.gauge({
      name,
      help,
      labelNames: ['protocol'],
      collect() {
        this.reset();
        for (const [protocol, status] of watched) {
          const value = read(status());
          if (value !== null) this.set({ protocol }, value);
        }
      },
    });
  gauge('cache_reserves', 'Reserves in memory.', (status) => status.dataset?.count ?? null);
  gauge('cache_slot', 'Newest slot in memory.', (status) =>
    status.dataset?.slot === undefined || status.dataset.slot === null ? null : Number(status.dataset.slot),
  );
  gauge(
    'cache_as_of_timestamp_seconds',
    'Newest chain time in memory.',
    (status) => status.dataset?.asOfSeconds ?? null,
  );
  gauge('cache_age_seconds', 'Time since the newest read of the chain behind the data.', (status) =>
    status.ageMs === null ? null : status.ageMs / 1000,
  );
  gauge('cache_since_load_seconds', 'Time since the database last answered a reload.', (status) =>
    status.sinceLoadMs === null ? null : status.sinceLoadMs / 1000,
  );
  return (protocol: string, status: () => CacheStatus): void => void watched.set(protocol, status);
}

function createStreamGauge(metrics: Metrics) {
  let read = (): number => 0;
  metrics.gauge({
    name: 'streams_open',
    help: 'Streams of events that are open, of the public and of keys.',
    collect() {
      this.set(read());
    },
  });
  return (count: () => number): void => {
    read = count;
  };
}

export interface WatchReloadsOptions {
  readonly watch?: { readonly watchdog: Watchdog; readonly progressMs: number };
  readonly latestPollIntervalMs: number;
}

/** So many polls may pass without the end of a reload. */
const INTERVALS = 10;

/**
 * Lets the watchdog hear of every reload of the latest reserves that has ended, well or badly: they come with every
 * notification and, without any, at every poll, so that their end for good is the end of this process's use.
 */
export function watchReloads(metrics: ApiMetrics, registry: Metrics, options: WatchReloadsOptions): ApiMetrics {
  if (options.watch === undefined) return metrics;
  const { watchdog, progressMs } = options.watch;
  const limitMs = progressMs === 0 ? 0 : Math.max(progressMs, INTERVALS * options.latestPollIntervalMs);
  const latest = watchdog.watch({ source: 'latest', limitMs });
  watchdog.addMetrics(registry);
  return {
    ...metrics,
    cacheReloaded(outcome, durationMs) {
      latest.progressed();
      metrics.cacheReloaded(outcome, durationMs);
    },
  };
}
