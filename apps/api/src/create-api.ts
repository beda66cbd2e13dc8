import type { RequestListener } from 'node:http';
import { createMetrics, type Logger, type Metrics, type ReadyReport, type Watchdog } from '@tidemark/runtime';
import {
  type Database,
  getApiKey,
  listActiveApiKeys,
  listApiKeyUsage,
  verifyApiKey,
  writeApiKeyUsage,
} from '@tidemark/schema';
import { Access, type AccessSettings } from './access/access.ts';
import { KeyUsage } from './access/key-usage.ts';
import { createApp } from './app.ts';
import { createProtocolServices, type StatusSettings } from './create-protocol-services.ts';
import { LatestFeed } from './features/latest/feed.ts';
import { reportReadiness } from './features/service/operation.ts';
import { createStreams, type StreamLimits } from './features/stream/route.ts';
import type { ConnectionEvents } from './http/connections.ts';
import type { TrustProxy } from './http/express.ts';
import { type AnswerPolicy, type CorsOrigins, createAnswerPolicy } from './http/policy.ts';
import { createWorkGates, DEFAULT_OVERLOAD, type OverloadSettings } from './http/work-gates.ts';
import { createApiMetrics, watchReloads } from './observability/api-metrics.ts';
import type { Protocol } from './protocols.ts';

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
  readonly status: Omit<StatusSettings, 'readyMaxAgeMs'>;
  readonly latestPollIntervalMs: number;
  readonly latestDebounceMs: number;
  readonly keyUsageFlushMs: number;
  /** Ends the process when reloads of the latest reserves come to no end any more. Nobody watches when left out. */
  readonly watch?: { readonly watchdog: Watchdog; readonly progressMs: number };
  readonly access: AccessSettings;
  readonly stream?: Partial<StreamLimits>;
  readonly overload?: Partial<OverloadSettings>;
  /** False where `/metrics` is served by a server of its own, see `Api.operation`. True when left out. */
  readonly servesMetrics?: boolean;
  /** Prefixless metrics of the process and the event loop; off in tests. */
  readonly defaultMetrics?: boolean;
  readonly serverUrl?: string;
}

/** The API over its databases, without a port. */
export interface Api {
  readonly listener: RequestListener;
  readonly policy: AnswerPolicy;
  /** For a server of operators beside this one. */
  readonly operation: {
    readonly metrics: Pick<Metrics, 'render' | 'contentType'>;
    readonly ready: () => ReadyReport;
  };
  /** For the server that the listener is given to. */
  readonly connectionEvents: ConnectionEvents;
  /** Begins to load, to listen and to flush. Resolves after the first load, whether it worked or not. */
  start(): Promise<void>;
  /** Tells every open stream that the service ends. They would otherwise hold the server up to its deadline. */
  endStreams(): void;
  /** Ends all of that and writes what is waiting. The databases stay open. */
  stop(): Promise<void>;
}

/** Puts the parts together. */
export function createApi(options: ApiOptions): Api {
  const { logger, primary, reader } = options;
  const policy = createAnswerPolicy({ corsOrigins: options.corsOrigins });
  const registry = createMetrics({ prefix: 'tidemark_api', defaultMetrics: options.defaultMetrics ?? true });
  const metrics = watchReloads(createApiMetrics(registry), registry, options);
  const gates = createWorkGates({ ...DEFAULT_OVERLOAD, ...options.overload }, metrics);
  const status = { ...options.status, readyMaxAgeMs: options.readyMaxAgeMs };
  const services = options.protocols.map((protocol) =>
    createProtocolServices(protocol, { reader, policy, metrics, logger, status }),
  );
  const feed = new LatestFeed({
    sql: primary.sql,
    caches: services.map((service) => service.latest),
    logger,
    events: metrics,
    debounceMs: options.latestDebounceMs,
    pollIntervalMs: options.latestPollIntervalMs,
  });
  const streams = createStreams({
    settings: options.stream ?? {},
    primary,
    reader,
    logger,
    lookIntervalMs: options.latestPollIntervalMs,
  });
  metrics.watchStreams(() => streams.hub.subscribers());
  const usage = new KeyUsage({
    write: (batch) => writeApiKeyUsage(primary.sql, batch),
    intervalMs: options.keyUsageFlushMs,
    logger,
    metrics,
  });
  const access = new Access({
    settings: options.access,
    lookUp: (key, now) => verifyApiKey(primary.sql, key, now),
    listActive: (keyIds) => listActiveApiKeys(primary.sql, keyIds),
    gates,
    usage,
    metrics,
    logger,
  });
  const listener = createApp({
    version: options.version,
    services,
    access,
    publicLimited: options.access.publicRequestsPerMinute > 0,
    keys: {
      usage,
      getKey: (id) => getApiKey(primary.sql, id),
      listUsage: (filter) => listApiKeyUsage(primary.sql, filter),
    },
    stream: streams,
    gates,
    policy,
    metrics,
    servesMetrics: options.servesMetrics ?? true,
    logger,
    readyMaxAgeMs: options.readyMaxAgeMs,
    bodyLimitBytes: options.bodyLimitBytes,
    trustProxy: options.trustProxy,
    ...(options.serverUrl === undefined ? {} : { serverUrl: options.serverUrl }),
  });
  let stopUsage: (() => Promise<void>) | undefined;
  let stopMeasuring: (() => void) | undefined;
  return {
    listener,
    policy,
    operation: { metrics, ready: () => reportReadiness(services, options.readyMaxAgeMs) },
    connectionEvents: {
      cut: (reason) => metrics.connectionCut(reason),
      watch: (count) => metrics.watchConnections(count),
    },
    endStreams: () => streams.hub.stop(),
    start: async () => {
      stopUsage = usage.start();
      stopMeasuring = gates.start();
      streams.hub.start();
      await Promise.all([access.start(), feed.start()]);
    },
    stop: async () => {
      streams.hub.stop();
      stopMeasuring?.();
      await feed.stop();
      await stopUsage?.();
      await access.stop();
    },
  };
}
