import { envFields } from '../env/env-fields.ts';

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/**
 * OpenTelemetry's own variables that every service knows, to be spread into the schema of its environment. Further ones
 * (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_BSP_…`) are read by the libraries, and only when tracing is on.
 */
export const tracingEnv = {
  OTEL_SDK_DISABLED: envFields.boolean().default(false),
  OTEL_TRACES_EXPORTER: envFields.oneOf(['otlp', 'none']).default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: envFields.url(['http', 'https']).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: envFields.url(['http', 'https']).optional(),
  OTEL_SERVICE_NAME: envFields.text('a name for the service').optional(),
  OTEL_TRACES_SAMPLER: envFields.oneOf(SAMPLERS).optional(),
  OTEL_TRACES_SAMPLER_ARG: envFields.number({ min: 0, max: 1 }).optional(),
} as const;

/** What the variables say once they are read. */
export interface TracingEnv {
  readonly OTEL_SDK_DISABLED: boolean;
  readonly OTEL_TRACES_EXPORTER: 'otlp' | 'none';
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string | undefined;
  readonly OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?: string | undefined;
  readonly OTEL_SERVICE_NAME?: string | undefined;
}

/** The variables of tracing alone, out of the environment of a service. */
export function pickTracingEnv(env: TracingEnv): TracingEnv {
  return {
    OTEL_SDK_DISABLED: env.OTEL_SDK_DISABLED,
    OTEL_TRACES_EXPORTER: env.OTEL_TRACES_EXPORTER,
    OTEL_EXPORTER_OTLP_ENDPOINT: env.OTEL_EXPORTER_OTLP_ENDPOINT,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT,
    OTEL_SERVICE_NAME: env.OTEL_SERVICE_NAME,
  };
}

/** Where traces are sent to; null: tracing is off. */
export function traceEndpoint(env: TracingEnv): string | null {
  if (env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none') return null;
  return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT ?? null;
}
