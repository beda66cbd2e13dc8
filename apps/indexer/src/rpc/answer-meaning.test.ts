import { describe, expect, it } from 'vitest';
import { meaningOf } from './answer-meaning.ts';

/** As providers and nodes word them: HTTP status, JSON-RPC code (none: no JSON-RPC body), text, meaning, scope. */
const KNOWN: readonly (readonly [number, number | undefined, string, string, 'method' | 'endpoint'])[] = [
  // Limits, in every dress.
  [429, undefined, 'Too Many Requests', 'RATE_LIMITED', 'method'],
  [429, 429, 'Too many requests for a specific RPC call', 'RATE_LIMITED', 'method'],
  [429, -32602, 'whatever it says', 'RATE_LIMITED', 'method'],
  [429, -32429, 'exceeded limit for getProgramAccounts', 'RATE_LIMITED', 'method'],
  [200, -32429, 'rate limited', 'RATE_LIMITED', 'method'],
  [200, 429, 'slow down', 'RATE_LIMITED', 'method'],
  [200, -32029, 'refused', 'RATE_LIMITED', 'method'],
  [400, -32029, 'rate limit exceeded', 'RATE_LIMITED', 'method'],
  [200, -32090, 'call rate limit exhausted, retry in 10s', 'RATE_LIMITED', 'method'],
  [
    200,
    -32007,
    '50/second request limit reached - reduce calls per second or upgrade your account',
    'RATE_LIMITED',
    'endpoint',
  ],
  [200, -32005, 'limit exceeded', 'RATE_LIMITED', 'method'],
  [200, -32016, 'over rate limit', 'RATE_LIMITED', 'method'],
  [200, -32011, 'request limit reached', 'RATE_LIMITED', 'method'],
  [200, -32015, 'Request limit exceeded', 'RATE_LIMITED', 'method'],
  [200, -32000, 'monthly quota of the plan is used up', 'RATE_LIMITED', 'endpoint'],
  [200, -32000, 'daily request count exceeded', 'RATE_LIMITED', 'endpoint'],
  [200, -32000, 'limit reached', 'RATE_LIMITED', 'method'],
  [403, undefined, 'rate limit exceeded', 'RATE_LIMITED', 'method'],
  // More keys than it takes.
  [413, undefined, '<html>Payload Too Large</html>', 'REQUEST_TOO_LARGE', 'method'],
  [413, -32600, 'refused', 'REQUEST_TOO_LARGE', 'method'],
  [413, -32602, 'getMultipleAccounts is limited to a 5 account range', 'REQUEST_TOO_LARGE', 'method'],
  [200, -32602, 'Too many inputs provided; max 5', 'REQUEST_TOO_LARGE', 'method'],
  // Not served.
  [200, -32601, 'Method not found', 'METHOD_REFUSED', 'method'],
  [200, -32010, 'P excluded from account secondary indexes; this RPC method unavailable', 'METHOD_REFUSED', 'method'],
  [200, -32011, 'Transaction history is not available from this node', 'METHOD_REFUSED', 'method'],
  [410, 410, 'The RPC call or parameters have been disabled.', 'METHOD_REFUSED', 'method'],
  [403, 403, 'Access forbidden', 'METHOD_REFUSED', 'method'],
  [403, undefined, '<html>Forbidden</html>', 'METHOD_REFUSED', 'method'],
  [401, undefined, '', 'METHOD_REFUSED', 'method'],
  // Behind.
  [200, -32016, 'Minimum context slot has not been reached', 'NODE_BEHIND', 'method'],
  // Our own mistake, where every endpoint says so.
  [200, -32600, 'Invalid request', 'RPC_FAILED', 'method'],
  [200, -32602, 'Invalid param: WrongSize', 'RPC_FAILED', 'method'],
  [400, -32700, 'Parse error', 'RPC_FAILED', 'method'],
  // Unhealthy, and whatever else there may be.
  [200, -32012, 'scan aborted: the accumulated scan results exceeded the limit', 'NODE_UNHEALTHY', 'method'],
  [200, -32005, 'Node is behind by 200 slots', 'NODE_UNHEALTHY', 'endpoint'],
  [503, -32005, 'Node is unhealthy', 'NODE_UNHEALTHY', 'endpoint'],
  [200, -32007, 'Slot 7 was skipped, or missing due to ledger jump', 'NODE_UNHEALTHY', 'endpoint'],
  [200, -32603, 'Internal error', 'NODE_UNHEALTHY', 'endpoint'],
  [200, -32000, 'context deadline exceeded', 'NODE_UNHEALTHY', 'endpoint'],
  [200, -32000, 'upstream', 'NODE_UNHEALTHY', 'endpoint'],
  [200, -32015, 'Transaction version (0) is not supported', 'NODE_UNHEALTHY', 'endpoint'],
  [200, 15, 'refused', 'NODE_UNHEALTHY', 'endpoint'],
  [400, undefined, 'Bad Request', 'HTTP_ERROR', 'endpoint'],
  [500, -1, 'upstream', 'HTTP_ERROR', 'endpoint'],
  [502, undefined, '<html><title>502 Bad Gateway</title> time limit exceeded</html>', 'HTTP_ERROR', 'endpoint'],
  [301, undefined, '', 'HTTP_ERROR', 'endpoint'],
];

describe('the meaning of an answer', () => {
  it.each([...KNOWN])('HTTP %s, code %s, "%s" is %s of the %s', (httpStatus, rpcCode, text, code, scope) => {
    expect(meaningOf({ httpStatus, rpcCode, text })).toMatchObject({ code, scope });
  });

  it.each([
    ['Too many inputs provided; max 5', 5],
    ['getMultipleAccounts is limited to a 5 account range', 5],
    ['maximum of 10 accounts per request', 10],
    ['Payload Too Large', undefined],
  ])('names the keys that are taken: "%s"', (text, maxKeys) => {
    expect(meaningOf({ httpStatus: 413, rpcCode: -32602, text }).maxKeys).toBe(maxKeys);
  });
});
