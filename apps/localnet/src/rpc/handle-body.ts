import { z } from 'zod';
import type { AnsweredCall } from '../truth/answer-log.ts';
import { type JsonValue, stringifyJson } from './json.ts';
import { methodNotFound, RPC_ERROR_CODES, RpcError, toErrorObject } from './rpc-error.ts';

/** Answers one call; throws `RpcError`. */
export type Dispatch = (method: string, params: readonly unknown[]) => JsonValue | Promise<JsonValue>;

/** What the handler reports about the calls that it answers. */
export interface CallObserver {
  onError?(method: string, error: unknown): void;
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
    observer.onError?.(method, error);
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

/** A dispatch over a table of methods. */
export function dispatchTable<Context>(
  methods: ReadonlyMap<string, (params: readonly unknown[], context: Context) => JsonValue | Promise<JsonValue>>,
  contextOf: (method: string) => Context,
): Dispatch {
  return (method, params) => {
    const handler = methods.get(method);
    if (handler === undefined) throw methodNotFound();
    return handler(params, contextOf(method));
  };
}
