import type { RequestListener } from 'node:http';
import type { Logger } from '@tidemark/runtime';
import { createMetrics } from '@tidemark/runtime';
import {
  type Database,
  getReserveConfig,
  getReserveRateState,
  listConfigChanges,
  listIndexPoints,
  listLatestSummaries,
  listReserveDetails,
  touchApiKeys,
  verifyApiKey,
} from '@tidemark/schema';
import { createApp } from './app.ts';
import { createKeyUsage } from './auth/key-usage.ts';
import { createDetailStore } from './detail/detail-store.ts';
import { MAX_START_AGE_FACTOR, WINDOW_SECONDS } from './detail/realised-rates.ts';
import { createAnswerPolicy, type AnswerPolicy } from './http/answer-policy.ts';
import type { CorsOrigins } from './http/cors.ts';
import type { TrustProxy } from './http/create-express.ts';
import { createInfoStore } from './info/info-store.ts';
import { loadInfo } from './info/load-info.ts';
import { createLatestCache } from './latest/latest-cache.ts';
import { createLatestFeed } from './latest/latest-feed.ts';
import { createApiMetrics } from './observability/api-metrics.ts';
import type { Protocol } from './protocols.ts';
import type { ProtocolReads, ProtocolServices } from './routes/protocol-lookup.ts';

export interface ApiOptions {
  readonly version: string;
  /** The primary: notifications, keys. */
  readonly primary: Database;
  /** Where data are read from: the primary again, or a replica. */
  readonly reader: Database;
  readonly logger: Logger;
  readonly protocols: readonly Protocol[];
  readonly corsOrigins: CorsOrigins;
  readonly trustProxy: TrustProxy;
  readonly bodyLimitBytes: number;
  readonly readyMaxAgeMs: number;
  readonly latestPollIntervalMs: number;
  readonly latestDebounceMs: number;
  readonly keyUsageFlushMs: number;
  /** Prefixless metrics of the process and the event loop; off in tests. */
  readonly defaultMetrics?: boolean;
  readonly serverUrl?: string;
}

/** The API over its databases, without a port. */
export interface Api {
  readonly listener: RequestListener;
  readonly policy: AnswerPolicy;
  /** Begins to load, to listen and to flush. Resolves after the first load, whether it worked or not. */
  start(): Promise<void>;
  /** Ends all of that and writes what is waiting. The databases stay open. */
  stop(): Promise<void>;
}

/** How long clients and proxies may keep the latest reserves: the chain moves every second, a poll comes every few. */
const LATEST_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5';
/** How old settings may be, beyond the age that they have in the database. */
const INFO_MAX_AGE_MS = 2_000;

/** Puts the parts together. */
export function createApi(options: ApiOptions): Api {
  const { logger, primary, reader } = options;
  const policy = createAnswerPolicy({ corsOrigins: options.corsOrigins });
  const metrics = createApiMetrics(
    createMetrics({ prefix: 'tidemark_api', defaultMetrics: options.defaultMetrics ?? true }),
  );
  const services = options.protocols.map((protocol): ProtocolServices => {
    const answers = {
      commonHeaders: policy.commonHeaders,
      vary: policy.vary,
      cacheControl: LATEST_CACHE_CONTROL,
      logger,
    };
    const latest = createLatestCache({
      ...answers,
      load: () => listLatestSummaries(reader.sql, { protocol: protocol.name }),
      events: { reloaded: (outcome, durationMs) => metrics.cacheReloaded(outcome, durationMs) },
    });
    metrics.watchCache(protocol.name, () => latest.status());
    return {
      protocol,
      latest,
      info: createInfoStore({ load: () => loadInfo(reader, protocol.name), maxAgeMs: INFO_MAX_AGE_MS }),
      details: createDetailStore({
        ...answers,
        latest: () => latest.current(),
        loadRows: () => listReserveDetails(reader.sql, { protocol: protocol.name }),
        loadStarts: () =>
          listIndexPoints(reader.sql, {
            protocol: protocol.name,
            windowsSeconds: Object.values(WINDOW_SECONDS),
            maxAgeFactor: MAX_START_AGE_FACTOR,
          }),
      }),
      reads: createReads(reader, protocol.name),
    };
  });
  const feed = createLatestFeed({
    sql: primary.sql,
    caches: services.map((service) => service.latest),
    logger,
    events: metrics,
    debounceMs: options.latestDebounceMs,
    pollIntervalMs: options.latestPollIntervalMs,
  });
  const usage = createKeyUsage({
    write: (uses) => touchApiKeys(primary.sql, uses),
    intervalMs: options.keyUsageFlushMs,
    logger,
    metrics,
  });
  const listener = createApp({
    version: options.version,
    services,
    keys: { lookUp: (key, now) => verifyApiKey(primary.sql, key, now), usage },
    policy,
    metrics,
    logger,
    readyMaxAgeMs: options.readyMaxAgeMs,
    bodyLimitBytes: options.bodyLimitBytes,
    trustProxy: options.trustProxy,
    ...(options.serverUrl === undefined ? {} : { serverUrl: options.serverUrl }),
  });
  let stopUsage: (() => Promise<void>) | undefined;
  return {
    listener,
    policy,
    start: async () => {
      stopUsage = usage.start();
      await feed.start();
    },
    stop: async () => {
      await feed.stop();
      await stopUsage?.();
    },
  };
}

function createReads({ sql }: Database, protocol: string): ProtocolReads {
  return {
    rateState: (reserve) => getReserveRateState(sql, { protocol, reserve }),
    config: (reserve) => getReserveConfig(sql, { protocol, reserve }),
    changes: (filter) => listConfigChanges(sql, { ...filter, protocol }),
  };
}
