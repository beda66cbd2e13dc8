import { API_KEY_HEADER, limitHeaders, type Route, routes } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { ApiKeyVerification } from '@tidemark/schema';
import type { Request, Response } from 'express';
import { clientBehind, clientOf } from '../http/client-address.ts';
import {
  type Admission,
  type Answer,
  ApiError,
  type Caller,
  type Exchange,
  type KeyCaller,
  type StreamAnswer,
} from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import { setHeaders } from '../http/policy.ts';
import { privately } from '../http/prepared.ts';
import { queryOf } from '../http/query.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { readFormat } from '../rows/query.ts';
import { Exports, withLease } from './exports.ts';
import type { KeyUsage } from './key-usage.ts';
import { Callers } from './keys.ts';
import { rateLimited, type RateState, RequestLimits } from './limits.ts';
import { SharedStore, type SharedStoreOptions } from './shared-store.ts';

/** Where all replicas count together; the patience with it differs in tests only. */
export type RedisSettings = Pick<SharedStoreOptions, 'url' | 'keyPrefix' | 'commandTimeoutMs' | 'startTimeoutMs'>;

/** What callers may do, as the deployment settles it. */
export interface AccessSettings {
  /** How long a verified key is believed without asking the database again. */
  readonly keyCacheMs: number;
  readonly keyRequestsPerMinute: number;
  /** Requests without a key per minute from one address. 0: not limited. */
  readonly publicRequestsPerMinute: number;
  /** Exports and streams of one key at the same time. */
  readonly keyConcurrentExports: number;
  /** Exports without a key at the same time for one address. 0: not limited. */
  readonly publicConcurrentExports: number;
  /** Keys that are not in force per minute from one address. 0: not limited. */
  readonly badKeyAttemptsPerMinute: number;
  /** Where all replicas count together. Left out, each counts alone. */
  readonly redis?: RedisSettings;
  /** Length of the minute. */
  readonly windowSeconds?: number;
  readonly exportLeaseMs?: number;
}

export interface AccessOptions {
  readonly settings: AccessSettings;
  /** A name of the database that no other has. Rejects when that fails. */
  readonly identify: () => Promise<string>;
  /** Looks a key up in the database. Rejects when that fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  /** Those of the keys that are in force. Rejects when the database fails. */
  readonly listActive: (keyIds: readonly string[]) => Promise<readonly string[]>;
  /** Bound how many keys are looked up at a time, and how many of them for addresses that try keys. */
  readonly gates: { readonly keys: Gate; readonly suspects: Gate };
  readonly usage: KeyUsage;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

const WINDOW_SECONDS = 60;
/** The leases of a replica that died are free again after this. */
const LEASE_MS = 45_000;
/** Exports end at any time. */
const EXPORT_RETRY = { headers: { 'Retry-After': '5' } };

/** Lets requests in, and their answers out. */
export class Access implements Admission {
  readonly #options: AccessOptions;
  readonly #store: SharedStore | null;
  readonly #limits: RequestLimits;
  readonly #callers: Callers;
  readonly #exports: Exports;
  #hasWarned = false;
  #stopExports: (() => void) | undefined;

