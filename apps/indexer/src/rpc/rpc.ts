import type { ParsedAnswer } from './parse-answer.ts';
import type { Priority } from './token-bucket.ts';

/** Below `confirmed` a slot may have several banks, of which at most one becomes the chain's. */
export type Commitment = 'confirmed' | 'finalized';

/** The most keys that a node takes in one getMultipleAccounts. */
export const MAX_ACCOUNTS_PER_CALL = 100;

/** One JSON-RPC request. */
export interface RpcRequest {
  readonly method: string;
  readonly params: readonly unknown[];
  /** The node repeats it and may log it; a number when left out. */
  readonly id?: string;
  /** Host of an endpoint that is asked last: its answer is in doubt. */
  readonly avoid?: string;
  /** Host of the only endpoint to send it to: a pagination key is valid at the endpoint that gave it. */
  readonly at?: string;
  /** No node has the method, some providers have: an endpoint that does not know it is not asked for it again. */
  readonly isExtension?: boolean;
  /** Accounts that it names, where endpoints limit their number. */
  readonly keys?: number;
}

/** An answer with a result, for whoever reads it. */
export interface Answered extends Pick<ParsedAnswer, 'dataOf'> {
  readonly result: unknown;
  /** Host and port: all of the URL that may be shown. */
  readonly host: string;
  /** Fails with MALFORMED_RESPONSE: the answer cannot be true, and is asked for elsewhere. */
  readonly refuse: (detail: string) => never;
}

export interface RpcAnswer<T> {
  readonly value: T;
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

/** What calls of one kind are given. */
export interface CallTerms {
  /** Of one request, from connecting to the end of its answer. */
  readonly timeoutMs: number;
  /** Who goes first where calls have to wait. */
  readonly priority: Priority;
  /** A call that is older begins no further round, and does not wait for a limit beyond it: something newer is asked for then. */
  readonly patienceMs: number;
}

/** What reads from the chain work with: an RPC client on terms. */
export interface Rpc {
  readonly commitment: Commitment;
  /** Keys that the endpoints take in one request, as far as is known: of those that can be used now, the one that takes most. */
  maxKeys(): number;
  /** Runs a request on the best endpoint, elsewhere and again where that helps; fails only with RpcError. */
  call<T>(request: RpcRequest, read: (answer: Answered) => T): Promise<RpcAnswer<T>>;
}

/** Part of an interval that a request may take: what hangs then ends before the next poll asks for something newer. */
const PART_OF_INTERVAL = 0.8;
const LEAST_TIMEOUT_MS = 1_000;

/** Terms of work that comes again every `intervalMs`, where no request may take longer than `timeoutMs`. */
export function cadenceTerms(priority: Priority, intervalMs: number, timeoutMs: number): CallTerms {
  const fitting = Math.max(PART_OF_INTERVAL * intervalMs, LEAST_TIMEOUT_MS);
  return { priority, timeoutMs: Math.min(timeoutMs, fitting), patienceMs: Math.max(intervalMs, LEAST_TIMEOUT_MS) };
}
