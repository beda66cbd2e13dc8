import type { JsonValue } from './json.ts';

/** Codes of JSON-RPC 2.0 and of a Solana node. */
export const RPC_ERROR_CODES = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  internalError: -32_603,
  blockCleanedUp: -32_001,
  blockNotAvailable: -32_004,
  nodeUnhealthy: -32_005,
  minContextSlotNotReached: -32_016,
} as const;

/** An error that the caller gets as the `error` member of the response. */
export class RpcError extends Error {
  override readonly name = 'RpcError';
  readonly code: number;
  readonly data: JsonValue | undefined;

  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** -32602 with the text given. */
export function invalidParams(message: string): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidParams, message);
}

/** -32601, worded as a real node does. */
export function methodNotFound(): RpcError {
  return new RpcError(RPC_ERROR_CODES.methodNotFound, 'Method not found');
}

/** -32016: the node has not reached the slot that the caller asked for. */
export function minContextSlotNotReached(contextSlot: number): RpcError {
  const message = 'Minimum context slot has not been reached';
  return new RpcError(RPC_ERROR_CODES.minContextSlotNotReached, message, { contextSlot });
}

/** -32005: the node trails the cluster. */
export function nodeBehind(numSlotsBehind: number): RpcError {
  const message = `Node is behind by ${numSlotsBehind} slots`;
  return new RpcError(RPC_ERROR_CODES.nodeUnhealthy, message, { numSlotsBehind });
}

/** The `error` member for anything thrown; what is not an `RpcError` becomes -32603 without its text. */
export function toErrorObject(error: unknown): JsonValue {
  if (error instanceof RpcError) return { code: error.code, message: error.message, data: error.data };
  return { code: RPC_ERROR_CODES.internalError, message: 'Internal error' };
}
