import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Context, ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  type Resource,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { ATTR_SERVICE_NAME, ATTR_SERVICE_VERSION } from '@opentelemetry/semantic-conventions';
import type { Logger } from 'pino';
import { contextOfTraceparent, toOtelLinks, wrapSpan } from './otlp-span.ts';
import { toSafeAttributes } from './safe-attributes.ts';
import { NO_TRACER, type OpenSpan, type Span, type SpanOptions, type Tracer } from './tracer.ts';
import { reportDroppedSpans, watchExports } from './watch-exports.ts';

export interface OtlpTracerOptions {
  readonly serviceName: string;
  readonly serviceVersion: string;
  readonly logger: Logger;
  readonly closeDeadlineMs: number;
}

/** A span and the context that what begins in it gets. */
interface Place {
  readonly span: OpenSpan;
  readonly context: Context;
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/**
 * Sends spans by OTLP over HTTP, as JSON. Endpoint, headers, timeout, sampler and sizes are those of OpenTelemetry's
 * variables, read by its libraries. Spans wait in a queue with a bound, from which a timer sends them; what does not fit is
 * dropped, so neither a slow nor an absent collector is felt by the work.
 *
 * No tracer is registered globally: several services in one process (as in tests) stay apart, and no library traces by itself.
 */
export function createOtlpTracer(options: OtlpTracerOptions): Tracer {
  const { logger } = options;
  reportDroppedSpans(logger);
  const processor = new BatchSpanProcessor(watchExports(new OTLPTraceExporter(), logger));
  const provider = new BasicTracerProvider({ resource: describeService(options), spanProcessors: [processor] });
  const otel = provider.getTracer('tidemark', options.serviceVersion);
  const current = new AsyncLocalStorage<Place>();
  const places = new WeakMap<Span, Place>();

  const start = (name: string, { kind = 'internal', attributes = {}, parent, links = [] }: SpanOptions): OpenSpan => {
    const around = parent === undefined ? (current.getStore()?.context ?? ROOT_CONTEXT) : contextOfTraceparent(parent);
    const settings = { kind: KINDS[kind], attributes: toSafeAttributes(attributes), links: toOtelLinks(links) };
    const begun = otel.startSpan(name, settings, around);
    const span = wrapSpan(begun);
    places.set(span, { span, context: trace.setSpan(around, begun) });
    return span;
  };
  const within = <Result>(span: Span, work: () => Result): Result => {
    const place = places.get(span);
    return place === undefined ? work() : current.run(place, work);
  };
  return {
    isEnabled: true,
    start,
    within,
    current: () => current.getStore()?.span ?? NO_TRACER.current(),
    span: async (name, spanOptions, work) => {
      const span = start(name, spanOptions);
      try {
        return await within(span, () => work(span));
      } catch (error) {
        span.fail(error);
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => closeInTime(() => provider.shutdown(), options),
  };
}

/** What is known of the service by itself; `OTEL_RESOURCE_ATTRIBUTES` adds to it. Nothing about the machine or its user. */
function describeService({ serviceName, serviceVersion }: OtlpTracerOptions): Resource {
  const own = resourceFromAttributes({
    [ATTR_SERVICE_NAME]: serviceName,
    [ATTR_SERVICE_VERSION]: serviceVersion,
    // Of this process: replicas have the same name.
    'service.instance.id': randomUUID(),
  });
  return defaultResource()
    .merge(own)
    .merge(detectResources({ detectors: [envDetector] }));
}

async function closeInTime(
  shutDown: () => Promise<void>,
  { closeDeadlineMs, logger }: OtlpTracerOptions,
): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), closeDeadlineMs);
  });
  // What could not be sent was told when it failed.
  const outcome = await Promise.race([shutDown().catch(() => 'failed' as const), late]);
  clearTimeout(timer);
  if (outcome === 'late') logger.warn({ closeDeadlineMs }, 'the last traces could not be sent in time');
}
