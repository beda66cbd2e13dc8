import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { type OpenSpan, parseTraceparent, type SpanLink, type Tracer } from '@tidemark/runtime';
import { findFacts } from '../observability/request-observer.ts';
import { beginClock } from './begin-clock.ts';

export interface RequestTracing {
  readonly tracer: Tracer;
  /** Goes on with the trace that a client names. Else a request begins a trace of its own, with a link to the client's. */
  readonly trustTraceparent: boolean;
}

/** What is gathered about a request while it is answered. */
interface RequestTrace {
  readonly span: OpenSpan;
  /** Set by answers that do not come by the general path. */
  route: string | undefined;
  requestId: string | undefined;
  tier: string | undefined;
  /** Links that are looked up beside the answer, which does not wait for them. */
  readonly links: Promise<readonly SpanLink[]>[];
}

/** Only requests whose span is recorded are in it: without tracing it stays empty. */
const traces = new WeakMap<IncomingMessage, RequestTrace>();

/** Gives every request a span, from its headers to the end of its answer. Without tracing the listener stays as it is. */
export function traceRequests(listener: RequestListener, tracing: RequestTracing): RequestListener {
  const { tracer } = tracing;
  if (!tracer.isEnabled) return listener;
  return (request, response) => {
    const clock = beginClock();
    const span = begin(request, tracing);
    if (span.isRecorded) {
      const trace: RequestTrace = { span, route: undefined, requestId: undefined, tier: undefined, links: [] };
      traces.set(request, trace);
      response.once('close', () => finish(trace, { request, response, endedAt: clock() }));
    }
    tracer.within(span, () => listener(request, response));
  };
}

/** Whether anybody will see what is found out about a request. */
export function isTraced(request: IncomingMessage): boolean {
  return traces.has(request);
}

/** Says of a request that does not come by the general path what is known of others by their record. */
export function traceHotAnswer(request: IncomingMessage, route: string, requestId: string): void {
  const trace = traces.get(request);
  if (trace === undefined) return;
  trace.route = route;
  trace.requestId = requestId;
  trace.tier = 'public';
}

export function traceTier(request: IncomingMessage, tier: string): void {
  const trace = traces.get(request);
  if (trace !== undefined) trace.tier = tier;
}

/** Links a request to what its answer comes from. `find` is only called where somebody will see it, and not waited for. */
export function linkRequest(request: IncomingMessage, find: () => Promise<readonly SpanLink[]>): void {
  const links = traces.get(request)?.links;
  if (links === undefined) return;
  const found = find();
  // Looked at when the request ends; a link that cannot be found is not there.
  found.catch(() => undefined);
  links.push(found);
}

function begin(request: IncomingMessage, { tracer, trustTraceparent }: RequestTracing): OpenSpan {
  const { traceparent } = request.headers;
  const theirs = typeof traceparent === 'string' && parseTraceparent(traceparent) !== null ? traceparent : null;
  const method = request.method ?? 'UNKNOWN';
  return tracer.start(method, {
    kind: 'server',
    parent: trustTraceparent ? theirs : null,
    links: theirs === null || trustTraceparent ? [] : [{ traceparent: theirs }],
    attributes: { 'http.request.method': method },
  });
}

interface RequestEnd {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Wall-clock milliseconds. */
  readonly endedAt: number;
}

function finish(trace: RequestTrace, { request, response, endedAt }: RequestEnd): void {
  const { span } = trace;
  const facts = findFacts(request);
  const route = trace.route ?? facts?.route ?? 'unmatched';
  // As in the log: 499 is a client that left.
  const status = response.writableFinished ? response.statusCode : 499;
  span.rename(`${request.method ?? 'UNKNOWN'} ${route}`);
  span.set({
    'http.route': route,
    'http.response.status_code': status,
    'tidemark.tier': trace.tier,
    'tidemark.request_id': trace.requestId ?? facts?.requestId,
    'tidemark.error_code': facts?.errorCode,
  });
  if (status >= 500) span.fail({ code: String(status) });
  if (trace.links.length === 0) span.end(endedAt);
  else void endWithLinks(trace, endedAt);
}

async function endWithLinks({ span, links }: RequestTrace, endedAt: number): Promise<void> {
  for (const found of await Promise.allSettled(links)) if (found.status === 'fulfilled') span.link(found.value);
  span.end(endedAt);
}
