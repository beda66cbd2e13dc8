/** What went wrong below JSON-RPC; the endpoint turns it into an RpcError with its method. */
export class TransportError extends Error {
  readonly kind: 'timeout' | 'connection' | 'status' | 'too-large' | 'aborted';
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Head of the answer's body, where there was one. */
  readonly body: string;

  constructor(
    kind: TransportError['kind'],
    message: string,
    extra: { httpStatus?: number; retryAfterMs?: number | undefined; body?: string } = {},
  ) {
    super(message);
    this.name = 'TransportError';
    this.kind = kind;
    this.httpStatus = extra.httpStatus;
    this.retryAfterMs = extra.retryAfterMs;
    this.body = extra.body ?? '';
  }
}
