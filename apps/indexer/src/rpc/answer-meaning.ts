import type { FailureScope, RpcErrorCode } from './rpc-error.ts';

/** An answer without a result, as it came. */
export interface Refusal {
  readonly httpStatus: number;
  /** Of the JSON-RPC error; undefined where the body holds none. */
  readonly rpcCode: number | undefined;
  /** Message of the JSON-RPC error, else the body. */
  readonly text: string;
}

/** What a refusal means. The scope says what of the endpoint is to be left alone. */
export interface Meaning {
  readonly code: RpcErrorCode;
  readonly scope: FailureScope;
  /** The most keys that the endpoint takes in one request, where it says so. */
  readonly maxKeys?: number;
}

interface Row {
  readonly rpcCodes?: readonly number[];
  readonly statuses?: readonly number[] | ((status: number) => boolean);
  /** Of the text, beside code and status. */
  readonly says?: (text: string) => boolean;
  readonly means: RpcErrorCode;
  readonly scope?: FailureScope;
}

const LIMIT = /limit|quota|daily|monthly|exceeded|too many requests|out of credits/i;
/** Time that ran out is no limit of calls, whatever is said to be exceeded. */
const TIME = /time.?out|deadline|time limit/i;
const saysLimit = (text: string): boolean => LIMIT.test(text) && !TIME.test(text);
const KEYS = /too many (inputs|accounts|keys)|(max|limited to)\D{0,20}\d+ (accounts?|inputs?|keys|pubkeys)/i;
/** A limit of the plan or of all calls together; without such words it is one of the method. */
const OF_ALL = /quota|daily|month|credit|\bplan\b|\baccount\b|subscription|calls per second|\/second|per ip/i;

/**
 * What answers mean: the first row that fits. Providers say limits, plans and troubles with codes of their own, inside HTTP 200 as
 * often as not, and use codes of the node in other senses, so the text decides where a code has several.
 * A code in no row is a trouble of that endpoint alone: the next one is asked.
 */
const TABLE: readonly Row[] = [
  { statuses: [429], means: 'RATE_LIMITED' },
  { rpcCodes: [429, -32029, -32090, -32429], means: 'RATE_LIMITED' },
  { statuses: [413], means: 'REQUEST_TOO_LARGE' },
  { rpcCodes: [-32600, -32602], says: (text) => KEYS.test(text), means: 'REQUEST_TOO_LARGE' },
  // Invalid request, invalid parameters, no JSON: our own mistake where every endpoint says so.
  { rpcCodes: [-32600, -32602, -32700], means: 'RPC_FAILED' },
  // Unknown method; a program that is excluded from the indexes that getProgramAccounts needs.
  { rpcCodes: [-32601, -32010], means: 'METHOD_REFUSED' },
  // A scan that was given up: "exceeded the limit" is said of its results.
  { rpcCodes: [-32012], means: 'NODE_UNHEALTHY', scope: 'method' },
  { statuses: (status) => status < 500, says: saysLimit, means: 'RATE_LIMITED' },
  { rpcCodes: [-32016], means: 'NODE_BEHIND' },
  // No transaction history; codes that repeat a status.
  { rpcCodes: [-32011, 401, 402, 403, 404, 405, 410], means: 'METHOD_REFUSED' },
  // Block not available, unhealthy or behind, slot skipped, no snapshot, status not yet, internal error.
  { rpcCodes: [-32004, -32005, -32007, -32008, -32014, -32603], means: 'NODE_UNHEALTHY' },
  // A method, or the key, that the provider has switched off: from here they look the same.
  { statuses: [401, 402, 403, 404, 405, 410, 501], means: 'METHOD_REFUSED' },
  { statuses: (status) => status >= 500, means: 'HTTP_ERROR' },
];

/** Decides what an answer without a result means. */
export function meaningOf(refusal: Refusal): Meaning {
  const row = TABLE.find((one) => fits(one, refusal));
  if (row === undefined) {
    return { code: refusal.rpcCode === undefined ? 'HTTP_ERROR' : 'NODE_UNHEALTHY', scope: 'endpoint' };
  }
  const code = row.means;
  if (code === 'RATE_LIMITED') return { code, scope: OF_ALL.test(refusal.text) ? 'endpoint' : 'method' };
  if (code === 'REQUEST_TOO_LARGE') {
    const maxKeys = readMaxKeys(refusal.text);
    return { code, scope: 'method', ...(maxKeys === undefined ? {} : { maxKeys }) };
  }
  const ofAll = code === 'NODE_UNHEALTHY' || code === 'HTTP_ERROR';
  return { code, scope: row.scope ?? (ofAll ? 'endpoint' : 'method') };
}

function fits({ rpcCodes, statuses, says }: Row, { httpStatus, rpcCode, text }: Refusal): boolean {
  if (rpcCodes !== undefined && (rpcCode === undefined || !rpcCodes.includes(rpcCode))) return false;
  if (typeof statuses === 'function' && !statuses(httpStatus)) return false;
  if (typeof statuses === 'object' && !statuses.includes(httpStatus)) return false;
  return says === undefined || says(text);
}

/** The number in "max 5", "maximum of 5 accounts", "limited to a 5 account range". */
function readMaxKeys(text: string): number | undefined {
  const found = /(?:max(?:imum)?|limited to)\D{0,20}(\d{1,4})\b/i.exec(text)?.[1];
  const keys = Number(found);
  return found === undefined || keys < 1 ? undefined : keys;
}

/** The `error` member of a JSON-RPC answer, undefined when it has none. */
export function readFailure(answer: unknown): { readonly rpcCode: number; readonly text: string } | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined;
  const { error } = answer;
  if (typeof error === 'string') return { rpcCode: 0, text: error };
  if (typeof error !== 'object' || error === null) return undefined;
  const rpcCode = 'code' in error && typeof error.code === 'number' ? error.code : 0;
  const text = 'message' in error && typeof error.message === 'string' ? error.message : 'no message';
  return { rpcCode, text };
}
