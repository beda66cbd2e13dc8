export { envFields, type IntegerRange } from './env/env-fields.ts';
export { EXIT_CONFIG, loadEnvOrExit } from './env/load-env-or-exit.ts';
export { EnvError, type EnvProblem, type EnvRule, type EnvSource, parseEnv } from './env/parse-env.ts';
export { errorCode } from './error-code.ts';
export { createLogger, type Logger, type LoggerOptions } from './logging/create-logger.ts';
export { redactFields, redactText, redactUrl } from './logging/redact.ts';
export {
  type Counter,
  createMetrics,
  type Gauge,
  type Histogram,
  type Metrics,
  type MetricsOptions,
  type Registry,
} from './metrics/create-metrics.ts';
export {
  type OpsServer,
  type OpsServerOptions,
  type ReadyCheckResult,
  type ReadyReport,
  startOpsServer,
} from './metrics/start-ops-server.ts';
export { Closers } from './shutdown/closers.ts';
export { createShutdown, type Shutdown, type ShutdownOptions } from './shutdown/create-shutdown.ts';
export { EXIT_WEDGED, type ProgressRule, type ProgressSource, Watchdog, type WatchdogOptions } from './watchdog.ts';