  constructor(options: AccessOptions) {
    const { settings, metrics, logger, gates } = options;
    const { redis, exportLeaseMs = LEASE_MS } = settings;
    this.#options = options;
    this.#store =
      redis === undefined ? null : new SharedStore({ ...redis, identify: options.identify, logger, metrics });
    this.#limits = new RequestLimits({
      store: this.#store,
      windowSeconds: settings.windowSeconds ?? WINDOW_SECONDS,
      publicLimit: settings.publicRequestsPerMinute,
      badKeyLimit: settings.badKeyAttemptsPerMinute,
      metrics,
    });
    this.#callers = new Callers({
      lookUp: (key, now) => {
        metrics.keysLookedUp.inc();
        return options.lookUp(key, now);
      },
      cacheMs: settings.keyCacheMs,
      gate: gates.keys,
      suspects: gates.suspects,
      limits: this.#limits,
      metrics,
      defaultLimits: {
        requestsPerMinute: settings.keyRequestsPerMinute,
        concurrentExports: settings.keyConcurrentExports,
      },
    });
    const { listActive } = options;
    this.#exports = new Exports({ store: this.#store, ttlMs: exportLeaseMs, listActive, logger });
    metrics.sources.exports = () => this.#exports.count();
  }

  async admit(request: Request, response: Response, route: Route): Promise<Caller> {
    const { metrics } = this.#options;
    const { access = 'keyed' } = route;
    if (access !== 'open') refuseKeyInUrl(request);
    const client = clientOf(request.ip) ?? this.#clientOfOdd(request);
    const caller = await this.#callers.find(request.headers, access, client);
    if (access === 'open') return caller;
    const state = caller.tier === 'key' ? await this.#countKey(caller, route) : await this.#limits.countPublic(client);
    metrics.admitted(caller.tier, route.path);
    if (state !== null) setHeaders(response, this.#limits.headersOf(state));
    if (state?.exceeded === true) {
      metrics.limited.inc({ kind: caller.tier });
      throw rateLimited(state.resetSeconds);
    }
    if (caller.tier === 'public') await this.#takeExportPlace(request, response, client);
    return caller;
  }

  /**
   * What a shared cache may keep of answers without a key tells nothing about the address that asked first; one with a key is for no
   * shared cache.
   */
  async present(exchange: Exchange, route: Route, answer: Answer): Promise<Answer> {
    const { caller, request } = exchange;
    if ('resource' in answer) {
      if (caller.tier === 'key') return { ...answer, resource: privately(answer.resource) };
      for (const name of Object.values(limitHeaders)) request.res?.removeHeader(name);
      return answer;
    }
    if (caller.tier === 'public' || !isExport(answer) || request.method === 'HEAD') return answer;
    try {
      return await this.#beginExport(exchange, caller, answer);
    } catch (error) {
      this.#options.usage.record({
        keyId: caller.keyId,
        at: new Date(),
        route: route.path,
        requests: 0,
        limited: true,
      });
      throw error;
    }
  }

  /** How a key stands with its requests, without counting one. */
  rateOf(caller: KeyCaller): Promise<RateState> {
    return this.#limits.readKey(caller.keyId, caller.limits.requestsPerMinute);
  }

  async start(): Promise<void> {
    this.#stopExports = this.#exports.start();
    await this.#store?.start();
  }

  async stop(): Promise<void> {
    this.#stopExports?.();
    await this.#store?.close();
  }

  /** A request for what is left does not count against it, and is answered also when nothing is left. */
  async #countKey({ keyId, limits: { requestsPerMinute } }: KeyCaller, route: Route): Promise<RateState> {
    const state =
      route === routes.keyUsage
        ? await this.#limits.countUsageRead(keyId, requestsPerMinute)
        : await this.#limits.countKey(keyId, requestsPerMinute);
    this.#options.usage.record({ keyId, at: new Date(), route: route.path, requests: 1, limited: state.exceeded });
    return state;
  }

  #clientOfOdd(request: Request): string | null {
    if (!this.#hasWarned && request.ip !== undefined) {
      this.#hasWarned = true;
      // Without its text, which any client may have written.
      this.#options.logger.warn({}, 'a believed proxy told something else than an address as its client');
    }
    return clientBehind(request.ip, request.socket.remoteAddress);
  }

  /**
   * Takes a place for a request without a key that asks for CSV or NDJSON, from before its rows are read until the answer is out or the
   * client gone. Other requests, and those without an address, need none.
   */
  async #takeExportPlace(request: Request, response: Response, client: string | null): Promise<void> {
    const limit = this.#options.settings.publicConcurrentExports;
    if (limit === 0 || client === null || request.method !== 'GET' || !asksForExport(request)) return;
    const lease = await this.#exports.acquire(`address:${client}`, limit);
    if (lease === null) throw this.#tooManyExports();
    if (response.closed) lease.release();
    else response.once('close', () => lease.release());
  }

  async #beginExport(exchange: Exchange, caller: KeyCaller, answer: StreamAnswer): Promise<StreamAnswer> {
    const cut = (): void => void exchange.request.socket.destroy();
    const lease = await this.#exports.acquire(caller.keyId, caller.limits.concurrentExports, cut);
    if (lease === null) throw this.#tooManyExports();
    return withLease(answer, lease, exchange.signal);
  }

  #tooManyExports(): ApiError {
    this.#options.metrics.limited.inc({ kind: 'exports' });
    return new ApiError('TOO_MANY_EXPORTS', EXPORT_RETRY);
  }
}

/** JSON is bounded and made in memory; everything else that is sent in parts is an export or a stream. */
function isExport(answer: Answer): answer is StreamAnswer {
  return 'chunks' in answer && !answer.contentType.startsWith('application/json');
}

/** Before the query is checked: what is no format is refused later. */
function asksForExport({ originalUrl, headers }: Request): boolean {
  const asked = queryOf(originalUrl).get('format');
  if (asked !== null) return asked === 'csv' || asked === 'ndjson';
  return readFormat(undefined, headers.accept) !== 'json';
}

/** A key as it is made, or most of one; and a parameter under whose name one is sent elsewhere, whatever it holds. */
const KEY_IN_URL = /tdm_[0-9A-Za-z]{20}|[?&](?:api[-_]?key|x-service-api-key)=/i;

/** Who sends a key where every log and proxy on the way keeps it must hear of that, and not be served as the public. */
function refuseKeyInUrl(request: Request): void {
  const { originalUrl } = request;
  const queryAt = originalUrl.indexOf('?');
  if (queryAt < 0 || !KEY_IN_URL.test(originalUrl.slice(queryAt))) return;
  throw new ApiError('INVALID_QUERY_PARAMETER', {
    detail: `There is an API key in the URL. Have it replaced: others may have read it. Keys belong into the header ${API_KEY_HEADER}.`,
  });
}
