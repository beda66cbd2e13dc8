import type { ObservationArchive } from '@tidemark/archive';
import type { RequestListener } from 'node:http';
import { buildOpenApiDocument } from '@tidemark/contract';
import { createMetrics, type Logger, type Metrics, type ReadyReport, type Watchdog } from '@tidemark/runtime';
import {
  type Database,
  getApiKey,
  listActiveApiKeys,
  listApiKeyUsage,
  verifyApiKey,
  writeApiKeyUsage,
  identifyDatabase,
} from '@tidemark/schema';
import { Access, type AccessSettings } from './access/access.ts';
import { KeyUsage } from './access/key-usage.ts';
import { createProtocolServices, type StatusSettings } from './create-protocol-services.ts';
import { benchmarkHandler } from './features/aggregates/benchmark/route.ts';
import { aggregateHistoryHandlers } from './features/aggregates/history/route.ts';
import { aggregateHandlers } from './features/aggregates/route.ts';
import { configurationHandlers } from './features/config/route.ts';
import { coverageHandler } from './features/coverage/route.ts';
import { loadDashboard } from './features/dashboard/files.ts';
import { createDashboardRoute } from './features/dashboard/route.ts';
import { detailHandlers } from './features/detail/route.ts';
import { feesHandler } from './features/fees/route.ts';
import { reserveAtHandler } from './features/history/at-route.ts';
import { historyHandlers } from './features/history/route.ts';
import { infoHandlers } from './features/info/route.ts';
import { usageHandler, verifyHandler } from './features/keys/route.ts';
import { LatestFeed } from './features/latest/feed.ts';
import { createHotRoute, latestReserveHandlers } from './features/latest/route.ts';
import { combineServices } from './features/over-all.ts';
import { coverageHistoryHandler, depthHistoryHandler } from './features/liquidity/history.ts';
import { createLiquidityReads } from './features/liquidity/reads.ts';
import { liquidityHandlers } from './features/liquidity/route.ts';
import { divergenceHistoryHandler } from './features/price-divergence/history.ts';
import { createPriceReads } from './features/prices/price-book.ts';
import { priceHandlers } from './features/prices/route.ts';
import { docsHandlers } from './features/service/docs.ts';
import { operationHandlers, reportReadiness } from './features/service/operation.ts';
import { serviceHandlers } from './features/service/route.ts';
import { createProtocolLookup, type ProtocolServices, type SharedLookup } from './features/services.ts';
import { sparklinesHandlers } from './features/sparklines/route.ts';
import { statusHandler } from './features/status/route.ts';
import { createStreams, streamHandler, type StreamLimits } from './features/stream/route.ts';
import type { ConnectionEvents } from './http/connections.ts';
import { type AllHandlers, createExpress, createRequestIds, type TrustProxy } from './http/express.ts';
import { type AnswerPolicy, type CorsOrigins, createAnswerPolicy } from './http/policy.ts';
import { answerUnroutable, normalizeTarget } from './http/protocol-errors.ts';
import { KEY_MARK } from './http/query.ts';
import { createWorkGates, DEFAULT_OVERLOAD, type OverloadSettings } from './http/work-gates.ts';
import { createApiMetrics, watchReloads } from './observability/api-metrics.ts';
import type { Protocol } from './protocols.ts';
import { KeptRows } from './rows/kept-rows.ts';

export interface ApiOptions {
  readonly version: string;
  /** The primary: notifications, keys. */
  readonly primary: Database;
  /** Where data are read from: the primary again, or a replica. */
  readonly reader: Database;
  /** Files of months that are no longer in the database; null or left out: none. */
  readonly archive?: ObservationArchive | null;
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
  /** Folder of the built dashboard. Without one `/` is the index for browsers too. */
  readonly dashboardDir?: string | undefined;
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

/** The parts of an API by their names. */
type Parts = ReturnType<typeof createParts>;

function createParts(options: ApiOptions) {
  const { logger, primary, reader } = options;
  const policy = createAnswerPolicy({ corsOrigins: options.corsOrigins });
  const registry = createMetrics({ prefix: 'tidemark_api', defaultMetrics: options.defaultMetrics ?? true });
  const metrics = createApiMetrics(registry, watchReloads(options, registry));
  const gates = createWorkGates({ ...DEFAULT_OVERLOAD, ...options.overload }, metrics);
  const status = { ...options.status, readyMaxAgeMs: options.readyMaxAgeMs };
  const services = options.protocols.map((protocol) =>
    createProtocolServices(protocol, { reader, archive: options.archive ?? null, policy, metrics, logger, status }),
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
    readIntervalMs: options.latestPollIntervalMs,
  });
  metrics.sources.streams = () => streams.hub.subscribers();
  const usage = new KeyUsage({
    write: (batch) => writeApiKeyUsage(primary.sql, batch),
    intervalMs: options.keyUsageFlushMs,
    logger,
    metrics,
  });
  const { dashboardDir } = options;
  const dashboard =
    dashboardDir === undefined ? undefined : loadDashboard(dashboardDir, policy, knowsSimulation(services));
  const access = new Access({
    settings: options.access,
    identify: () => identifyDatabase(primary.sql),
    lookUp: (key, now) => verifyApiKey(primary.sql, key, now),
    listActive: (keyIds) => listActiveApiKeys(primary.sql, keyIds),
    gates,
    usage,
    metrics,
    logger,
  });
  const prices = createPriceReads(reader);
  const liquidity = createLiquidityReads(reader);
  return { policy, metrics, gates, services, prices, liquidity, feed, streams, usage, access, dashboard };
}

