import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type ReceivedAnswer, validateAnswer } from './openapi-validator.ts';

export interface CallOptions {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
  /** False for the rare answer that the document cannot describe, such as one to an alias of a protocol. */
  readonly validate?: boolean;
}

/** An answer with its bytes as sent and decompressed. */
export interface Answer extends ReceivedAnswer {
  /** Bytes on the wire, still compressed. */
  readonly sent: Buffer;
  readonly text: string;
  json(): unknown;
}

/** Asks exactly what is given: no redirects, no headers of its own but Host and Connection. The answer is validated. */
export type Call = (path: string, options?: CallOptions) => Promise<Answer>;

/** Below the time that a test has, so that the request is named that did not end. */
const ANSWER_TIMEOUT_MS = 300_000;

/** A client of one server. Every answer is held against the OpenAPI document before the test sees it. */
export function createCall(baseUrl: string): Call {
  return async (path, options = {}) => {
    const method = options.method ?? 'GET';
    const answer = await send(baseUrl, path, method, options);
    if (options.validate !== false) validateAnswer(answer);
    return answer;
  };
}

async function send(baseUrl: string, path: string, method: string, options: CallOptions): Promise<Answer> {
  const signal = AbortSignal.timeout(ANSWER_TIMEOUT_MS);
  const { response, sent } = await receive(baseUrl, path, method, { ...options, signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
    throw new Error(`${method} ${path} was not answered within ${ANSWER_TIMEOUT_MS} ms`, { cause: error });
  });
  const headers = new Headers();
  for (const [name, values] of Object.entries(response.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value);
  }
  const body = decompress(sent, headers.get('content-encoding'));
  const text = body.toString('utf8');
  const status = response.statusCode ?? 0;
  return { method, path, status, headers, sent, body, text, json: () => JSON.parse(text) as unknown };
}

interface ReceiveOptions extends CallOptions {
  readonly signal: AbortSignal;
}

async function receive(baseUrl: string, path: string, method: string, { headers, body, signal }: ReceiveOptions) {
  const { hostname, port } = new URL(baseUrl);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest(
      { hostname, port, path, method, headers: headers ?? {}, agent: false, signal },
      resolve,
    );
    request.on('error', reject);
    request.end(body);
  });
  if (method !== 'HEAD' && response.headers['content-type']?.startsWith('text/event-stream') === true) {
    response.destroy();
    throw new Error(`${method} ${path} was answered with ${response.statusCode} and a stream, which has no end`);
  }
  return { response, sent: await buffer(response) };
}

function decompress(bytes: Buffer, encoding: string | null): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}
