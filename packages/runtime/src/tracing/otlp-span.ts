import {
  type Context,
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { errorCode } from '../error-code.ts';
import { toSafeAttributes } from './safe-attributes.ts';
import type { OpenSpan, SpanLink } from './tracer.ts';
import { formatTraceparent, parseTraceparent } from './traceparent.ts';

/** One of the library's spans as the house sees it. */
export function wrapSpan(span: OtelSpan): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext();
  let ended = false;
  return {
    isRecorded: span.isRecording(),
    traceparent: formatTraceparent({ traceId, spanId, flags: traceFlags }),
    set: (attributes) => void span.setAttributes(toSafeAttributes(attributes)),
    link: (links) => void span.addLinks(toOtelLinks(links)),
    fail(error) {
      const code = failureCode(error);
      span.setAttributes(toSafeAttributes({ 'error.type': code }));
      span.setStatus({ code: SpanStatusCode.ERROR });
    },
    rename: (name) => void span.updateName(name),
    end(endedAt) {
      if (ended) return;
      ended = true;
      span.end(endedAt);
    },
  };
}

/** The code of an error, or the name of its class. */
function failureCode(error: unknown): string {
  return errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
}

/** Text that is no trace context is nobody's, and left out. */
export function toOtelLinks(links: readonly SpanLink[]): Link[] {
  return links.flatMap(({ traceparent, attributes = {} }) => {
    const context = toSpanContext(traceparent);
    return context === null ? [] : [{ context, attributes: toSafeAttributes(attributes) }];
  });
}

/** What a span elsewhere gives to those that belong to it; the root for none. */
export function contextOfTraceparent(traceparent: string | null): Context {
  const parent = toSpanContext(traceparent);
  return parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, parent);
}

function toSpanContext(traceparent: string | null): SpanContext | null {
  const parsed = parseTraceparent(traceparent);
  if (parsed === null) return null;
  return { traceId: parsed.traceId, spanId: parsed.spanId, traceFlags: parsed.flags, isRemote: true };
}