/** Whether the chain is a simulation, as far as the last status says; a page does not wait for the first one. */
function knowsSimulation(services: readonly ProtocolServices[]): () => boolean {
  return () =>
    services.some(({ status }) => {
      if (status.peek() === null) void status.get().catch(() => undefined);
      return status.peek()?.chain.simulated_b === true;
    });
}

/** What answers each route. */
function createHandlers(options: ApiOptions, parts: Parts): AllHandlers {
  const { policy, metrics, services, gates, prices, liquidity, streams, usage, access, dashboard } = parts;
  const { version, readyMaxAgeMs, serverUrl, servesMetrics = true, primary } = options;
  const protocols = services.map(({ protocol }) => protocol.segments[0]);
  const lookup = createProtocolLookup(services);
  const overAll = combineServices(services, policy, options.logger);
  const sharedLookup: SharedLookup = (asked) => (asked.protocol === undefined ? overAll : lookup(asked));
  const kept = new KeptRows();
  const totals = { sql: options.reader.sql, gate: gates.heavy };
  const place = serverUrl === undefined ? {} : { serverUrl };
  const document = buildOpenApiDocument({ version, protocols, servesMetrics, ...place });
  const { metrics: renderMetrics, ...health } = operationHandlers({ version, services, metrics, readyMaxAgeMs });
  const keys = {
    usage,
    getKey: (id: string) => getApiKey(primary.sql, id),
    listUsage: (filter: Parameters<typeof listApiKeyUsage>[1]) => listApiKeyUsage(primary.sql, filter),
  };
  return {
    ...serviceHandlers({ version, protocols, document, servesMetrics, policy, dashboard }),
    ...health,
    ...(servesMetrics ? { metrics: renderMetrics } : {}),
    ...docsHandlers(policy, dashboard),
    ...latestReserveHandlers(sharedLookup, policy, gates.heavy),
    ...sparklinesHandlers(sharedLookup, policy, gates.heavy),
    ...detailHandlers(lookup, policy, gates.heavy),
    ...aggregateHandlers(sharedLookup, policy),
    ...aggregateHistoryHandlers(sharedLookup, policy, totals),
    usdBenchmarkRates: benchmarkHandler(services, policy, totals),
    ...configurationHandlers(lookup, policy, gates.light),
    ...historyHandlers(lookup, policy, { gate: gates.heavy, version }),
    priceDivergenceHistory: divergenceHistoryHandler(lookup, prices, policy, gates.heavy),
    reserveAt: reserveAtHandler(lookup, policy, gates.light),
    ...infoHandlers(lookup, policy, gates.heavy),
    fees: feesHandler(lookup, policy, { gate: gates.heavy, kept }),
    coverage: coverageHandler(services, lookup, policy, gates.heavy),
    ...priceHandlers(prices, policy, gates),
    ...liquidityHandlers(lookup, liquidity, policy, gates.light),
    tokenDepthHistory: depthHistoryHandler(liquidity, policy, gates.heavy),
    liquidationCoverageHistory: coverageHistoryHandler(lookup, liquidity, policy, gates.heavy),
    status: statusHandler(services, lookup, policy),
    stream: streamHandler({ ...streams, services, lookup, gate: gates.light, pages: gates.heavy }),
    verify: verifyHandler,
    keyUsage: usageHandler({ ...keys, access, gate: gates.light }),
  };
}

/** Answers requests without a port. Plain latest-reserve reads bypass Express. */
function createListener(options: ApiOptions, parts: Parts): RequestListener {
  const { policy, metrics, services, gates, access } = parts;
  const { logger, bodyLimitBytes, trustProxy } = options;
  const requestIds = createRequestIds((text) => text.includes(KEY_MARK));
  const express = createExpress({
    policy,
    requestIds,
    logger,
    metrics,
    access,
    inFlight: gates.inFlight,
    bodyLimitBytes,
    trustProxy,
    pages: parts.dashboard && createDashboardRoute(parts.dashboard),
    handlers: createHandlers(options, parts),
  });
  const hot = createHotRoute({ services, requestIds, cors: policy.cors, metrics, logger });
  // Where requests without a key are counted, none may pass by.
  const publicLimited = options.access.publicRequestsPerMinute > 0;
  return (request, response) => {
    if (!publicLimited && hot(request, response)) return;
    normalizeTarget(request);
    express(request, response, (error?: unknown) => {
      answerUnroutable(request, response, { error, requestId: requestIds(request.headers), policy, logger });
    });
  };
}

/** Puts the parts together. */
export function createApi(options: ApiOptions): Api {
  const parts = createParts(options);
  const { policy, metrics, gates, services, feed, streams, usage, access } = parts;
  const listener = createListener(options, parts);
  let stopUsage: (() => Promise<void>) | undefined;
  let stopMeasuring: (() => void) | undefined;
  return {
    listener,
    policy,
    operation: { metrics, ready: () => reportReadiness(services, options.readyMaxAgeMs) },
    connectionEvents: {
      cut: (reason) => metrics.connectionsCut.inc({ reason }),
      watch: (count) => {
        metrics.sources.connections = count;
      },
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
