import { kamino } from '@tidemark/protocols';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Server } from 'node:net';
import { waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { confirm, type FakeSocketServer, startFakeSocketServer } from '../../test/fake-socket-server.ts';
import { Session, type SessionEnd, type SessionOptions } from './session.ts';
import { subscriptionRequests } from './subscriptions.ts';

const servers: { close: () => unknown }[] = [];
const sessions: Session[] = [];
afterEach(async () => {
  await Promise.all(sessions.splice(0).map((session) => session.stop()));
  for (const server of servers.splice(0)) await server.close();
});

async function serve(...parameters: Parameters<typeof startFakeSocketServer>): Promise<FakeSocketServer> {
  const server = await startFakeSocketServer(...parameters);
  servers.push(server);
  return server;
}

async function listen(server: Server): Promise<string> {
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a TCP server has an address with a port
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function open(url: string, overrides: Partial<SessionOptions> = {}) {
  const heard: unknown[] = [];
  const ends: SessionEnd[] = [];
  const session = new Session(
    {
      url,
      requests: subscriptionRequests(kamino, 'confirmed', []),
      timeoutMs: 60_000,
      silenceMs: 60_000,
      pingIntervalMs: 60_000,
      ...overrides,
    },
    {
      onSubscribed: () => heard.push('subscribed'),
      onSlot: (slot) => heard.push(slot),
      onChange: (address, slot) => heard.push([address, slot]),
      onIgnored: (reason) => heard.push(reason),
      onEnd: (end) => ends.push(end),
    },
  );
  sessions.push(session);
  const end = () => waitFor(() => ends[0], { description: 'the end of the session' });
  return { session, heard, ends, end };
}

const change = (subscription: number, pubkey: unknown, slot: unknown) =>
  JSON.stringify({
    method: 'programNotification',
    params: { subscription, result: { context: { slot }, value: { pubkey } } },
  });
const slot = (subscription: number, at: number) =>
  JSON.stringify({ method: 'slotNotification', params: { subscription, result: { slot: at } } });

describe('a session', () => {
  it('asks for slots, and for reserves without their data', async () => {
    const server = await serve(confirm);
    const { heard } = open(server.url);
    await waitFor(() => heard.includes('subscribed'));
    expect(server.requests).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'slotSubscribe', params: [] },
      {
        jsonrpc: '2.0',
        id: 2,
        method: 'programSubscribe',
        params: [
          'KLend2g3cP87fffoy8q1mQqGKjrxjC8boSyAYavgmjD',
          {
            commitment: 'confirmed',
            encoding: 'base64',
            dataSlice: { offset: 0, length: 0 },
            filters: [{ dataSize: 8_624 }, { memcmp: { offset: 0, bytes: expect.any(String) } }],
          },
        ],
      },
    ]);
  });

  it('asks for each market that is followed', async () => {
    const server = await serve(confirm);
    const markets = ['7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF', 'DxXdAyU3kCjnyggvHmY5nAwg5cRbbmdyX3npfDMjjMek'];
    const { heard } = open(server.url, { requests: subscriptionRequests(kamino, 'finalized', markets) });
    await waitFor(() => heard.includes('subscribed'));
    const filters = server.requests.slice(1).map(({ params }) => params[1]);
    expect(filters).toMatchObject(
      markets.map((bytes) => ({ commitment: 'finalized', filters: [{}, {}, { memcmp: { offset: 32, bytes } }] })),
    );
  });

  it('hears what it subscribed to, and leaves aside anything else', async () => {
    const server = await serve(confirm);
    const { heard, ends } = open(server.url);
    await waitFor(() => heard.includes('subscribed'));
    const garbage = [
      '',
      'no json',
      '[]',
      '{"id":1}',
      '{"id":77,"result":3}',
      change(102, 5, 5),
      change(102, 'A', 'soon'),
    ];
    const foreign = [change(999, 'A', 5), slot(998, 5), slot(102, 5), change(101, 'A', 5)];
    for (const text of [...garbage, ...foreign, slot(101, 41), change(102, 'B', 42)]) server.broadcast(text);
    await waitFor(() => heard.length === 14);
    expect(heard).toEqual([
      'subscribed',
      ...garbage.map(() => 'malformed'),
      ...foreign.map(() => 'foreign_subscription'),
      41n,
      ['B', 42n],
    ]);
    expect(ends).toEqual([]);
  });

  it('ends when the socket stays open and mute', async () => {
    const server = await serve(confirm);
    const { heard, end } = open(server.url, { silenceMs: 50 });
    expect(await end()).toEqual({ reason: 'silence' });
    expect(heard).toEqual(['subscribed']);
  });

  it('ends when pings are not answered', async () => {
    const server = await serve(confirm, { autoPong: false });
    const { end } = open(server.url, { pingIntervalMs: 30 });
    expect(await end()).toEqual({ reason: 'ping_timeout' });
  });

  it('does without slots where a node does not tell them', async () => {
    const server = await serve((request, socket) => {
      if (request.method !== 'slotSubscribe') confirm(request, socket);
      else socket.send(JSON.stringify({ id: request.id, error: { code: -32_601, message: 'no' } }));
    });
    const { heard, ends } = open(server.url);
    await waitFor(() => heard.includes('subscribed'));
    server.broadcast(change(102, 'A', 5));
    await waitFor(() => heard.length === 2);
    expect([heard, ends]).toEqual([['subscribed', ['A', 5n]], []]);
  });

  it('ends when the node does not confirm, or refuses', async () => {
    const mute = await serve();
    // Time enough for the connection itself.
    expect(await open(mute.url, { timeoutMs: 3_000 }).end()).toEqual({ reason: 'ack_timeout' });
    const refusing = await serve(({ id }, socket) => {
      socket.send(JSON.stringify({ id, error: { code: -32_601, message: 'secret-key' } }));
    });
    expect(await open(refusing.url).end()).toEqual({ reason: 'refused', detail: 'RPC error -32601' });
  });

  it('ends when there is no connection, and says why without the text of the other side', async () => {
    expect(await open('ws://127.0.0.1:1').end()).toEqual({ reason: 'connect_failed', detail: 'ECONNREFUSED' });
    const forbidding = createServer();
    forbidding.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 403 secret-key\r\n\r\n'));
    expect(await open(await listen(forbidding)).end()).toEqual({ reason: 'connect_failed', detail: 'HTTP 403' });
    const silent = await listen(createTcpServer((socket) => void servers.unshift({ close: () => socket.destroy() })));
    expect(await open(silent, { timeoutMs: 50 }).end()).toEqual({ reason: 'connect_timeout' });
  });

  it('ends when a message is bigger than any can be, or the node hangs up', async () => {
    const server = await serve(confirm);
    const big = open(server.url);
    await waitFor(() => big.heard.includes('subscribed'));
    server.broadcast('x'.repeat(65 * 1024));
    expect(await big.end()).toEqual({ reason: 'protocol_error', detail: 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' });
    const cut = await serve((_request, socket) => socket.terminate());
    expect(await open(cut.url).end()).toEqual({ reason: 'closed', detail: 'close code 1006' });
  });

  it('stops at any time, and says nothing more', async () => {
    const server = await serve(confirm);
    const early = open(server.url);
    await early.session.stop();
    await early.session.stop();
    const late = open(server.url);
    await waitFor(() => late.heard.includes('subscribed'));
    server.broadcast(slot(101, 1));
    await late.session.stop();
    expect([early.ends, late.ends]).toEqual([[{ reason: 'stopped' }], [{ reason: 'stopped' }]]);
    expect(early.heard).toEqual([]);
  });
});
