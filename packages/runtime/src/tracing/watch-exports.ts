import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';

/**
 * Says once that spans cannot be sent and once that they can be again. They are lost meanwhile: traces explain the work, and
 * must not burden it.
 */
export function watchExports(exporter: SpanExporter, logger: Logger): SpanExporter {
  let failing = false;
  let lost = 0;
  const sent = (): void => {
    if (failing) logger.info({ lost }, 'traces are sent again');
    failing = false;
    lost = 0;
  };
  const failed = (spans: number, error: Error | undefined): void => {
    lost += spans;
    if (!failing) logger.warn({ spans, reason: error?.message }, 'traces cannot be sent; they are dropped');
    failing = true;
  };
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        // The exporter always says why it failed.
        if (result.error === undefined) sent();
        else failed(spans.length, result.error);
        done(result);
      });
    },
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Passes the libraries' own warnings on, such as how many spans were dropped; failed exports are told by `watchExports`. */
export function reportDroppedSpans(logger: Logger): void {
  const ignore = (): void => {};
  const warn = (message: string): void => logger.warn({ reason: message }, 'tracing');
  const settings = { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true };
  diag.setLogger({ error: ignore, warn, info: ignore, debug: ignore, verbose: ignore }, settings);
}
