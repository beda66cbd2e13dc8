import { parseRetryAfterMs } from './retry-after.ts';

/** What went wrong below JSON-RPC; the endpoint turns it into an RpcError with its method. */
export class TransportError extends Error {
  readonly kind: 'timeout' | 'connection' | 'status' | 'too-large' | 'aborted';
  readonly httpStatus: number | undefined;
  readonly retryAfterMs: number | undefined;
  /** Head of the answer's body, where there was one. */
  readonly body: string;

  constructor(
    kind: TransportError['kind'],
    message: string,
    extra: { httpStatus?: number; retryAfterMs?: number | undefined; body?: string } = {},
  ) {
    super(message);
    this.name = 'TransportError';
    this.kind = kind;
    this.httpStatus = extra.httpStatus;
    this.retryAfterMs = extra.retryAfterMs;
    this.body = extra.body ?? '';
  }
}

export interface HttpTransportOptions {
  readonly url: string;
  readonly timeoutMs: number;
  /** Bytes after which an answer is given up; a hundred reserves are about 1.2 MB. */
  readonly maxResponseBytes?: number;
}

export interface HttpTransport {
  /** Sends a JSON body and returns the text of a 2xx answer; fails with TransportError otherwise. */
  post(body: string): Promise<string>;
  /** Ends every request under way. */
  close(): void;
}

const ERROR_BODY_BYTES = 4_096;

/** One JSON-RPC endpoint over HTTP, with one time limit for connecting, waiting and reading together. */
export function createHttpTransport(options: HttpTransportOptions): HttpTransport {
  const { url, timeoutMs, maxResponseBytes = 64 * 1024 * 1024 } = options;
  const underWay = new Set<AbortController>();
  let closed = false;

  async function exchange(body: string, signal: AbortSignal): Promise<string> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body,
      signal,
      redirect: 'error',
    });
    if (response.ok) return readText(response, maxResponseBytes);
    const head = await readText(response, ERROR_BODY_BYTES).catch(() => '');
    throw new TransportError('status', `HTTP ${response.status}`, {
      httpStatus: response.status,
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), Date.now()),
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
        throw new TransportError('connection', describeConnectionError(error));
      } finally {
        clearTimeout(timer);
        underWay.delete(controller);
      }
    },
    close() {
      closed = true;
      for (const controller of underWay) controller.abort();
    },
  };
}

/** Reads a body up to a limit, so that a provider gone wrong cannot fill our memory. */
async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body) {
    size += chunk.byteLength;
    if (size > maxBytes) throw new TransportError('too-large', `answer larger than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, size).toString('utf8');
}

/** undici says "fetch failed" and keeps the reason in `cause`; its code is what an operator can act on. */
function describeConnectionError(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error) {
    const code = 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
    return `connection failed (${code})`;
  }
  return 'connection failed';
}
