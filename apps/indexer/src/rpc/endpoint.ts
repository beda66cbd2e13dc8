import { Connection } from '@solana/web3.js';
import { redactUrl } from '@tidemark/runtime';
import { HttpTransport } from './http-transport.ts';
import { parseAnswer, type ParsedAnswer } from './parse-answer.ts';
import { type Clock, CoolDown, ENDPOINT_COOL_DOWN, TokenBucket } from './pacing.ts';
import { asJsonRpcFailure, classifyError, jsonRpcError, RpcError } from './rpc-error.ts';

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
  /** One JSON-RPC request outside web3.js, with this id or the next number. */
  readonly post: (method: string, parameters: readonly unknown[], id?: string) => Promise<Answered>;
}

/** The result of a request, with the reader of the account data in it. */
export interface Answered extends Pick<ParsedAnswer, 'dataOf'> {
  readonly result: unknown;
}

/** Longest that a Retry-After is obeyed; beyond it asking again is kinder than looking dead. */
const MAX_RETRY_AFTER_MS = 30_000;

/** One RPC endpoint: its transport, its rate limit, its health, and a web3.js Connection over the three. */
export class Endpoint {
  readonly host: string;
  readonly #options: EndpointOptions;
  readonly #scrub: (text: string) => string;
  readonly #transport: HttpTransport;
  readonly #bucket: TokenBucket;
  readonly #coolDown: CoolDown;
  readonly #calls: EndpointCalls;
  #nextId = 1;

  constructor(options: EndpointOptions) {
    const { url, clock, timeoutMs, requestsPerSecond, commitment } = options;
    this.host = displayHost(url);
    this.#options = options;
    this.#scrub = createScrubber(url);
    this.#transport = new HttpTransport({ url, timeoutMs });
    this.#bucket = new TokenBucket(requestsPerSecond, clock);
    this.#coolDown = new CoolDown(clock, ENDPOINT_COOL_DOWN);
    const connection = new Connection(url, {
      commitment,
      disableRetryOnRateLimit: true,
      fetch: async (_url, init) => {
        if (typeof init?.body !== 'string') throw new TypeError('expected a JSON text as request body');
        return new Response(await this.#transport.post(init.body));
      },
    });
    this.#calls = { host: this.host, connection, post: (...call) => this.#post(...call) };
  }

  /** Milliseconds until the endpoint should be tried again; 0 when it may be used now. */
  coolDownMs(): number {
    return this.#coolDown.leftMs();
  }

  succeeded(): void {
    this.#coolDown.succeeded();
  }

  /** Leaves the endpoint alone for a while, as long at least as the provider has asked for. */
  failed(error: RpcError): void {
    const retryAfterMs = Math.min(error.context.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS);
    this.#coolDown.failed(retryAfterMs);
    if (retryAfterMs > 0) this.#bucket.pause(retryAfterMs);
  }

  /** Runs one attempt; fails only with RpcError. */
  async attempt<T>(method: string, run: (calls: EndpointCalls) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const target = { method, endpoint: this.host };
    await this.#bucket.take(signal).catch(() => {
      throw new RpcError('ABORTED', 'the client was closed', target);
    });
    const { clock, onAttempt } = this.#options;
    const startedAt = clock.now();
    const report = (outcome: string): void => onAttempt?.({ ...target, durationMs: clock.now() - startedAt, outcome });
    try {
      const value = await run(this.#calls);
      report('ok');
      return value;
    } catch (error) {
      const rpcError = classifyError(error, target, this.#scrub);
      report(rpcError.code);
      throw rpcError;
    }
  }

  close(): void {
    this.#transport.close();
  }

  async #post(method: string, parameters: readonly unknown[], givenId?: string): Promise<Answered> {
    const id = givenId ?? this.#nextId++;
    const target = { method, endpoint: this.host };
    const bytes = await this.#transport.post(JSON.stringify({ jsonrpc: '2.0', id, method, params: parameters }));
    const { answer, dataOf } = parseAnswer(bytes);
    const failure = asJsonRpcFailure(answer);
    if (failure !== undefined) throw jsonRpcError(failure, target, this.#scrub);
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
      throw new RpcError('MALFORMED_RESPONSE', 'the answer has no result', target);
    }
    return { result: answer.result, dataOf };
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
