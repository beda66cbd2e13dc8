/**
 * Why an RPC call failed.
 *
 * TIMEOUT and CONNECTION_FAILED never reached an answer; HTTP_ERROR, RATE_LIMITED, METHOD_REFUSED, NODE_BEHIND,
 * NODE_UNHEALTHY and RPC_FAILED are answers of the provider; MALFORMED_RESPONSE is an answer that cannot be true;
 * WRONG_CHAIN an endpoint of another cluster; ABORTED our own shutdown.
 */
export type RpcErrorCode =
  | 'TIMEOUT'
  | 'CONNECTION_FAILED'
  | 'HTTP_ERROR'
  | 'RATE_LIMITED'
  | 'METHOD_REFUSED'
  | 'NODE_BEHIND'
  | 'NODE_UNHEALTHY'
  | 'RPC_FAILED'
  | 'MALFORMED_RESPONSE'
  | 'WRONG_CHAIN'
  | 'ABORTED';

export interface RpcErrorContext {
  readonly method: string;
  /** Host and port only: paths, queries and user info of RPC URLs hold keys. */
  readonly endpoint: string;
  readonly httpStatus?: number;
  readonly rpcCode?: number;
  /** What the provider asked us to wait, in milliseconds. */
  readonly retryAfterMs?: number;
}

/** Codes after which the same call may succeed later or at another endpoint. */
const RETRYABLE: ReadonlySet<RpcErrorCode> = new Set<RpcErrorCode>([
  'TIMEOUT',
  'CONNECTION_FAILED',
  'HTTP_ERROR',
  'RATE_LIMITED',
  'NODE_BEHIND',
  'NODE_UNHEALTHY',
  'MALFORMED_RESPONSE',
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

  /** True when another attempt of the same call makes sense. */
  get retryable(): boolean {
    return RETRYABLE.has(this.code);
  }
}
