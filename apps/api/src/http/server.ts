import {
  createServer as createHttpServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import {
  boundConnections,
  type ConnectionEvents,
  type ConnectionSettings,
  DEFAULT_CONNECTIONS,
  type OpenConnections,
} from './connections.ts';
import type { AnswerPolicy } from './policy.ts';
import { answerInEnvelope, answerParserError, answerTunnel, isWellFormed } from './protocol-errors.ts';

export interface ServerOptions {
  readonly listener: RequestListener;
  readonly policy: AnswerPolicy;
  /** Certificate and key in PEM. Plain HTTP without them. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
  readonly connections?: Partial<ConnectionSettings>;
  readonly events?: ConnectionEvents;
}

/** An HTTP server that can end in order. */
export interface ApiServer {
  readonly server: Server;
  /** Resolves with the port once connections are accepted. Rejects when the address is taken. */
  listen(port: number, host: string): Promise<number>;
  /** Accepts nothing new, lets requests in flight finish, then closes what is left after the grace time. */
  close(graceMs: number): Promise<void>;
}

const LIMITS = {
  maxHeaderSize: 16 * 1024,
  /** Checked by `isWellFormed`, so that this refusal has an envelope too. */
  requireHostHeader: false,
  /** A client that sends its headers or body slowly is cut off. */
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than the idle time of usual load balancers, so that it is they who close. */
  keepAliveTimeout: 65_000,
} as const;
/** Node would wait two minutes for a client that says nothing after it has connected over TLS. */
const HANDSHAKE_MS = 10_000;
const IDLE_SWEEP_MS = 50;
/** Browsers and proxies send some dozens. */
const MAX_HEADERS = 100;
const NO_EVENTS: ConnectionEvents = { cut: () => undefined, watch: () => undefined };

/** Makes the server with limits on everything a client can be slow or large with. */
export function createApiServer(options: ServerOptions): ApiServer {
  let draining = false;
  const events = options.events ?? NO_EVENTS;
  const listener: RequestListener = (request, response) => {
    // What follows a wish for another protocol, Node does not read: nothing can come after this answer.
    if (draining || request.headers.upgrade !== undefined) response.shouldKeepAlive = false;
    if (request.rawHeaders.length > 2 * MAX_HEADERS)
      answerInEnvelope('HEADERS_TOO_LARGE', request, response, options.policy);
    else if (!isWellFormed(request)) answerInEnvelope('MALFORMED_REQUEST', request, response, options.policy);
    else options.listener(request, response);
  };
  const handle = inOrder(inLoopTurns(listener), () => events.cut('pipelined'));
  const server: Server =
    options.tls === undefined
      ? createHttpServer(LIMITS, handle)
      : createHttpsServer({ ...LIMITS, ...options.tls, minVersion: 'TLSv1.2', handshakeTimeout: HANDSHAKE_MS }, handle);
  // Node leaves out what is beyond; one more than may be tells that there was.
  server.maxHeadersCount = MAX_HEADERS + 1;
  const open = boundConnections(server, { ...DEFAULT_CONNECTIONS, ...options.connections }, events);
  // Before the next one is asked: without a session there is no way to tell the client anything.
  server.prependListener('tlsClientError', (_error: Error, socket: Socket) => socket.destroy());
  server.on('clientError', (error, socket) => answerParserError(error, socket, options.policy));
  server.on('connect', (_request, socket) => answerTunnel(socket, options.policy));
  server.on('checkExpectation', (request, response) =>
    answerInEnvelope('EXPECTATION_FAILED', request, response, options.policy),
  );
  return {
    server,
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          const address = server.address();
          resolve(typeof address === 'object' && address !== null ? address.port : port);
        });
      }),
    close: (graceMs) => {
      draining = true;
      return closeServer(server, open, graceMs);
    },
  };
}

async function closeServer(server: Server, open: OpenConnections, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle only after its last answer, so idle ones are looked for until none is left.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const force = setTimeout(() => open.destroyAll(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}

/** Requests that may wait on one connection behind the one that is being answered. */
const MAX_WAITING = 32;

/**
 * Answers the requests of one connection in turn. Node hands out a request as soon as it has arrived, even where the answer
 * to the one before is in flight: hundreds sent at once would all be worked on together, and those behind an answer that is
 * never taken would not even hear of the end of their connection.
 */
export function inOrder(listener: RequestListener, onCut: () => void): RequestListener {
  const waiting = new WeakMap<Socket, number>();

  const wait: RequestListener = (request, response) => {
    const { socket } = request;
    // The rest of what came in one piece with the request that went too far.
    if (socket.destroyed) return;
    const count = (waiting.get(socket) ?? 0) + 1;
    waiting.set(socket, count);
    if (count > MAX_WAITING) {
      onCut();
      socket.destroy();
      return;
    }
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
      listener(request, response);
    });
  };

  return (request, response) => {
    // An answer has its socket from the start, or gets it when it is its turn.
    if (response.socket === null) wait(request, response);
    else listener(request, response);
  };
}

/** How long requests are begun in one turn of the event loop. A hot read takes tenths of a millisecond. */
const TURN_MS = 2;

/**
 * Begins requests in the order in which they came, a few in each turn of the event loop. libuv accepts one connection in a turn
 * (libuv/libuv#3696), and Node hands out all requests that have arrived in the same turn: a hundred busy connections would make each
 * turn as long as a hundred requests, and of a hundred new connections the last would wait for ten thousand requests of the others.
 */
export function inLoopTurns(listener: RequestListener): RequestListener {
  const arrived: (readonly [IncomingMessage, ServerResponse])[] = [];
  let isDue = false;

  const beginSoon = (): void => {
    if (isDue || arrived.length === 0) return;
    isDue = true;
    setImmediate(beginSome);
  };

  const beginSome = (): void => {
    isDue = false;
    const endMs = performance.now() + TURN_MS;
    while (arrived.length > 0 && performance.now() < endMs) {
      const exchange = arrived.shift();
      // A request whose client has gone needs no answer.
      if (exchange !== undefined && !exchange[1].closed) listener(...exchange);
    }
    beginSoon();
  };

  return (...exchange) => {
    arrived.push(exchange);
    beginSoon();
  };
}
