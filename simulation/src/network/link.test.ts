import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Link, startLink } from './link.ts';

let server: Server;
let link: Link;
/** What the server received, and its side of each connection. */
let received = '';
let served: Socket[] = [];
let clients: Client[] = [];

interface Client {
  readonly socket: Socket;
  text: string;
  closed: 'no' | 'in order' | 'with an error';
}

beforeEach(async () => {
  [received, served, clients] = ['', [], []];
  server = createServer((socket) => {
    served.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => {
      received += String(chunk);
      socket.write(`echo ${String(chunk)}`);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  link = await startLink(typeof address === 'object' && address !== null ? address.port : 0);
});
afterEach(async () => {
  for (const { socket } of clients) socket.destroy();
  await link.stop();
  for (const socket of served) socket.destroy();
  server.close();
});

async function dial(): Promise<Client> {
  const socket = connect(link.port, '127.0.0.1');
  const client: Client = { socket, text: '', closed: 'no' };
  clients.push(client);
  socket.on('data', (chunk) => {
    client.text += String(chunk);
  });
  socket.on('error', () => undefined);
  socket.on('close', (hadError) => {
    client.closed = hadError ? 'with an error' : 'in order';
  });
  await once(socket, 'connect');
  return client;
}

async function say(client: Client, text: string): Promise<void> {
  client.socket.write(text);
  await waitFor(() => client.text.endsWith(`echo ${text}`), { description: 'an answer' });
}

describe('a link', () => {
  it('forwards both ways, and the end of each side', async () => {
    const client = await dial();
    await say(client, 'hello');
    client.socket.end();
    await waitFor(() => served[0]?.readableEnded === true, { description: 'the end at the server' });
    const other = await dial();
    await say(other, 'again');
    served[1]?.end();
    await waitFor(() => other.socket.readableEnded, { description: 'the end at the client' });
    expect(link.counts()).toMatchObject({ connections: 2, requests: 2, swallowed: 0 });
  });

  it('half-open, keeps a connection standing and tells neither side anything, not even the end of the other', async () => {
    const client = await dial();
    await say(client, 'hello');
    expect(link.silence('standing')).toBe(1);
    client.socket.write('lost');
    await waitFor(() => link.counts().swallowed === 1, { description: 'a piece swallowed' });
    served[0]?.write('lost too');
    served[0]?.end();
    const other = await dial();
    await say(other, 'meanwhile');
    expect([client.closed, client.socket.readableEnded, client.text]).toEqual(['no', false, 'echo hello']);
    expect(received).toBe('hellomeanwhile');
    link.bury();
    await waitFor(() => client.closed === 'with an error', { description: 'the reset' });
    expect(other.closed).toBe('no');
  });

  it('silenced whole, accepts connections without serving them, until it serves again', async () => {
    link.silence('all');
    const client = await dial();
    client.socket.write('is anybody there');
    await waitFor(() => link.counts().swallowed === 1, { description: 'a piece swallowed' });
    expect(served).toEqual([]);
    link.serve();
    await say(await dial(), 'yes');
    expect(client.closed).toBe('no');
  });

  it('shut, refuses; open again, forwards on the same port to its new target', async () => {
    link.shut();
    await expect(dial()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await link.open();
    await say(await dial(), 'hello');
    link.retarget(1);
    const refused = await dial();
    await waitFor(() => refused.closed === 'with an error', { description: 'the reset' });
    expect(link.counts().turnedAway).toBe(1);
  });
});
