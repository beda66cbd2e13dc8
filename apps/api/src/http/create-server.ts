import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { Socket } from 'node:net';
import type { AnswerPolicy } from './answer-policy.ts';
import {
  boundConnections,
  type ConnectionEvents,
  type ConnectionSettings,
  DEFAULT_CONNECTIONS,
  type OpenConnections,
} from './connections.ts';
import { inOrder } from './in-order.ts';
import { inLoopTurns } from './loop-turns.ts';
import {
  answerExpectation,
  answerMalformed,
  answerParserError,
  answerTooManyHeaders,
  answerTunnel,
} from './protocol-errors.ts';
import { isWellFormed } from './well-formed.ts';

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
  /** Accepts nothing new, lets requests under way finish, then closes what is left after the grace time. */
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
    if (request.rawHeaders.length > 2 * MAX_HEADERS) answerTooManyHeaders(request, response, options.policy);
    else if (!isWellFormed(request)) answerMalformed(request, response, options.policy);
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
  server.on('checkExpectation', (request, response) => answerExpectation(request, response, options.policy));
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
