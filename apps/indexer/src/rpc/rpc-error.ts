import { SolanaJSONRPCError } from '@solana/web3.js';

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

/** An answer with this status. */
export interface FailedAnswer {
  readonly httpStatus: number;
  readonly retryAfterMs?: number;
  readonly body: string;
}

/** What went wrong below JSON-RPC; the endpoint turns it into an RpcError with its method. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
  readonly code: RpcErrorCode;
  /** Undefined where none came. */
  readonly answer: FailedAnswer | undefined;

  constructor(code: RpcErrorCode, message: string, answer?: FailedAnswer) {
    super(message);
    this.code = code;
    this.answer = answer;
  }
}

/**
 * Codes with which a node or provider says that it does not serve a method at all: unknown method, a method
 * behind a plan, or a program excluded from the account indexes that getProgramAccounts needs.
 */
const REFUSED_RPC_CODES = new Set([-32601, -32010, -32011]);
/** Node unhealthy or behind (-32005), block not available (-32004), no snapshot (-32008), status not yet (-32014). */
const UNHEALTHY_RPC_CODES = new Set([-32004, -32005, -32008, -32014]);
const NODE_BEHIND_RPC_CODE = -32016;

/** HTTP answers of providers that have switched a method off (or the key, which looks the same from here). */
const REFUSED_STATUSES = new Set([401, 402, 403, 404, 405, 410, 501]);

interface JsonRpcFailure {
  readonly code: number;
  readonly message: string;
}

/** Turns anything an attempt threw into an RpcError; `scrub` removes secrets of the endpoint's URL from texts. */
export function classifyError(
  error: unknown,
  target: { method: string; endpoint: string },
  scrub: (text: string) => string,
): RpcError {
  if (error instanceof RpcError) return error;
  if (error instanceof TransportError) return classifyTransportError(error, target, scrub);
  if (error instanceof SolanaJSONRPCError && typeof error.code === 'number') {
    return jsonRpcError({ code: error.code, message: error.message }, target, scrub);
  }
  const message = error instanceof Error ? error.message : String(error);
  // What is left are answers that web3.js could not read: its struct errors and JSON's syntax errors.
  return new RpcError('MALFORMED_RESPONSE', scrub(shorten(message)), target);
}

/** The RpcError for the `error` member of a JSON-RPC answer. */
export function jsonRpcError(
  failure: JsonRpcFailure,
  target: { method: string; endpoint: string },
  scrub: (text: string) => string,
  transport: { httpStatus?: number; retryAfterMs?: number } = {},
): RpcError {
  const context: RpcErrorContext = { ...target, ...transport, rpcCode: failure.code };
  const detail = `RPC error ${failure.code}: ${scrub(shorten(failure.message))}`;
  return new RpcError(codeOfRpcFailure(failure.code), detail, context);
}

function codeOfRpcFailure(code: number): RpcErrorCode {
  if (code === NODE_BEHIND_RPC_CODE) return 'NODE_BEHIND';
  if (code === 429 || code === -32429) return 'RATE_LIMITED';
  if (REFUSED_RPC_CODES.has(code)) return 'METHOD_REFUSED';
  if (UNHEALTHY_RPC_CODES.has(code)) return 'NODE_UNHEALTHY';
  // -32603 internal error and provider-made codes come from overload as often as not.
  if (code === -32603) return 'NODE_UNHEALTHY';
  return 'RPC_FAILED';
}

function classifyTransportError(
  { code, message, answer }: TransportError,
  target: { method: string; endpoint: string },
  scrub: (text: string) => string,
): RpcError {
  if (answer === undefined) return new RpcError(code, scrub(message), target);
  const { body, ...transport } = answer;
  const context = { ...target, ...transport };
  if (transport.httpStatus === 429) return new RpcError('RATE_LIMITED', message, context);
  if (REFUSED_STATUSES.has(transport.httpStatus)) return new RpcError('METHOD_REFUSED', message, context);
  const failure = readJsonRpcFailure(body);
  // Gateways dress their own troubles as JSON-RPC errors with codes of their own: a 5xx stays one unless the code says more.
  if (failure !== undefined && (transport.httpStatus < 500 || codeOfRpcFailure(failure.code) !== 'RPC_FAILED')) {
    return jsonRpcError(failure, target, scrub, transport);
  }
  return new RpcError(code, message, context);
}

/** The `error` member of a JSON-RPC answer, undefined when the text is none. */
function readJsonRpcFailure(text: string): JsonRpcFailure | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return asJsonRpcFailure(parsed);
  } catch {
    return undefined;
  }
}

/** The `error` member of a parsed JSON-RPC answer, undefined when it has none. */
export function asJsonRpcFailure(answer: unknown): JsonRpcFailure | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { error } = answer;
  if (typeof error !== 'object' || error === null) return undefined;
  const code = 'code' in error && typeof error.code === 'number' ? error.code : 0;
  const message = 'message' in error && typeof error.message === 'string' ? error.message : 'no message';
  return { code, message };
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
