import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import {
  createLogger,
  createShutdown,
  loadEnvOrExit,
  type OpsServer,
  routeConsole,
  startOpsServer,
  Watchdog,
} from '@tidemark/runtime';
import { createDatabase } from '@tidemark/schema';
import { createApi } from './create-api.ts';
import { apiEnvRules, apiEnvSchema, parseCorsOrigins, parseTrustProxy } from './env.ts';
import { builtDashboardDir } from './features/dashboard/files.ts';
import { createApiServer } from './http/server.ts';
import { parseProtocols } from './protocols.ts';
import { DASHBOARD_DIR, readVersion } from './version.ts';

/**
 * V8 lets garbage grow to a multiple of what lives before it looks at all of it, because memory is there: an export of
 * 205,000 rows took the process from 128 to 253 MiB. Bounded growth ends at 151 MiB, and costs the hot reads nothing: they
 * make next to no garbage.
 */
setFlagsFromString('--heap-growing-percent=25');

/** Requests under way get this much of the shutdown’s time; flushing and closing pools get the rest. */
const SHARE_OF_DEADLINE = 0.6;
/** Every statement of the API takes milliseconds; one that takes this long never ends well. */
const STATEMENT_TIMEOUT_MS = 5_000;
/** The status of the data is made this often at most. */
const STATUS_MAX_AGE_MS = 5_000;

const env = loadEnvOrExit(apiEnvSchema, process.env, apiEnvRules);
const logger = createLogger({ name: 'api', level: env.LOG_LEVEL });
routeConsole(logger);
const shutdown = createShutdown({ logger, deadlineMs: env.SHUTDOWN_DEADLINE_MS });
shutdown.listen();
const watchdog = new Watchdog({ logger, shutdown });

const version = readVersion();
const pool = {
  maxConnections: env.DATABASE_MAX_CONNECTIONS,
  applicationName: 'tidemark-api',
  limits: { statementTimeoutMs: STATEMENT_TIMEOUT_MS },
  responseTimeoutMs: 2 * STATEMENT_TIMEOUT_MS,
};
const primary = createDatabase({ ...pool, url: env.DATABASE_URL });
const reader = env.DATABASE_READ_URL === undefined ? primary : createDatabase({ ...pool, url: env.DATABASE_READ_URL });
shutdown.add('databases', () => Promise.all([primary.close(), reader.close()]));

/** Loaded only where there are files: its library takes memory. */
const openArchive = async (dir: string) => new (await import('@tidemark/archive')).ObservationArchive(dir);
const api = createApi({
  version,
  primary,
  reader,
  archive: env.ARCHIVE_DIR === undefined ? null : await openArchive(env.ARCHIVE_DIR),
  logger,
  protocols: parseProtocols(env.PROTOCOL_SEGMENTS ?? env.PROTOCOLS),
  corsOrigins: parseCorsOrigins(env.CORS_ORIGINS),
  trustProxy: parseTrustProxy(env.TRUST_PROXY),
  bodyLimitBytes: env.BODY_LIMIT_BYTES,
  readyMaxAgeMs: env.READY_MAX_AGE_MS,
  status: { auditMaxAgeMs: env.AUDIT_MAX_AGE_MS, maxAgeMs: STATUS_MAX_AGE_MS },
  latestPollIntervalMs: env.LATEST_POLL_INTERVAL_MS,
  latestDebounceMs: env.LATEST_DEBOUNCE_MS,
  keyUsageFlushMs: env.KEY_USAGE_FLUSH_MS,
  watch: { watchdog, progressMs: env.WATCHDOG_PROGRESS_MS },
  access: {
    keyCacheMs: env.KEY_CACHE_MS,
    keyRequestsPerMinute: env.KEY_REQUESTS_PER_MINUTE,
    keyConcurrentExports: env.KEY_CONCURRENT_EXPORTS,
    publicConcurrentExports: env.PUBLIC_CONCURRENT_EXPORTS,
    publicRequestsPerMinute: env.PUBLIC_REQUESTS_PER_MINUTE,
    badKeyAttemptsPerMinute: env.BAD_KEY_ATTEMPTS_PER_MINUTE,
    ...(env.REDIS_URL === undefined ? {} : { redis: { url: env.REDIS_URL, keyPrefix: env.REDIS_KEY_PREFIX } }),
  },
  overload: {
    databaseConnections: env.DATABASE_MAX_CONNECTIONS,
    maxWaiting: env.OVERLOAD_MAX_WAITING,
    maxWaitMs: env.OVERLOAD_MAX_WAIT_MS,
    maxLoopLagMs: env.OVERLOAD_MAX_LOOP_LAG_MS,
    maxHeavyPerClient: env.OVERLOAD_MAX_HEAVY_PER_CLIENT,
  },
  servesMetrics: env.METRICS_PORT === undefined,
  dashboardDir: env.DASHBOARD_DIR ?? builtDashboardDir(DASHBOARD_DIR),
  ...(env.PUBLIC_URL === undefined ? {} : { serverUrl: env.PUBLIC_URL }),
});
// Ends late: what goes on while requests are finished is seen to the end.
let operation: OpsServer | undefined;
if (env.METRICS_PORT !== undefined) shutdown.add('metrics server', () => operation?.close());
shutdown.add('cache and key usage', () => api.stop());

const tls =
  env.TLS_CERT_FILE === undefined || env.TLS_KEY_FILE === undefined
    ? undefined
    : { cert: readFileSync(env.TLS_CERT_FILE), key: readFileSync(env.TLS_KEY_FILE) };
const server = createApiServer({
  listener: api.listener,
  policy: api.policy,
  events: api.connectionEvents,
  connections: {
    maxConnections: env.MAX_CONNECTIONS,
    // Behind a proxy all connections are its own.
    maxConnectionsPerAddress: env.MAX_CONNECTIONS_PER_ADDRESS ?? (env.TRUST_PROXY === 'false' ? 1_000 : 0),
    sendTimeoutMs: env.SEND_TIMEOUT_MS,
    minBytesPerSecond: env.SEND_MIN_BYTES_PER_SECOND,
  },
  ...(tls === undefined ? {} : { tls }),
});
shutdown.add('http server', () => {
  api.endStreams();
  return server.close(env.SHUTDOWN_DEADLINE_MS * SHARE_OF_DEADLINE);
});

try {
  if (env.METRICS_PORT !== undefined) {
    const options = { port: env.METRICS_PORT, host: env.METRICS_HOST, health: () => ({ version }) };
    operation = await startOpsServer({ ...options, ...api.operation });
    logger.info({ port: operation.port, host: env.METRICS_HOST }, 'metrics are served on a port of their own');
  }
  // The port opens whatever the database does: /health answers and /ready says what is missing.
  const port = await server.listen(env.PORT, env.HOST);
  logger.info({ port, host: env.HOST, tls: tls !== undefined, version }, 'listening');
  await api.start();
} catch (err) {
  logger.fatal({ err }, 'could not start');
  await shutdown.run('could not start', 1);
}
