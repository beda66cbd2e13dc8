import { createLogger, openTracer, type Tracer } from '@tidemark/runtime';
import type { OtlpReceiver } from './otlp-receiver.ts';

export interface TestTracerOptions {
  readonly serviceName?: string;
  /** Further variables of OpenTelemetry. */
  readonly env?: Readonly<Record<string, string>>;
  readonly closeDeadlineMs?: number;
  /** Gets every line that the tracer logs. */
  readonly onLog?: (line: string) => void;
}

/** The tracer that a service has in production, sending to this receiver, and soon. `close` sends what is waiting. */
export async function openTestTracer(
  receiver: Pick<OtlpReceiver, 'url'>,
  options: TestTracerOptions = {},
): Promise<Tracer> {
  const { serviceName = 'test', onLog, closeDeadlineMs = 60_000 } = options;
  const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '20', ...options.env };
  // The libraries read the environment of the process, and read it when they are set up.
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, variables);
  try {
    return await openTracer({
      env: { OTEL_SDK_DISABLED: false, OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
      serviceName,
      serviceVersion: '0.0.0-test',
      logger: createLogger({
        name: 'test',
        level: onLog === undefined ? 'silent' : 'info',
        ...(onLog === undefined ? {} : { destination: { write: onLog } }),
      }),
      closeDeadlineMs,
    });
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
  }
}
