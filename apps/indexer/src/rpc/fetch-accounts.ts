import type { AccountBytes } from '@tidemark/core';
import type { ParsedAnswer } from './parse-answer.ts';
import { MAX_ACCOUNTS_PER_CALL, type Rpc } from './rpc.ts';
import { RpcError, type RpcErrorCode } from './rpc-error.ts';

export interface FetchedAccounts {
  /** The slot of the bank that all accounts were read from. */
  readonly contextSlot: bigint;
  /** In the order of the request; null where the account does not exist. */
  readonly accounts: readonly (AccountBytes | null)[];
  /** Host and port of the endpoint that answered. */
  readonly endpoint: string;
}

export interface FetchAccountsOptions {
  /** Id of the request, which the node repeats and may log: what the accounts are read for. A number when left out. */
  readonly requestId?: string;
  /** A node that has not reached this slot refuses, and another is asked. */
  readonly minContextSlot?: bigint;
  /** Host of an endpoint that is asked last. */
  readonly avoid?: string;
  /** Says what is wrong with an answer as a whole; it is then asked for elsewhere. */
  readonly verify?: (accounts: readonly (AccountBytes | null)[], contextSlot: bigint) => AnswerFault | undefined;
}

/** Why an answer is not believed, with what it said. */
export interface AnswerFault {
  readonly code: Extract<RpcErrorCode, 'MALFORMED_RESPONSE' | 'CLOCK_UNAVAILABLE' | 'CLOCK_IMPLAUSIBLE'>;
  readonly detail: string;
}

/** What polls call. */
export const ACCOUNTS_METHOD = 'getMultipleAccounts';

/**
 * Reads up to 100 accounts from one bank in one call. Fails with RpcError; an answer that is not what was asked
 * for is MALFORMED_RESPONSE and is asked for elsewhere.
 */
export async function fetchAccounts(
  rpc: Pick<Rpc, 'call' | 'commitment'>,
  addresses: readonly string[],
  options: FetchAccountsOptions = {},
): Promise<FetchedAccounts> {
  if (addresses.length > MAX_ACCOUNTS_PER_CALL) {
    throw new RangeError(`at most ${MAX_ACCOUNTS_PER_CALL} accounts per call, got ${addresses.length}`);
  }
  const { requestId: id, minContextSlot, avoid, verify } = options;
  const method = ACCOUNTS_METHOD;
  const config = {
    encoding: 'base64',
    commitment: rpc.commitment,
    ...(minContextSlot === undefined ? {} : { minContextSlot: Number(minContextSlot) }),
  };
  const named = { ...(id === undefined ? {} : { id }), ...(avoid === undefined ? {} : { avoid }) };
  const request = { method, params: [addresses, config], keys: addresses.length, ...named };
  const answer = await rpc.call(request, ({ result, dataOf, host, refuse }) => {
    const { slot, value } = readResult(result, refuse);
    if (value.length !== addresses.length) refuse(`asked for ${addresses.length} accounts, got ${value.length}`);
    const contextSlot = BigInt(slot);
    if (minContextSlot !== undefined && contextSlot < minContextSlot) {
      // A node that ignores minContextSlot must not make slots go back.
      const detail = `answered from slot ${slot}, before ${minContextSlot}`;
      throw new RpcError('NODE_BEHIND', detail, { method, endpoint: host });
    }
    const accounts = addresses.map((address, index) => readAccount(address, value[index], dataOf, refuse));
    const fault = verify?.(accounts, contextSlot);
    if (fault !== undefined) throw new RpcError(fault.code, fault.detail, { method, endpoint: host });
    return { contextSlot, accounts };
  });
  return { ...answer.value, endpoint: answer.endpoint };
}

type Refuse = (detail: string) => never;

function readResult(result: unknown, refuse: Refuse): { slot: number; value: readonly unknown[] } {
  if (typeof result !== 'object' || result === null || !('context' in result) || !('value' in result)) {
    return refuse('the result has no context and value');
  }
  const { context, value } = result;
  if (typeof context !== 'object' || context === null || !('slot' in context)) return refuse('the context has no slot');
  const { slot } = context;
  if (typeof slot !== 'number' || !Number.isSafeInteger(slot) || slot < 0) return refuse('the context slot is no slot');
  if (!Array.isArray(value)) return refuse('the value is no list');
  return { slot, value };
}

function readAccount(
  address: string,
  value: unknown,
  dataOf: ParsedAnswer['dataOf'],
  refuse: Refuse,
): AccountBytes | null {
  if (value === null) return null;
  if (typeof value !== 'object' || value === undefined || !('owner' in value) || !('data' in value)) {
    return refuse(`${address}: not an account`);
  }
  const { owner, data } = value;
  if (typeof owner !== 'string') return refuse(`${address}: the owner is no text`);
  if (!Array.isArray(data) || data[1] !== 'base64' || typeof data[0] !== 'string') {
    return refuse(`${address}: the data are not base64`);
  }
  const bytes = dataOf(data[0]);
  if (bytes === undefined) return refuse(`${address}: the data are not valid base64`);
  return { address, owner, data: bytes };
}
