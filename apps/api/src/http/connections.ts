import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { clientOf } from './client-address.ts';
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

/** All connections of a server, also those that Node's own list lacks: TLS handshakes that have not ended. */
export interface OpenConnections {
  destroyAll(): void;
}

/** Keeps connections within their bounds. What is beyond them is closed without an answer: that costs least. */
export function boundConnections(
  server: Server,
  settings: ConnectionSettings,
  events: ConnectionEvents,
): OpenConnections {
  const table = new ConnectionTable(settings);
  const ofSocket = new WeakMap<Socket, Connection>();
  const ofPeer = new Map<string, Connection>();

  // Before TLS, too: a handshake is the dearest part of a connection.
  server.on('connection', (socket: Socket) => {
    const client = clientOf(socket.remoteAddress) ?? '';
    const connection: Connection = { socket, plain: socket, client, inFlight: 0, idleSince: performance.now() };
    const admission = table.admit(connection);
    if ('refusedFor' in admission) {
      events.cut(admission.refusedFor);
      socket.destroy();
      return;
    }
    const { closed } = admission;
    if (closed !== null) {
      events.cut(closed.inFlight === 0 ? 'idle' : 'largest');
      if (closed.inFlight === 0) closed.socket.destroy();
      else reset(closed);
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
    connection.inFlight += 1;
    response.once('close', () => {
      connection.inFlight -= 1;
      connection.idleSince = performance.now();
    });
  });
  events.watch(() => table.all.size);
  watchSlowReaders(server, table.all, {
    ...settings,
    onSlow: (connection) => {
      events.cut('slow_reader');
      reset(connection);
    },
  });
  return {
    destroyAll: () => {
      for (const { socket } of table.all) socket.destroy();
    },
  };
}

/**
 * Ends a connection with answers that were not taken. A reset throws away what the kernel holds of them, megabytes, and reaches a client
 * whose window is shut; an end in order would wait behind them for as long as the client likes.
 */
function reset({ socket, plain }: Connection): void {
  plain.resetAndDestroy();
  if (socket !== plain) socket.destroy();
}

/** The other end, by which a secure socket is found beside the plain one below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** A connection of a client. */
export interface Connection {
  /** What answers are written to: over TLS the secure socket once the handshake is over. */
  socket: Socket;
  /** The connection itself, over TLS the one below the secure socket. */
  readonly plain: Socket;
  /** Stands for the address that it comes from. */
  readonly client: string;
  /** Requests that have arrived and are not answered. */
  inFlight: number;
  /** When the last answer ended, or the connection was opened. */
  idleSince: number;
}

export interface ConnectionBounds {
  readonly maxConnections: number;
  /** 0: not bounded. */
  readonly maxConnectionsPerAddress: number;
}

/** What became of a new connection: taken, taken in place of another one that must be closed, or refused for a bound. */
export type Admission = { readonly closed: Connection | null } | { readonly refusedFor: 'connections' | 'address' };

/**
 * The open connections within their bounds. At a bound the connection that has been idle longest is closed for a new one, of the
 * address itself at the bound of an address. Where none is idle, the address that holds most gives up its oldest connection,
 * provided that it still holds as many as the new one's address does: a few addresses cannot lock the others out.
 *
 * A connection is idle from its beginning, or from the end of its last answer, until the headers of a request are complete. One that
 * sends its headers slowly therefore counts as idle.
 */
class ConnectionTable {
  readonly #bounds: ConnectionBounds;
  /** In the order in which they were opened. Searched at a bound alone, where that costs less than a handshake. */
  readonly #open = new Set<Connection>();
  readonly #counts = new Map<string, number>();

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  get all(): ReadonlySet<Connection> {
    return this.#open;
  }

  /** Takes a connection in. The one that is given back as closed is out of the table already. */
  admit(connection: Connection): Admission {
    const { maxConnections, maxConnectionsPerAddress: perAddress } = this.#bounds;
    const held = this.#counts.get(connection.client) ?? 0;
    let closed: Connection | null = null;
    if (perAddress > 0 && held >= perAddress) {
      closed = this.#longestIdle(connection.client);
      if (closed === null) return { refusedFor: 'address' };
    } else if (this.#open.size >= maxConnections) {
      closed = this.#longestIdle() ?? this.#oldestOfLargest(held);
      if (closed === null) return { refusedFor: 'connections' };
    }
    if (closed !== null) this.remove(closed);
    this.#open.add(connection);
    this.#counts.set(connection.client, (this.#counts.get(connection.client) ?? 0) + 1);
    return { closed };
  }

  /** Does nothing for a connection that is not in the table. */
  remove(connection: Connection): void {
    if (!this.#open.delete(connection)) return;
    const left = (this.#counts.get(connection.client) ?? 1) - 1;
    if (left === 0) this.#counts.delete(connection.client);
    else this.#counts.set(connection.client, left);
  }

  /** Of all, or of one client. */
  #longestIdle(client?: string): Connection | null {
    let longest: Connection | null = null;
    for (const one of this.#open) {
      if (one.inFlight > 0 || (client !== undefined && one.client !== client)) continue;
      if (longest === null || one.idleSince < longest.idleSince) longest = one;
    }
    return longest;
  }

  /** Null where no address holds so many more that it can give one up. */
  #oldestOfLargest(held: number): Connection | null {
    let [largest, most] = ['', held + 1];
    for (const [client, count] of this.#counts) if (count > most) [largest, most] = [client, count];
    if (most === held + 1) return null;
    for (const one of this.#open) if (one.client === largest) return one;
    return null;
  }
}
