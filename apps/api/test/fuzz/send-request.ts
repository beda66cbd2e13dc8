import { Agent, type ClientRequest, type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ReceivedAnswer } from '../support/openapi-validator.ts';
import type { FuzzRequest } from './make-requests.ts';

export interface FuzzClient {
  readonly send: (request: FuzzRequest) => Promise<ReceivedAnswer>;
  readonly close: () => void;
}

/** No answer of the API may take this long, on a machine that does much beside it. */
const TIMEOUT_MS = 120_000;

/** Sends requests exactly as they are, over a few connections that are kept. Streams are left when they begin. */
export function createFuzzClient(baseUrl: string, connections: number): FuzzClient {
  const { hostname, port } = new URL(baseUrl);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    send: async ({ method, path, headers, body }) => {
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const request: ClientRequest = httpRequest(
          { hostname, port, method, path, agent, headers: { ...headers, ...lengthOf(body) }, timeout: TIMEOUT_MS },
          resolve,
        );
        request.on('error', reject);
        request.on('timeout', () => request.destroy(new Error('no answer in time')));
        request.end(body);
      });
      const bytes = method === 'HEAD' ? await buffer(response) : await readBody(response);
      const received = new Headers();
      for (const [name, values] of Object.entries(response.headersDistinct)) {
        for (const value of values ?? []) received.append(name, value);
      }
      return { method, path, status: response.statusCode ?? 0, headers: received, body: bytes };
    },
    close: () => agent.destroy(),
  };
}

function lengthOf(body: string | undefined): Record<string, string> {
  return body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
}

async function readBody(response: IncomingMessage): Promise<Buffer> {
  // The first event may come as late as the first heartbeat.
  if ((response.headers['content-type'] ?? '').startsWith('text/event-stream')) {
    response.destroy();
    return Buffer.from('a stream');
  }
  return buffer(response);
}
