import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type FakeAnswer, type FakeRpcServer, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { fetchAccounts } from './fetch-accounts.ts';
import { RpcClient } from './rpc-client.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

const ADDRESSES = ['A1', 'B2', 'C3'];
const account = (data: string, encoding = 'base64') => ({
  data: [data, encoding],
  executable: false,
  lamports: 1,
  owner: 'Owner',
  rentEpoch: 0,
});

async function setUp(...answers: readonly FakeAnswer[]) {
  const servers: FakeRpcServer[] = [];
  for (const answer of answers) {
    const server = await startFakeRpcServer(() => answer);
    cleanups.push(() => server.close());
    servers.push(server);
  }
  const rpc = new RpcClient(
    {
      urls: servers.map(({ url }) => url),
      commitment: 'finalized',
      timeoutMs: 60_000,
      maxRetries: 0,
      requestsPerSecond: 100,
    },
    { clock: createManualClock() },
  );
  cleanups.push(() => rpc.close());
  return { rpc, servers };
}

const good: FakeAnswer = {
  result: { context: { slot: 77 }, value: [account('AQID'), null, account('')] },
};

describe('fetchAccounts', () => {
  it('gives the accounts in the order asked for, null where there is none, with the slot of their bank', async () => {
    const { rpc, servers } = await setUp(good);
    const fetched = await fetchAccounts(rpc, ADDRESSES, { minContextSlot: 70n });
    expect(fetched).toEqual({
      contextSlot: 77n,
      endpoint: servers[0]?.host,
      accounts: [
        { address: 'A1', owner: 'Owner', data: Buffer.from([1, 2, 3]) },
        null,
        { address: 'C3', owner: 'Owner', data: Buffer.alloc(0) },
      ],
    });
    expect(servers[0]?.requests).toEqual([
      {
        method: 'getMultipleAccounts',
        params: [ADDRESSES, { encoding: 'base64', commitment: 'finalized', minContextSlot: 70 }],
      },
    ]);
  });

  it('sends the id that it is given, which the node may log, and else a number', async () => {
    const ids: unknown[] = [];
    const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { id } = z.object({ id: z.unknown() }).parse(JSON.parse(await text(request)));
      ids.push(id);
      const result = { context: { slot: 77 }, value: [null, null, null] };
      response.end(JSON.stringify({ jsonrpc: '2.0', id, result }));
    };
    const server = createServer((request, response) => void answer(request, response)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanups.push(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const urls = [`http://127.0.0.1:${address.port}`];
    const config = { urls, commitment: 'finalized', timeoutMs: 60_000, maxRetries: 0, requestsPerSecond: 100 } as const;
    const rpc = new RpcClient(config, { clock: createManualClock() });
    cleanups.push(() => rpc.close());
    await fetchAccounts(rpc, ADDRESSES, { requestId: 'poll-1790000000000-0' });
    await fetchAccounts(rpc, ADDRESSES);
    expect(ids).toEqual(['poll-1790000000000-0', expect.any(Number)]);
  });

  it.each<[string, FakeAnswer]>([
    ['one account too few', { result: { context: { slot: 77 }, value: [account('AQID'), null] } }],
    ['one account too many', { result: { context: { slot: 77 }, value: [null, null, null, null] } }],
    ['no slot', { result: { context: {}, value: [null, null, null] } }],
    ['a slot that is no number', { result: { context: { slot: '77' }, value: [null, null, null] } }],
    ['a slot that is no whole number', { result: { context: { slot: 7.5 }, value: [null, null, null] } }],
    ['no context', { result: [null, null, null] }],
    ['no list', { result: { context: { slot: 77 }, value: null } }],
    ['no result', { raw: '{"jsonrpc":"2.0","id":1}' }],
    ['an account without data', { result: { context: { slot: 77 }, value: [{ owner: 'Owner' }, null, null] } }],
    ['an account without owner', { result: { context: { slot: 77 }, value: [{ data: ['', 'base64'] }, null, null] } }],
    ['another encoding', { result: { context: { slot: 77 }, value: [account('AQID', 'base58'), null, null] } }],
    ['characters that are not base64', { result: { context: { slot: 77 }, value: [account('A!ID'), null, null] } }],
    ['base64 cut short', { result: { context: { slot: 77 }, value: [account('AQI'), null, null] } }],
    ['a slot before the one asked for', { result: { context: { slot: 69 }, value: [null, null, null] } }],
  ])('asks elsewhere after an answer with %s', async (_name, answer) => {
    const { rpc, servers } = await setUp(answer, good);
    const fetched = await fetchAccounts(rpc, ADDRESSES, { minContextSlot: 70n });
    expect(fetched.endpoint).toBe(servers[1]?.host);
  });

  it('refuses more accounts than a node takes', async () => {
    const { rpc } = await setUp(good);
    await expect(fetchAccounts(rpc, Array.from({ length: 101 }, String))).rejects.toThrow(RangeError);
  });
});
