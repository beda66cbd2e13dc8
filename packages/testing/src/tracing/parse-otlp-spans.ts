/** A span as a collector gets it, with plain values. */
export interface ReceivedSpan {
  /** `service.name` of who sent it. */
  readonly service: string;
  readonly resource: Readonly<Record<string, unknown>>;
  readonly name: string;
  readonly kind: string;
  readonly traceId: string;
  readonly spanId: string;
  /** Null for the first of a trace. */
  readonly parentSpanId: string | null;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly links: readonly { readonly traceId: string; readonly spanId: string; readonly attributes: object }[];
  readonly isFailed: boolean;
  readonly startedAtMs: number;
  readonly endedAtMs: number;
}

interface OtlpAttribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes?: readonly OtlpAttribute[];
  readonly links?: readonly { traceId: string; spanId: string; attributes?: readonly OtlpAttribute[] }[];
  readonly status?: { readonly code?: number };
}

interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly OtlpAttribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const KINDS = ['unspecified', 'internal', 'server', 'client', 'producer', 'consumer'];
const STATUS_ERROR = 2;

/** The spans of one `ExportTraceServiceRequest` in the JSON encoding of OTLP. */
export function parseOtlpSpans(body: string): ReceivedSpan[] {
  const { resourceSpans }: OtlpTraces = JSON.parse(body);
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const about = plain(resource.attributes);
    return scopeSpans.flatMap(({ spans }) => spans.map((span) => toReceived(span, about)));
  });
}

function toReceived(span: OtlpSpan, resource: Readonly<Record<string, unknown>>): ReceivedSpan {
  return {
    service: String(resource['service.name']),
    resource,
    name: span.name,
    kind: KINDS[span.kind] ?? 'unknown',
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: span.parentSpanId === undefined || span.parentSpanId === '' ? null : span.parentSpanId,
    attributes: plain(span.attributes),
    links: (span.links ?? []).map(({ traceId, spanId, attributes }) => ({
      traceId,
      spanId,
      attributes: plain(attributes),
    })),
    isFailed: span.status?.code === STATUS_ERROR,
    startedAtMs: Number(BigInt(span.startTimeUnixNano) / 1_000n) / 1_000,
    endedAtMs: Number(BigInt(span.endTimeUnixNano) / 1_000n) / 1_000,
  };
}

/** `{stringValue: 'x'}` is x. Integers come as numbers or, where they are large, as text. */
function plain(attributes: readonly OtlpAttribute[] = []): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    attributes.map(({ key, value }) => {
      const [[kind, content] = ['', null]] = Object.entries(value);
      return [key, kind === 'intValue' ? Number(content) : content];
    }),
  );
}
