import { expect, test } from 'vitest';
import { call, KLEND, MAIN_USDC, post, START_SLOT, useLocalnets } from './support.ts';

const start = useLocalnets();

async function frozenUrl(): Promise<string> {
  return (await start({ slotMs: 0 })).rpcUrl;
}

test('text that is not JSON is -32700, a message that is no call is -32600, both with a null id', async () => {
  const url = await frozenUrl();
  expect(JSON.parse((await post(url, '{"jsonrpc":')).text)).toEqual({
    jsonrpc: '2.0',
    error: { code: -32700, message: 'Parse error' },
    id: null,
  });
  for (const body of ['1', '{}', '[]', '[1]', '{"jsonrpc":"2.0","id":{},"method":"getSlot"}']) {
    const parsed: unknown = JSON.parse((await post(url, body)).text);
    expect(Array.isArray(parsed) ? parsed[0] : parsed).toMatchObject({ error: { code: -32600 }, id: null });
  }
  expect(JSON.parse((await post(url, '{"id":7,"method":"getSlot"}')).text)).toMatchObject({
    error: { code: -32600, message: 'Unsupported JSON-RPC protocol version' },
    id: 7,
  });
});

test('an unknown method is -32601', async () => {
  const reply = await call(await frozenUrl(), 'sendTransaction', ['AA']);
  expect(reply.error).toEqual({ code: -32601, message: 'Method not found' });
});

test.each<[string, string, unknown, string]>([
  ['no address', 'getAccountInfo', [], '`params` should have at least 1 argument(s)'],
  ['a number for an address', 'getAccountInfo', [5], 'Invalid params: Invalid input: expected string, received number'],
  ['an address of the wrong size', 'getAccountInfo', ['abc'], 'Invalid param: not a base58 address'],
  ['an address that is not base58', 'getAccountInfo', ['0OIl'], 'Invalid param: not a base58 address'],
  ['an endless address', 'getAccountInfo', ['1'.repeat(10_000)], 'Invalid param: not a base58 address'],
  ['named parameters', 'getSlot', { commitment: 'processed' }, 'Invalid params: invalid type: map, expected an array'],
  [
    'an unknown commitment',
    'getSlot',
    [{ commitment: 'sure' }],
    'Invalid params: Invalid option: expected one of "processed"|"confirmed"|"finalized" at `commitment`',
  ],
  [
    'keys that are no list',
    'getMultipleAccounts',
    ['abc'],
    'Invalid params: Invalid input: expected array, received string',
  ],
  [
    'five filters',
    'getProgramAccounts',
    [KLEND, { filters: Array(5).fill({ dataSize: 1 }) }],
    'Too many filters provided; max 4',
  ],
  [
    'a memcmp that is not base58',
    'getProgramAccounts',
    [KLEND, { filters: [{ memcmp: { offset: 0, bytes: '0' } }] }],
    'Invalid param: Base58DecodeError',
  ],
  [
    'a memcmp of 129 bytes',
    'getProgramAccounts',
    [KLEND, { filters: [{ memcmp: { offset: 0, bytes: Buffer.alloc(129).toString('base64'), encoding: 'base64' } }] }],
    'Invalid param: DataTooLarge',
  ],
  ['721 samples', 'getRecentPerformanceSamples', [721], 'Invalid limit; max 720'],
])('%s is -32602 and says what is wrong', async (_name, method, params, message) => {
  const reply = await call(await frozenUrl(), method, params);
  expect(reply.error).toEqual({ code: -32602, message });
});

test('block times outside of what the node holds are refused with the codes of a node', async () => {
  const url = await frozenUrl();
  expect((await call(url, 'getBlockTime', [START_SLOT + 1])).error?.code).toBe(-32004);
  expect((await call(url, 'getBlockTime', [START_SLOT - 1])).error?.code).toBe(-32001);
});

test('minContextSlot names the slot that the node is at', async () => {
  const reply = await call(await frozenUrl(), 'getAccountInfo', [MAIN_USDC, { minContextSlot: START_SLOT + 9 }]);
  expect(reply.error).toEqual({
    code: -32016,
    message: 'Minimum context slot has not been reached',
    data: { contextSlot: START_SLOT },
  });
});

test('a batch is answered in order, errors in their place, notifications left out', async () => {
  const url = await frozenUrl();
  const calls = [
    { jsonrpc: '2.0', id: 'a', method: 'getSlot' },
    { jsonrpc: '2.0', method: 'getSlot' },
    { jsonrpc: '2.0', id: null, method: 'nonsense' },
    { jsonrpc: '2.0', id: 3, method: 'getHealth' },
  ];
  expect(JSON.parse((await post(url, JSON.stringify(calls))).text)).toEqual([
    { jsonrpc: '2.0', result: START_SLOT, id: 'a' },
    { jsonrpc: '2.0', error: { code: -32601, message: 'Method not found' }, id: null },
    { jsonrpc: '2.0', result: 'ok', id: 3 },
  ]);
  expect(await post(url, JSON.stringify({ jsonrpc: '2.0', method: 'getSlot' }))).toMatchObject({
    status: 200,
    text: '',
  });
});

test('u64 values leave as exact digits', async () => {
  const { text } = await post(
    await frozenUrl(),
    JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getAccountInfo', params: [MAIN_USDC, { encoding: 'base64' }] }),
  );
  expect(text).toContain('"rentEpoch":18446744073709551615');
});

test('HTTP is guarded as on a node: method, content type, body size, CORS, health', async () => {
  const url = await frozenUrl();
  expect((await fetch(url)).status).toBe(405);
  expect((await post(url, '{}', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post(url, ' '.repeat(50 * 1024 + 1))).status).toBe(413);
  expect((await post(url, ' '.repeat(5_000_000))).status).toBe(413);
  const preflight = await fetch(url, { method: 'OPTIONS' });
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect((await post(url, '{}')).headers.get('access-control-allow-origin')).toBe('*');
  const health = await fetch(`${url}/health`);
  expect([health.status, await health.text()]).toEqual([200, 'ok']);
});
