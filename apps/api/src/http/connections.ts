import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from './client-address.ts';
import { type Connection, type ConnectionBounds, createConnectionTable } from './connection-table.ts';
import { type SlowReaderRules, watchSlowReaders } from './slow-readers.ts';

/**
 * Bounds of connections. `maxConnectionsPerAddress` counts an address as the socket has it, or a /64 of IPv6; 0: not bounded, as behind
 * a proxy. The rest is the rate at which answers must be taken.
 */
export interface ConnectionSettings extends ConnectionBounds, SlowReaderRules {}

/**
 * Why a connection was refused or cut: at a bound with none to close for it (`connections`, `address`), closed for a new one while
 * idle (`idle`) or as the oldest of the address that held most (`largest`), too many requests at once, answers not taken.
 */
export type CutReason = 'connections' | 'address' | 'idle' | 'largest' | 'pipelined' | 'slow_reader';

export interface ConnectionEvents {
  /** A connection was refused, or cut. */
  cut(reason: CutReason): void;
  /** Lets the gauge of open connections be read. */
  watch(count: () => number): void;
}

export const DEFAULT_CONNECTIONS: ConnectionSettings = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 1_000,
  sendTimeoutMs: 10_000,
  minBytesPerSecond: 32_768,
};

/** All connections of a server, also those that Node's own list lacks: a TLS handshake that has not come to an end. */
export interface OpenConnections {
  destroyAll(): void;
}

/** Keeps connections within their bounds. What is beyond them is closed without an answer: that costs least. */
export function boundConnections(
  server: Server,
  settings: ConnectionSettings,
  events: ConnectionEvents,
): OpenConnections {
  const table = createConnectionTable(settings);
  const ofSocket = new WeakMap<Socket, Connection>();
  const ofPeer = new Map<string, Connection>();

  // Before TLS, too: a handshake is the dearest part of a connection.
  server.on('connection', (socket: Socket) => {
    const connection: Connection = { socket, client: clientOf(socket.remoteAddress) ?? '', underWay: 0 };
    const admission = table.admit(connection);
    if ('refusedFor' in admission) {
      events.cut(admission.refusedFor);
      socket.destroy();
      return;
    }
    const { closed } = admission;
    if (closed !== null) {
      events.cut(closed.underWay === 0 ? 'idle' : 'largest');
      closed.socket.destroy();
    }
    const peer = peerOf(socket);
    ofSocket.set(socket, connection);
    ofPeer.set(peer, connection);
    socket.once('close', () => {
      table.remove(connection);
      if (ofPeer.get(peer) === connection) ofPeer.delete(peer);
    });
  });
  // Over TLS it is this one that requests come from and answers are written to.
  server.on('secureConnection', (secure: Socket) => {
    const connection = ofPeer.get(peerOf(secure));
    if (connection === undefined) return;
    connection.socket = secure;
    ofSocket.set(secure, connection);
  });
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = ofSocket.get(socket);
    if (connection === undefined) return;
    table.began(connection);
    response.once('close', () => table.ended(connection));
  });
  events.watch(() => table.all().size);
  watchSlowReaders(server, table.all(), { ...settings, onCut: () => events.cut('slow_reader') });
  return {
    destroyAll: () => {
      for (const { socket } of table.all()) socket.destroy();
    },
  };
}

/** The other end, by which a secure socket is found beside the plain one below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
