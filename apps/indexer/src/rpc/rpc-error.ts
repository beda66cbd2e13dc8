/**
 * Why an RPC call failed.
 *
 * TIMEOUT and CONNECTION_FAILED never reached an answer. What the answers of a provider mean says the table of `answer-meaning.ts`:
 * HTTP_ERROR, RATE_LIMITED, METHOD_REFUSED, REQUEST_TOO_LARGE, NODE_BEHIND, NODE_UNHEALTHY, and RPC_FAILED for a request that is our
 * own mistake. MALFORMED_RESPONSE is an answer that cannot be true, CLOCK_UNAVAILABLE one without the Clock that was asked for,
 * CLOCK_IMPLAUSIBLE one whose time cannot be, WRONG_CHAIN an endpoint of another cluster, ABORTED our own
 * shutdown.
 */
export type RpcErrorCode =
  | 'TIMEOUT'
  | 'CONNECTION_FAILED'
  | 'HTTP_ERROR'
  | 'RATE_LIMITED'
  | 'METHOD_REFUSED'
  | 'REQUEST_TOO_LARGE'
  | 'NODE_BEHIND'
  | 'NODE_UNHEALTHY'
  | 'RPC_FAILED'
  | 'MALFORMED_RESPONSE'
  | 'CLOCK_UNAVAILABLE'
  | 'CLOCK_IMPLAUSIBLE'
  | 'WRONG_CHAIN'
  | 'ABORTED';

/** Whether a failure says something about one method of an endpoint or about all of it. */
export type FailureScope = 'method' | 'endpoint';

export interface RpcErrorContext {
  readonly method: string;
  /** Host and port only: paths, queries and user info of RPC URLs hold keys. */
  readonly endpoint: string;
  readonly httpStatus?: number;
  readonly rpcCode?: number;
  /** What the provider asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
  readonly scope?: FailureScope;
  /** The most keys of one request, where the provider named a number. */
  readonly maxKeys?: number;
}

/** Codes after which the same endpoint may answer the same call later. */
const RETRYABLE: ReadonlySet<RpcErrorCode> = new Set<RpcErrorCode>([
  'TIMEOUT',
  'CONNECTION_FAILED',
  'HTTP_ERROR',
  'RATE_LIMITED',
  'NODE_BEHIND',
  'NODE_UNHEALTHY',
  'MALFORMED_RESPONSE',
  'CLOCK_UNAVAILABLE',
  'CLOCK_IMPLAUSIBLE',
  'WRONG_CHAIN',
]);

/** A failed RPC call. Its message and context never hold more of the endpoint's URL than the host. */
export class RpcError extends Error {
  readonly code: RpcErrorCode;
  readonly context: RpcErrorContext;

  constructor(code: RpcErrorCode, detail: string, context: RpcErrorContext) {
    super(`${context.method} at ${context.endpoint}: ${detail}`);
    this.name = 'RpcError';
    this.code = code;
    this.context = context;
  }

  /** True when another attempt of the same call at the same endpoint makes sense. */
  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}

/** No answer came; the endpoint turns it into an RpcError with its method. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: RpcErrorCode;

  constructor(code: RpcErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
