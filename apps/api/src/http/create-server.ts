import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AnswerPolicy } from './answer-policy.ts';
import { answerExpectation, answerMalformed, answerParserError, lacksHost } from './protocol-errors.ts';

export interface ServerOptions {
  readonly listener: RequestListener;
  readonly policy: AnswerPolicy;
  /** Certificate and key in PEM. Plain HTTP without them. */
  readonly tls?: { readonly cert: Buffer; readonly key: Buffer };
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
  /** Checked by `lacksHost`, so that this refusal has an envelope too. */
  requireHostHeader: false,
  /** A client that sends its headers or body slowly is cut off. */
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  /** Longer than the idle time of usual load balancers, so that it is they who close. */
  keepAliveTimeout: 65_000,
} as const;
/** A client that reads its answer this slowly, or not at all, is cut off. */
const SOCKET_IDLE_MS = 90_000;
const IDLE_SWEEP_MS = 50;

/** Makes the server with limits on everything a client can be slow or large with. */
export function createApiServer(options: ServerOptions): ApiServer {
  let draining = false;
  const listener: RequestListener = (request, response) => {
    if (draining) response.shouldKeepAlive = false;
    if (lacksHost(request)) answerMalformed(request, response, options.policy);
    else options.listener(request, response);
  };
  const server: Server =
    options.tls === undefined
      ? createHttpServer(LIMITS, listener)
      : createHttpsServer({ ...LIMITS, ...options.tls, minVersion: 'TLSv1.2' }, listener);
  server.setTimeout(SOCKET_IDLE_MS);
  server.on('clientError', (error, socket) => answerParserError(error, socket, options.policy));
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
      return closeServer(server, graceMs);
    },
  };
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  if (!server.listening) return;
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // A connection becomes idle only after its last answer, so idle ones are looked for until none is left.
  const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
  const force = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(force);
}
