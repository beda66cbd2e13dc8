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
  const table = new ConnectionTable(settings);
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
  events.watch(() => table.all.size);
  watchSlowReaders(server, table.all, { ...settings, onCut: () => events.cut('slow_reader') });
  return {
    destroyAll: () => {
      for (const { socket } of table.all) socket.destroy();
    },
  };
}

/** The other end, by which a secure socket is found beside the plain one below it. */
function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}

/** A connection of a client. */
export interface Connection {
  /** What answers are written to: over TLS the secure socket once the handshake is over. */
  socket: Socket;
  /** Stands for the address that it comes from. */
  readonly client: string;
  /** Requests that have arrived and are not answered. */
  underWay: number;
}

export interface ConnectionBounds {
  readonly maxConnections: number;
  /** 0: not bounded. */
  readonly maxConnectionsPerAddress: number;
}

/** What became of a new connection: taken, taken in place of another one that must be closed, or refused for a bound. */
export type Admission = { readonly closed: Connection | null } | { readonly refusedFor: 'connections' | 'address' };

/** In the order in which they were opened, and those that wait for a request in the order in which they began to wait. */
interface Connections {
  readonly all: Set<Connection>;
  readonly idle: Set<Connection>;
}

/**
 * The open connections within their bounds. At a bound the connection that has been idle longest is closed for a new one, of the
 * address itself at the bound of an address. Where none is idle, the address that holds most gives up its oldest connection,
 * provided that it still holds as many as the new one's address does: a few addresses keep nobody out, whatever they do.
 *
 * A connection is idle from its beginning, or from the end of its last answer, until the headers of a request are complete. One that
 * sends its headers slowly therefore counts as idle.
 */
class ConnectionTable {
  readonly #bounds: ConnectionBounds;
  readonly #everybody: Connections = { all: new Set(), idle: new Set() };
  readonly #clients = new Map<string, Connections>();

  constructor(bounds: ConnectionBounds) {
    this.#bounds = bounds;
  }

  get all(): ReadonlySet<Connection> {
    return this.#everybody.all;
  }

  /** Takes a connection in. The one that is given back as closed is out of the table already. */
  admit(connection: Connection): Admission {
    const { maxConnections, maxConnectionsPerAddress: perAddress } = this.#bounds;
    const own = this.#clients.get(connection.client);
    const held = own?.all.size ?? 0;
    let closed: Connection | undefined;
    if (perAddress > 0 && held >= perAddress) {
      closed = first(own?.idle);
      if (closed === undefined) return { refusedFor: 'address' };
    } else if (this.#everybody.all.size >= maxConnections) {
      closed = first(this.#everybody.idle) ?? this.#oldestOfLargest(held);
      if (closed === undefined) return { refusedFor: 'connections' };
    }
    if (closed !== undefined) this.remove(closed);
    this.#add(connection);
    return { closed: closed ?? null };
  }

  /** Does nothing for a connection that is not in the table. */
  remove(connection: Connection): void {
    if (!this.#everybody.all.delete(connection)) return;
    this.#everybody.idle.delete(connection);
    const own = this.#clients.get(connection.client);
    own?.all.delete(connection);
    own?.idle.delete(connection);
    if (own?.all.size === 0) this.#clients.delete(connection.client);
  }

  began(connection: Connection): void {
    connection.underWay += 1;
    this.#everybody.idle.delete(connection);
    this.#clients.get(connection.client)?.idle.delete(connection);
  }

  ended(connection: Connection): void {
    connection.underWay -= 1;
    if (connection.underWay > 0 || !this.#everybody.all.has(connection)) return;
    this.#everybody.idle.add(connection);
    this.#clients.get(connection.client)?.idle.add(connection);
  }

  #add(connection: Connection): void {
    const own = this.#clients.get(connection.client) ?? { all: new Set(), idle: new Set() };
    this.#clients.set(connection.client, own);
    for (const { all, idle } of [this.#everybody, own]) {
      all.add(connection);
      idle.add(connection);
    }
  }

  /** Undefined where no address holds so many more that it can give one up. */
  #oldestOfLargest(held: number): Connection | undefined {
    let largest: Connections | undefined;
    for (const one of this.#clients.values()) if (one.all.size > (largest?.all.size ?? held + 1)) largest = one;
    return first(largest?.all);
  }
}

function first(connections: ReadonlySet<Connection> | undefined): Connection | undefined {
  if (connections === undefined) return undefined;
  const [connection] = connections;
  return connection;
}
