import { Agent, type IncomingMessage, request } from 'node:http';
import type { Outcome } from './open-loop.ts';

export interface LoadRequest {
  readonly path: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are right besides 2xx and 304. */
  readonly expected?: readonly number[];
}

export interface LoadClient {
  /** Asks, reads the answer to its end and lets it go. `onHead` sees its headers. Never rejects. */
  ask(asked: LoadRequest, onHead?: (response: IncomingMessage) => void): Promise<Outcome>;
  close(): void;
}

/** Longer than the API lets any statement take. */
const TIMEOUT_MS = 30_000;

/** A client that keeps at most so many connections open. */
export function createLoadClient(baseUrl: string, maxConnections: number): LoadClient {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections, scheduling: 'lifo' });
  const { hostname, port } = new URL(baseUrl);
  return {
    ask: ({ path, method = 'GET', headers = {}, expected = [] }, onHead) =>
      new Promise((resolve) => {
        const askedAtMs = performance.now();
        let connection: Outcome['connection'];
        const end = (outcome: Outcome): void =>
          resolve(connection === undefined ? outcome : { ...outcome, connection });
        const fail = (error: NodeJS.ErrnoException): void => end({ what: error.code ?? error.message, failed: true });
        const asking = request({ agent, hostname, port, path, method, headers, timeout: TIMEOUT_MS });
        asking.once('socket', (socket) => {
          connection = { waitedMs: performance.now() - askedAtMs, isNew: socket.connecting };
        });
        asking.once('timeout', () => asking.destroy(Object.assign(new Error('timeout'), { code: 'TIMEOUT' })));
        asking.once('error', fail);
        asking.once('response', (response) => {
          onHead?.(response);
          response.once('error', fail);
          response.once('end', () => end(judge(response, expected)));
          // Data before its end is cut: the answer says so by neither of the above.
          response.once('close', () => end({ what: 'CUT', failed: true }));
          response.resume();
        });
        asking.end();
      }),
    close: () => agent.destroy(),
  };
}

/** A promise settles once: `close` after `end` changes nothing. */
function judge({ statusCode = 0, headers }: IncomingMessage, expected: readonly number[]): Outcome {
  const isGood = (statusCode >= 200 && statusCode < 300) || statusCode === 304 || expected.includes(statusCode);
  if (isGood) return { what: String(statusCode), failed: false };
  // 503 is a valid answer as long as it has Retry-After.
  if (statusCode === 503 && headers['retry-after'] !== undefined)
    return { what: '503 with Retry-After', failed: false };
  return { what: String(statusCode), failed: true };
}
