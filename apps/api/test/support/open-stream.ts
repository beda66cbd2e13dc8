import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';

/** An answer of which only the head has arrived. */
export interface OpenStream {
  readonly status: number;
  readonly response: IncomingMessage;
  /** Hangs up without a word. */
  readonly abort: () => void;
}

/** Below the time that a test has. */
const FIRST_BYTES_TIMEOUT_MS = 120_000;

/** Asks for the stream with a key and comes back with the first bytes of the answer. */
export async function openStream(baseUrl: string, key: string, path = '/v1/stream'): Promise<OpenStream> {
  const request = httpRequest(`${baseUrl}${path}`, { headers: { 'X-SERVICE-API-KEY': key }, agent: false });
  request.on('error', () => undefined);
  request.end();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve);
    request.once('error', reject);
  });
  response.on('error', () => undefined);
  await once(response, 'data', { signal: AbortSignal.timeout(FIRST_BYTES_TIMEOUT_MS) });
  return { status: response.statusCode ?? 0, response, abort: () => request.destroy() };
}
