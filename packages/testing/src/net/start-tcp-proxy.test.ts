import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { waitFor } from '../wait-for.ts';
import { startTcpProxy, type TcpProxy } from './start-tcp-proxy.ts';

let echo: Server;
let proxy: TcpProxy;
const sockets: Socket[] = [];

beforeAll(async () => {
  echo = createServer((socket) => socket.on('error', () => socket.destroy()).pipe(socket)).listen(0, '127.0.0.1');
  await once(echo, 'listening');
});
afterAll(() => echo.close());
beforeEach(async () => {
  const address = echo.address();
  proxy = await startTcpProxy('127.0.0.1', typeof address === 'object' && address !== null ? address.port : 0);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await proxy.close();
});

/** A connection through the proxy, with what it has heard. */
function open() {
  const socket = connect(proxy.port, '127.0.0.1').on('error', () => undefined);
  sockets.push(socket);
  const heard: string[] = [];
  socket.on('data', (chunk) => heard.push(String(chunk)));
  return { socket, heard: () => heard.join('') };
}

test('it forwards, and frozen it swallows on old and new connections without ending them', async () => {
  const old = open();
  old.socket.write('one');
  await waitFor(() => old.heard() === 'one');
  proxy.freeze();
  const fresh = open();
  old.socket.write('two');
  fresh.socket.write('two');
  await waitFor(() => proxy.connections() === 2);
  proxy.thaw();
  const later = open();
  later.socket.write('three');
  await waitFor(() => later.heard() === 'three');
  expect([old.heard(), fresh.heard()]).toEqual(['one', '']);
  expect([old.socket.destroyed, fresh.socket.destroyed]).toEqual([false, false]);
});

test('cut, it ends what is open and refuses what comes; restored, it forwards on the same port', async () => {
  const first = open();
  first.socket.write('one');
  await waitFor(() => first.heard() === 'one');
  await proxy.cut();
  await waitFor(() => first.socket.destroyed);
  const refused = open();
  await waitFor(() => refused.socket.destroyed);
  await proxy.restore();
  const again = open();
  again.socket.write('two');
  await waitFor(() => again.heard() === 'two');
  expect(refused.heard()).toBe('');
});

test('muffled, it forwards what is sent and swallows the answers', async () => {
  const first = open();
  first.socket.write('one');
  await waitFor(() => first.heard() === 'one');
  const arrived: string[] = [];
  echo.once('connection', (socket) => socket.on('data', (chunk) => arrived.push(String(chunk))));
  const second = open();
  second.socket.write('two');
  await waitFor(() => second.heard() === 'two');
  proxy.muffle();
  second.socket.write('three');
  await waitFor(() => arrived.join('') === 'twothree');
  const later = open();
  later.socket.write('four');
  await waitFor(() => later.heard() === 'four');
  expect([first.heard(), second.heard()]).toEqual(['one', 'two']);
});
