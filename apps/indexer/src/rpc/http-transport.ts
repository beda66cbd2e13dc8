import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { errorCode } from '@tidemark/runtime';
import { readBody } from './read-body.ts';
import { parseRetryAfterMs } from './retry-after.ts';
import { TransportError } from './transport-error.ts';

export interface HttpTransportOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Bytes after which an answer is given up; a hundred reserves are about 1.2 MB. */
  readonly maxResponseBytes?: number;
}

export interface HttpTransport {
  /** Sends a JSON body and returns the text of a 2xx answer; fails with TransportError otherwise. */
  post(body: string): Promise<string>;
  /** Ends every request under way and closes the connections. */
  close(): void;
}

const ERROR_BODY_BYTES = 4_096;
/** One second less than a Solana node keeps an idle connection. */
const IDLE_CONNECTION_MS = 19_000;
const MAX_CONNECTIONS = 16;

/**
 * One JSON-RPC endpoint over HTTP, with one time limit for connecting, waiting and reading together.
 *
 * Over node:http and not fetch, because fetch closes a connection that was idle for four seconds: at the usual interval every
 * poll would begin with TCP and TLS handshakes. It also lets gzip be undone off the main thread.
 */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { timeoutMs, maxResponseBytes = 64 * 1024 * 1024 } = options;
  const { open, destroy } = createOpener(new URL(options.url));
  const underWay = new Set<AbortController>();
  let closed = false;

  async function exchange(body: string, signal: AbortSignal): Promise<string> {
    const response = await sendOnce(() => open(body, signal), body);
    const status = response.statusCode ?? 0;
    if (status >= 200 && status < 300) return readBody(response, maxResponseBytes);
    const head = await readBody(response, ERROR_BODY_BYTES).catch(() => '');
    throw new TransportError('status', `HTTP ${status}`, {
      httpStatus: status,
      retryAfterMs: parseRetryAfterMs(response.headers['retry-after'] ?? null, Date.now()),
      body: head,
    });
  }

  return {
    async post(body) {
      if (closed) throw new TransportError('aborted', 'the client is closed');
      const controller = new AbortController();
      let timedOut = false;
      const timer = setTimeout(() => {
        timedOut = true;
        controller.abort();
      }, timeoutMs);
      underWay.add(controller);
      try {
        return await exchange(body, controller.signal);
      } catch (error) {
        if (error instanceof TransportError) throw error;
        if (timedOut) throw new TransportError('timeout', `no answer within ${timeoutMs} ms`);
        if (closed) throw new TransportError('aborted', 'the client was closed');
        throw new TransportError('connection', `connection failed (${errorCode(error) ?? 'unknown reason'})`);
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    close() {
      closed = true;
      for (const controller of underWay) controller.abort();
      destroy();
    },
  };
}

interface Opener {
  /** A POST request with its head; the body is still to be sent. */
  readonly open: (body: string, signal: AbortSignal) => ClientRequest;
  readonly destroy: () => void;
}

/** Requests to one URL over connections that stay open between them. */
function createOpener(url: URL): Opener {
  const settings = { keepAlive: true, timeout: IDLE_CONNECTION_MS, maxSockets: MAX_CONNECTIONS };
  const isSecure = url.protocol === 'https:';
  const request = isSecure ? requestHttps : requestHttp;
  const agent = isSecure ? new HttpsAgent(settings) : new HttpAgent(settings);
  return {
    open: (body, signal) =>
      request(url, {
        method: 'POST',
        agent,
        signal,
        headers: {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          accept: 'application/json',
          'accept-encoding': 'gzip',
        },
      }),
    destroy: () => agent.destroy(),
  };
}

/**
 * Sends a request and waits for the head of its answer. A server may close an idle connection in the very moment in which it
 * is used again; such a request was never served and goes out once more, on a new connection.
 */
async function sendOnce(open: () => ClientRequest, body: string): Promise<IncomingMessage> {
  const first = open();
  try {
    return await answerTo(first, body);
  } catch (error) {
    if (!first.reusedSocket || errorCode(error) !== 'ECONNRESET') throw error;
    return answerTo(open(), body);
  }
}

function answerTo(request: ClientRequest, body: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.once('response', resolve);
    // Stays on: an error after the answer's head arrives here as well as on the answer.
    request.on('error', reject);
    request.end(body);
  });
}
