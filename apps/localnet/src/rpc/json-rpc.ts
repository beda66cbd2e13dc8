import { z } from 'zod';
import type { AnsweredCall } from '../truth/logs.ts';

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

/** A value of JSON whose integers may be bigint: u64 values leave as exact digits, as a real node sends them. */
export type JsonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** JSON text of a value; bigint becomes a bare integer, undefined members are left out. */
export function stringifyJson(value: JsonValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  // Joined by `+=`, so that the text of a large answer is copied once and not once for every level.
  let text = '';
  if (Array.isArray(value)) {
    for (const item of value as readonly JsonValue[]) text += `${text === '' ? '' : ','}${stringifyJson(item)}`;
    return `[${text}]`;
  }
  for (const [key, member] of Object.entries<JsonValue | undefined>(value)) {
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${stringifyJson(member)}`;
  }
  return `{${text}}`;
}

/** Answers one call; throws `RpcError`. */
export type Dispatch = (method: string, params: readonly unknown[]) => JsonValue | Promise<JsonValue>;

/** What the handler reports about the calls that it answers. */
export interface CallObserver {
  onError?(method: string, error: unknown, id: string | number | null): void;
  onResult?(call: AnsweredCall): void;
}

const NO_RESPONSE = null;

const callShape = z.object({
  jsonrpc: z.unknown().optional(),
  id: z.union([z.string(), z.number(), z.null()]).optional(),
  method: z.unknown().optional(),
  params: z.unknown().optional(),
});

/**
 * Answers the body of one JSON-RPC message: a call, a notification (no id, no answer) or a batch. Returns the text to
 * send, or null where nothing is to be answered. Never throws.
 */
export async function handleBody(
  body: string,
  dispatch: Dispatch,
  observer: CallObserver = {},
): Promise<string | null> {
  const parsed = parseJson(body);
  if (parsed === undefined) {
    return stringifyJson(errorResponse(null, new RpcError(RPC_ERROR_CODES.parseError, 'Parse error')));
  }
  if (!Array.isArray(parsed)) {
    const response = await answer(parsed, dispatch, observer);
    return response === NO_RESPONSE ? null : stringifyJson(response);
  }
  if (parsed.length === 0) return stringifyJson(errorResponse(null, invalidRequest()));
  const responses: JsonValue[] = [];
  for (const call of parsed) {
    const response = await answer(call, dispatch, observer);
    if (response !== NO_RESPONSE) responses.push(response);
  }
  return responses.length === 0 ? null : stringifyJson(responses);
}

async function answer(call: unknown, dispatch: Dispatch, observer: CallObserver): Promise<JsonValue> {
  const parsed = callShape.safeParse(call);
  if (!parsed.success) return errorResponse(null, invalidRequest());
  const { jsonrpc, id, method, params } = parsed.data;
  if (typeof method !== 'string') return errorResponse(id ?? null, invalidRequest());
  if (jsonrpc !== '2.0') return errorResponse(id ?? null, unsupportedVersion());
  try {
    const given = readParams(params);
    const result = await dispatch(method, given);
    observer.onResult?.({ id: id ?? null, method, params: given, result });
    return id === undefined ? NO_RESPONSE : { jsonrpc: '2.0', result, id };
  } catch (error) {
    observer.onError?.(method, error, id ?? null);
    return id === undefined ? NO_RESPONSE : errorResponse(id, error);
  }
}

function readParams(params: unknown): readonly unknown[] {
  if (params === undefined || params === null) return [];
  if (Array.isArray(params)) return params;
  throw new RpcError(RPC_ERROR_CODES.invalidParams, 'Invalid params: invalid type: map, expected an array');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function errorResponse(id: string | number | null, error: unknown): JsonValue {
  return { jsonrpc: '2.0', error: toErrorObject(error), id };
}

function invalidRequest(): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidRequest, 'Invalid request');
}

function unsupportedVersion(): RpcError {
  return new RpcError(RPC_ERROR_CODES.invalidRequest, 'Unsupported JSON-RPC protocol version');
}
