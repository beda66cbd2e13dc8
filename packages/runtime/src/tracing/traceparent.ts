/** The parts of a W3C trace context, version 00. */
export interface TraceContext {
  /** 32 hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 hexadecimal digits, not all zero. */
  readonly spanId: string;
  readonly flags: number;
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;

/** Null for everything that is not the text of a trace context. */
export function parseTraceparent(text: unknown): TraceContext | null {
  const match = typeof text === 'string' ? TRACEPARENT.exec(text) : null;
  const [, traceId, spanId, flags] = match ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}

export function formatTraceparent({ traceId, spanId, flags }: TraceContext): string {
  return `00-${traceId}-${spanId}-${flags.toString(16).padStart(2, '0')}`;
}
