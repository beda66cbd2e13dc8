import { Connection } from '@solana/web3.js';
import { redactUrl } from '@tidemark/runtime';
import { asJsonRpcFailure, classifyError, jsonRpcError } from './classify-error.ts';
import type { Clock } from './clock.ts';
import { createEndpointHealth, type EndpointHealth } from './endpoint-health.ts';
import { createHttpTransport } from './http-transport.ts';
import { RpcError } from './rpc-error.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

/** How one attempt ended, for metrics. */
export interface RpcAttempt {
  readonly method: string;
  /** Host and port of the endpoint. */
  readonly endpoint: string;
  readonly durationMs: number;
  /** 'ok' or the code of the RpcError. */
  readonly outcome: string;
}

export interface EndpointOptions {
  readonly url: string;
  readonly commitment: 'processed' | 'confirmed' | 'finalized';
  readonly timeoutMs: number;
  readonly requestsPerSecond: number;
  readonly clock: Clock;
  readonly onAttempt?: (attempt: RpcAttempt) => void;
}

/** What a call sees of the endpoint that it runs on. */
export interface EndpointCalls {
  /** Host and port: all of the URL that may be shown. */
  readonly host: string;
  readonly connection: Connection;
  /** One JSON-RPC request outside web3.js, with this id or the next number; returns its `result`. */
  readonly post: (method: string, parameters: readonly unknown[], id?: string) => Promise<unknown>;
}

export interface Endpoint {
  readonly host: string;
  readonly health: EndpointHealth;
  readonly bucket: TokenBucket;
  /** Runs one attempt; fails only with RpcError. */
  attempt<T>(method: string, run: (calls: EndpointCalls) => Promise<T>, signal?: AbortSignal): Promise<T>;
  close(): void;
}

/** One RPC endpoint: its transport, its rate limit, its health, and a web3.js Connection over the three. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  const { url, clock, onAttempt } = options;
  const host = displayHost(url);
  const scrub = createScrubber(url);
  const transport = createHttpTransport({ url, timeoutMs: options.timeoutMs });
  const bucket = createTokenBucket({ ratePerSecond: options.requestsPerSecond, clock });
  const health = createEndpointHealth({ clock });
  const connection = new Connection(url, {
    commitment: options.commitment,
    disableRetryOnRateLimit: true,
    fetch: async (_url, init) => {
      if (typeof init?.body !== 'string') throw new TypeError('expected a JSON text as request body');
      return new Response(await transport.post(init.body));
    },
  });

  let nextId = 1;
  async function post(method: string, parameters: readonly unknown[], givenId?: string): Promise<unknown> {
    const id = givenId ?? nextId++;
    const text = await transport.post(JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }));
    const answer: unknown = JSON.parse(text);
    const failure = asJsonRpcFailure(answer);
    if (failure !== undefined) throw jsonRpcError(failure, { method, endpoint: host }, scrub);
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
      throw new RpcError('MALFORMED_RESPONSE', 'the answer has no result', { method, endpoint: host });
    }
    return answer.result;
  }

  const calls: EndpointCalls = { host, connection, post };

  return {
    host,
    health,
    bucket,
    async attempt(method, run, signal) {
      await takeToken(bucket, { method, endpoint: host }, signal);
      const startedAt = clock.now();
      const report = (outcome: string): void =>
        onAttempt?.({ method, endpoint: host, durationMs: clock.now() - startedAt, outcome });
      try {
        const value = await run(calls);
        report('ok');
        return value;
      } catch (error) {
        const rpcError = classifyError(error, { method, endpoint: host }, scrub);
        report(rpcError.code);
        throw rpcError;
      }
    },
    close: () => transport.close(),
  };
}

async function takeToken(
  bucket: TokenBucket,
  target: { method: string; endpoint: string },
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await bucket.take(signal);
  } catch {
    throw new RpcError('ABORTED', 'the client was closed', target);
  }
}

/** Host and port; a part of the host that looks like a key is replaced, since some providers put it there. */
export function displayHost(url: string): string {
  return redactUrl(new URL(url).origin).replace(/^[a-z]+:\/\//, '');
}

/** Removes what may be a key (path segments, query values, user info) from texts that a provider sent. */
function createScrubber(url: string): (text: string) => string {
  const parsed = new URL(url);
  const secrets = [
    parsed.username,
    parsed.password,
    ...parsed.pathname.split('/'),
    ...parsed.searchParams.values(),
  ].filter((part) => part.length >= 6);
  return (text) => secrets.reduce((cleaned, secret) => cleaned.replaceAll(secret, '***'), text);
}
