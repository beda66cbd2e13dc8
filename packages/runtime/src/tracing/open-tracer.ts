import type { Logger } from 'pino';
import { redactUrl } from '../logging/redact-url.ts';
import { NO_TRACER, type Tracer } from './tracer.ts';
import { traceEndpoint, type TracingEnv } from './tracing-env.ts';

export interface OpenTracerOptions {
  /** The variables of `tracingEnv` as the environment of the process has them. */
  readonly env: TracingEnv;
  /** `service.name`, unless `OTEL_SERVICE_NAME` names another. */
  readonly serviceName: string;
  readonly serviceVersion: string;
  readonly logger: Logger;
  /** How long `close` may go on sending; 3 s when left out. */
  readonly closeDeadlineMs?: number;
}

const CLOSE_DEADLINE_MS = 3_000;

/**
 * Opens what the environment asks for. Without an endpoint, or with `OTEL_SDK_DISABLED`, that is nothing, and no library of
 * OpenTelemetry is loaded.
 */
export async function openTracer(options: OpenTracerOptions): Promise<Tracer> {
  const endpoint = traceEndpoint(options.env);
  if (endpoint === null) return NO_TRACER;
  const { createOtlpTracer } = await import('./otlp-tracer.ts');
  const { serviceVersion, logger } = options;
  const serviceName = options.env.OTEL_SERVICE_NAME ?? options.serviceName;
  const closeDeadlineMs = options.closeDeadlineMs ?? CLOSE_DEADLINE_MS;
  const tracer = createOtlpTracer({ serviceName, serviceVersion, logger, closeDeadlineMs });
  logger.info({ endpoint: redactUrl(endpoint), service: serviceName, encoding: 'http/json' }, 'traces are sent');
  return tracer;
}
