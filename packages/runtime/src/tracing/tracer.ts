/** What a span tells about itself. Nothing that could be a secret, and no address of a client. Null: not known, left out. */
export type SpanAttributes = Readonly<Record<string, SpanAttribute>>;
export type SpanAttribute = string | number | bigint | boolean | null | undefined;

/** A span elsewhere that something comes from without being a part of it. */
export interface SpanLink {
  readonly traceparent: string;
  readonly attributes?: SpanAttributes;
}

export interface SpanOptions {
  /** On which side of an exchange the work is; `internal` when left out. */
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  readonly attributes?: SpanAttributes;
  /** The span, of another process maybe, that this one belongs to; null: a trace of its own. Left out: the current one. */
  readonly parent?: string | null;
  readonly links?: readonly SpanLink[];
}

/** A piece of work with a beginning and an end. */
export interface Span {
  /** False where nothing will be kept of it: what only the span wants to know need not be found out. */
  readonly isRecorded: boolean;
  /** Its W3C trace context, to go on from elsewhere. Null where nothing is traced. */
  readonly traceparent: string | null;
  set(attributes: SpanAttributes): void;
  link(links: readonly SpanLink[]): void;
  /** Marks the work as failed. Only the code of the error is kept: a message may repeat what somebody sent. */
  fail(error: unknown): void;
}

/** A span that whoever began it has to end. */
export interface OpenSpan extends Span {
  /** What it is called comes to be known late. */
  rename(name: string): void;
  /** `endedAt`: wall-clock milliseconds, when the end comes to be known late. Further calls do nothing. */
  end(endedAt?: number): void;
}

/** Where spans go. The one that is used unless tracing is turned on does nothing. */
export interface Tracer {
  readonly isEnabled: boolean;
  /** Does the work in a span of its own. What it throws marks the span and is thrown on. */
  span<Result>(name: string, options: SpanOptions, work: (span: Span) => Result | Promise<Result>): Promise<Result>;
  /** Begins a span that does not end with a function. */
  start(name: string, options: SpanOptions): OpenSpan;
  /** Runs the work so that spans which begin in it belong to this one. */
  within<Result>(span: Span, work: () => Result): Result;
  /** The span that the caller runs in. */
  current(): Span;
  /** Sends what is waiting, as long as the deadline allows, and gives up the rest. Never rejects. */
  close(): Promise<void>;
}

const NO_SPAN: OpenSpan = {
  isRecorded: false,
  traceparent: null,
  set: () => {},
  link: () => {},
  fail: () => {},
  rename: () => {},
  end: () => {},
};

/** Traces nothing. */
export const NO_TRACER: Tracer = {
  isEnabled: false,
  span: async (_name, _options, work) => work(NO_SPAN),
  start: () => NO_SPAN,
  within: (_span, work) => work(),
  current: () => NO_SPAN,
  close: async () => {},
};
