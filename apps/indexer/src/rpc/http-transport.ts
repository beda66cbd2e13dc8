import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { errorCode } from '@tidemark/runtime';
import { Agent, request } from 'undici';
import { TransportError } from './rpc-error.ts';
import { readToldLimit, type ToldLimit } from './told-limits.ts';

const gunzipAsync = promisify(gunzip);

export interface HttpTransportOptions {
  readonly url: string;
  /** Bytes after which an answer is given up; a hundred reserves are about 1.2 MB. */
  readonly maxResponseBytes?: number;
}

/** An answer with any status. */
export interface HttpAnswer {
  readonly status: number;
  readonly body: Buffer;
  readonly told: ToldLimit;
}

/** One second less than a Solana node keeps an idle connection. */
const IDLE_CONNECTION_MS = 19_000;
const CONNECT_TIMEOUT_MS = 10_000;
const MAX_CONNECTIONS = 16;
/** A server may close an idle connection in the very moment in which it is used again. */
const LOST_CONNECTION = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);
const TOO_LARGE = new Set(['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'ERR_BUFFER_TOO_LARGE']);

/** One JSON-RPC endpoint over HTTP, with one time limit for connecting, waiting and reading together. */
export class HttpTransport {
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #maxBytes: number;
  readonly #agent: Agent;
  #closed = false;

  constructor({ url, maxResponseBytes = 64 * 1024 * 1024 }: HttpTransportOptions) {
    const { username, password, href } = new URL(url);
    const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
    this.#url = href;
    this.#headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'gzip',
      ...(credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
    };
    this.#maxBytes = maxResponseBytes;
    this.#agent = new Agent({
      keepAliveTimeout: IDLE_CONNECTION_MS,
      connections: MAX_CONNECTIONS,
      maxResponseSize: maxResponseBytes,
      connect: { timeout: CONNECT_TIMEOUT_MS },
    });
  }

  /** Sends a JSON body and returns the answer, whatever its status; fails with TransportError where none came. */
  async post(body: string, timeoutMs: number): Promise<HttpAnswer> {
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const exchange = () => this.#exchange(body, signal);
      // Nothing that is asked for changes anything, so a request whose connection was lost goes out once more.
      return await exchange().catch((error: unknown) => {
        if (this.#closed || !LOST_CONNECTION.has(errorCode(error) ?? '')) throw error;
        return exchange();
      });
    } catch (error) {
      if (error instanceof TransportError) throw error;
      if (this.#closed) throw new TransportError('ABORTED', 'the client is closed');
      if (signal.aborted) throw new TransportError('TIMEOUT', `no answer within ${timeoutMs} ms`);
      const code = errorCode(error) ?? 'unknown reason';
      if (TOO_LARGE.has(code))
        throw new TransportError('MALFORMED_RESPONSE', `answer larger than ${this.#maxBytes} bytes`);
      throw new TransportError('CONNECTION_FAILED', `connection failed (${code})`);
    }
  }

  /** Ends every request in flight and closes the connections. */
  close(): void {
    this.#closed = true;
    void this.#agent.destroy();
  }

  async #exchange(body: string, signal: AbortSignal): Promise<HttpAnswer> {
    const { statusCode, headers, ...answer } = await request(this.#url, {
      method: 'POST',
      dispatcher: this.#agent,
      headers: this.#headers,
      body,
      signal,
    });
    const bytes = Buffer.from(await answer.body.arrayBuffer());
    const decoded = this.#decode(bytes, headers['content-encoding']);
    return {
      status: statusCode,
      // What a refusal says in a body that cannot be read, its status says too.
      body: await (statusCode < 300 ? decoded : decoded.catch(() => Buffer.alloc(0))),
      told: readToldLimit(headers, Date.now()),
    };
  }

  /** Undoes gzip off the main thread. */
  async #decode(bytes: Buffer, encoding: string | string[] | undefined): Promise<Buffer> {
    if (encoding === undefined || encoding === 'identity') return bytes;
    if (encoding !== 'gzip')
      throw new TransportError('CONNECTION_FAILED', `unknown content encoding ${String(encoding)}`);
    return gunzipAsync(bytes, { maxOutputLength: this.#maxBytes });
  }
}
