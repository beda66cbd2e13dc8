import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from '../access/client-address.ts';
import { watchSlowReaders } from './slow-readers.ts';

/** Bounds of connections. */
export interface ConnectionSettings {
  readonly maxConnections: number;
  /** Of one address, as the socket has it, or of a /64 of IPv6. 0: not bounded, as behind a proxy. */
  readonly maxConnectionsPerAddress: number;
  /** How long a client may take for a piece of an answer that is handed to the kernel. */
  readonly sendTimeoutMs: number;
}

export type CutReason = 'connections' | 'address' | 'pipelined' | 'slow_reader';

export interface ConnectionEvents {
  /** A connection was refused, or cut. */
  cut(reason: CutReason): void;
  /** Lets the gauge of open connections be read. */
  watch(count: () => number): void;
}

export const DEFAULT_CONNECTIONS: ConnectionSettings = {
  maxConnections: 5_000,
  maxConnectionsPerAddress: 1_000,
  sendTimeoutMs: 120_000,
};

/** All connections of a server, also those that Node's own list lacks: a TLS handshake that has not come to an end. */
export interface OpenConnections {
  destroyAll(): void;
}

/** Keeps connections within their bounds. What is beyond them is closed at once, without an answer: that costs least. */
export function boundConnections(
  server: Server,
  settings: ConnectionSettings,
  events: ConnectionEvents,
): OpenConnections {
  const { maxConnectionsPerAddress: perAddress } = settings;
  const open = new Map<string, number>();
  const senders = new Set<Socket>();
  let count = 0;
  server.maxConnections = settings.maxConnections;
  server.on('drop', () => events.cut('connections'));
  // Before TLS, too: a handshake is the dearest part of a connection.
  server.on('connection', (socket: Socket) => {
    const address = clientOf(socket.remoteAddress) ?? '';
    const ofAddress = (open.get(address) ?? 0) + 1;
    if (perAddress > 0 && ofAddress > perAddress) {
      events.cut('address');
      socket.destroy();
      return;
    }
    open.set(address, ofAddress);
    count += 1;
    socket.once('close', () => {
      count -= 1;
      const left = (open.get(address) ?? 1) - 1;
      if (left === 0) open.delete(address);
      else open.set(address, left);
    });
  });
  const watch = (socket: Socket): void => {
    senders.add(socket);
    socket.once('close', () => senders.delete(socket));
  };
  server.on('connection', watch);
  // Over TLS it is this one that answers are written to.
  server.on('secureConnection', watch);
  events.watch(() => count);
  watchSlowReaders(server, senders, { timeoutMs: settings.sendTimeoutMs, onCut: () => events.cut('slow_reader') });
  return {
    destroyAll: () => {
      for (const socket of senders) socket.destroy();
    },
  };
}
