import { redactUrl } from '@tidemark/runtime';
import { meaningOf, readFailure } from './answer-meaning.ts';
import { type HttpAnswer, HttpTransport } from './http-transport.ts';
import { type Clock, CoolDown, ENDPOINT_COOL_DOWN, LIMIT_PAUSE } from './pacing.ts';
import { parseAnswer, type ParsedAnswer } from './parse-answer.ts';
import type { Answered, CallTerms, RpcRequest } from './rpc.ts';
import { type FailureScope, RpcError, type RpcErrorContext, TransportError } from './rpc-error.ts';
import { TokenBucket } from './token-bucket.ts';

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
  readonly requestsPerSecond: number;
  /** Keys of one request, until the endpoint says that it takes fewer. */
  readonly maxKeys: number;
  readonly clock: Clock;
  readonly onAttempt?: (attempt: RpcAttempt) => void;
}

/** A cool-down of each method, and of all. */
class CoolDowns {
  readonly #of = new Map<string, CoolDown>();
  readonly #create: () => CoolDown;

  constructor(create: () => CoolDown) {
    this.#create = create;
  }

  leftMs(method: string): number {
    return Math.max(this.#of.get(method)?.leftMs() ?? 0, this.#of.get(ALL)?.leftMs() ?? 0);
  }

  wasDown(method: string, withinMs: number): boolean {
    return [method, ALL].some((key) => this.#of.get(key)?.wasDown(withinMs) === true);
  }

  failed(key: string, askedMs: number | undefined): void {
    const one = this.#of.get(key) ?? this.#create();
    this.#of.set(key, one);
    one.failed(askedMs);
  }

  succeeded(method: string): void {
    this.#of.get(method)?.succeeded();
    this.#of.get(ALL)?.succeeded();
  }
}

const ALL = '*';
const METHOD_NOT_FOUND = -32601;

/** One RPC endpoint: its transport, its rate, what limits it, and how it fares. */
export class Endpoint {
  readonly host: string;
  readonly #options: EndpointOptions;
  readonly #scrub: (text: string) => string;
  readonly #transport: HttpTransport;
  readonly #bucket: TokenBucket;
  /** Nothing is sent while one of these is left. */
  readonly #limits: CoolDowns;
  /** Others are asked first while one of these is left. */
  readonly #failures: CoolDowns;
  readonly #unknownMethods = new Set<string>();
  #maxKeys: number;
  #nextId = 1;

  constructor(options: EndpointOptions) {
    const { url, clock, requestsPerSecond, maxKeys } = options;
    this.host = displayHost(url);
    this.#options = options;
    this.#scrub = createScrubber(url);
    this.#transport = new HttpTransport({ url });
    this.#bucket = new TokenBucket(requestsPerSecond, clock);
    this.#limits = new CoolDowns(() => new CoolDown(clock, LIMIT_PAUSE));
    this.#failures = new CoolDowns(() => new CoolDown(clock, ENDPOINT_COOL_DOWN));
    this.#maxKeys = maxKeys;
  }

  /** Keys that it takes in one request, as far as is known. */
  get maxKeys(): number {
    return this.#maxKeys;
  }

  /** False where it has said that it does not know the method, which no node has to. */
  knows(method: string): boolean {
    return !this.#unknownMethods.has(method);
  }

  /** Milliseconds for which the provider wants no call of the method. */
  limitedMs(method: string): number {
    return this.#limits.leftMs(method);
  }

  /** Whether calls of the method wait for a limit, or did within the last milliseconds: the provider's, or the configured rate. */
  hasHeldBack(method: string, withinMs: number): boolean {
    return this.#limits.wasDown(method, withinMs) || this.#bucket.hasHeldBack(withinMs);
  }

  /** Milliseconds until the endpoint should be tried again; 0 when it may be used now. */
  coolDownMs(method: string): number {
    return Math.max(this.limitedMs(method), this.#failures.leftMs(method));
  }

  /** Leaves all of it alone for a while: it serves another chain. */
  failed(): void {
    this.#failures.failed(ALL, undefined);
  }

  /** Sends one request and reads its answer; fails only with RpcError. */
  async ask<T>(
    request: RpcRequest,
    read: (answer: Answered) => T,
    { timeoutMs, priority }: Pick<CallTerms, 'timeoutMs' | 'priority'>,
    signal?: AbortSignal,
  ): Promise<T> {
    const { method } = request;
    const target = { method, endpoint: this.host };
    await this.#bucket.take(priority, signal).catch(() => {
      throw new RpcError('ABORTED', 'the client was closed', target);
    });
    // Another call may have been told to wait since this one began to.
    const limitedMs = this.limitedMs(method);
    if (limitedMs > 0) throw limitedError(target, limitedMs);
    const { clock, onAttempt } = this.#options;
    const startedAt = clock.now();
    const report = (outcome: string): void => onAttempt?.({ ...target, durationMs: clock.now() - startedAt, outcome });
    try {
      const value = read(await this.#post(request, timeoutMs));
      report('ok');
      this.#failures.succeeded(method);
      // One that was under way when the provider said to wait ends no pause.
      if (this.limitedMs(method) === 0) this.#limits.succeeded(method);
      return value;
    } catch (error) {
      const rpcError = this.#toRpcError(error, target);
      report(rpcError.code);
      this.#learn(rpcError, request);
      throw rpcError;
    }
  }

  close(): void {
    this.#bucket.close();
    this.#transport.close();
  }

  #learn({ code, context }: RpcError, { method, keys, isExtension = false }: RpcRequest): void {
    if (isExtension && context.rpcCode === METHOD_NOT_FOUND) this.#unknownMethods.add(method);
    if (code === 'ABORTED' || code === 'NODE_BEHIND' || code === 'METHOD_REFUSED') return;
    const place = context.scope === 'endpoint' ? ALL : method;
    if (code === 'RATE_LIMITED') {
      this.#limits.failed(place, context.retryAfterMs);
      this.#bucket.empty();
    } else if (code === 'REQUEST_TOO_LARGE') {
      if (keys !== undefined) this.#maxKeys = Math.min(this.#maxKeys, smallerThan(keys, context.maxKeys));
    } else this.#failures.failed(place, context.retryAfterMs);
  }

  async #post({ method, params, id = '' }: RpcRequest, timeoutMs: number): Promise<Answered> {
    const target = { method, endpoint: this.host };
    const body = JSON.stringify({ jsonrpc: '2.0', id: id === '' ? this.#nextId++ : id, method, params });
    const answered = await this.#transport.post(body, timeoutMs);
    const parsed = tryParse(answered.body);
    const failure = readFailure(parsed?.answer);
    if (answered.status >= 300 || failure !== undefined) throw this.#refusal(target, answered, failure);
    const refuse = (detail: string): never => {
      throw new RpcError('MALFORMED_RESPONSE', detail, { ...target, scope: 'endpoint' });
    };
    if (parsed === undefined) return refuse(`no JSON: ${this.#scrub(shorten(answered.body.toString('utf8', 0, 200)))}`);
    const { answer, dataOf } = parsed;
    if (typeof answer !== 'object' || answer === null || !('result' in answer)) {
      return refuse('the answer has no result');
    }
    return { result: answer.result, dataOf, host: this.host, refuse };
  }

  #refusal(
    target: { readonly method: string; readonly endpoint: string },
    { status: httpStatus, body, told }: HttpAnswer,
    failure: ReturnType<typeof readFailure>,
  ): RpcError {
    const text = failure?.text ?? shorten(body.toString('utf8', 0, 1_000));
    const { code, scope, maxKeys } = meaningOf({ httpStatus, rpcCode: failure?.rpcCode, text });
    const detail = [
      ...(httpStatus === 200 ? [] : [`HTTP ${httpStatus}`]),
      ...(failure === undefined ? [] : [`RPC error ${failure.rpcCode}: ${this.#scrub(shorten(text))}`]),
    ].join(', ');
    const isLimit = code === 'RATE_LIMITED';
    return new RpcError(code, detail, {
      ...target,
      httpStatus,
      scope: isLimit ? (told.scope ?? scope) : scope,
      ...(failure === undefined ? {} : { rpcCode: failure.rpcCode }),
      ...(told.retryAfterMs === undefined ? {} : { retryAfterMs: told.retryAfterMs }),
      ...(maxKeys === undefined ? {} : { maxKeys }),
    });
  }

  #toRpcError(error: unknown, target: { readonly method: string; readonly endpoint: string }): RpcError {
    if (error instanceof RpcError) return error;
    if (error instanceof TransportError) {
      // A method can be slow where others are not.
      const scope: FailureScope = error.code === 'TIMEOUT' ? 'method' : 'endpoint';
      return new RpcError(error.code, this.#scrub(error.message), { ...target, scope });
    }
    const message = error instanceof Error ? error.message : String(error);
    return new RpcError('MALFORMED_RESPONSE', this.#scrub(shorten(message)), { ...target, scope: 'endpoint' });
  }
}

/** The error of a call that is not sent, because the provider has asked to wait. */
export function limitedError(target: Pick<RpcErrorContext, 'method' | 'endpoint'>, waitMs: number): RpcError {
  const detail = `waits for the limit of the provider, ${Math.ceil(waitMs / 1000)} s more`;
  return new RpcError('RATE_LIMITED', detail, { ...target, retryAfterMs: waitMs });
}

/** What was named where it is less than what was refused, else half of that. */
function smallerThan(keys: number, named: number | undefined): number {
  return named !== undefined && named < keys ? named : Math.max(1, Math.floor(keys / 2));
}

function tryParse(body: Buffer): ParsedAnswer | undefined {
  try {
    return parseAnswer(body);
  } catch {
    return undefined;
  }
}

function shorten(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
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
