import { createServer } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { boundConnections, DEFAULT_CONNECTIONS } from './connections.ts';

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Addresses of the outside cannot be had on one machine: a socket that says it has one. */
function socketFrom(remoteAddress: string): Socket {
  const socket = Object.defineProperty(new Socket(), 'remoteAddress', { value: remoteAddress });
  sockets.push(socket);
  return socket;
}

it('connections of IPv6 are bounded by the network that one client has, and those of IPv4 by address', () => {
  const server = createServer();
  const cuts: string[] = [];
  const settings = { ...DEFAULT_CONNECTIONS, maxConnectionsPerAddress: 2 };
  boundConnections(server, settings, { cut: (reason) => cuts.push(reason), watch: () => undefined });
  const open = (address: string): Socket => {
    const socket = socketFrom(address);
    server.emit('connection', socket);
    return socket;
  };
  // The third of a client takes the place of its first.
  const ipv6 = ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:ffff::3', '2001:db8:1:3::1'].map(open);
  expect(ipv6.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  const ipv4 = ['192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1', '192.0.2.2'].map(open);
  expect(ipv4.map(({ destroyed }) => destroyed)).toEqual([true, false, false, false]);
  expect(cuts).toEqual(['idle', 'idle']);
  server.emit('close');
});
