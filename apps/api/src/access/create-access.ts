import { API_KEY_HEADER, type RouteName, routeTemplates } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { ApiKeyVerification } from '@tidemark/schema';
import type { Request, Response } from 'express';
import type { KeyUsage } from '../auth/key-usage.ts';
import { ApiError } from '../http/api-error.ts';
import type { Answer } from '../http/answer.ts';
import type { Caller, Exchange, KeyCaller } from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import { setHeaders } from '../http/raw-headers.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { clientBehind, clientOf } from './client-address.ts';
import { createExportLeases } from './export-leases.ts';
import { createKeyDirectory } from './key-directory.ts';
import { createOpenExports } from './open-exports.ts';
import { createPresenter } from './present-answer.ts';
import { createPublicExports } from './public-exports.ts';
import { createRequestLimits, rateLimited, type RateState, type RequestLimits } from './request-limits.ts';
import { createCallerResolver } from './resolve-caller.ts';
import { accessOf } from './route-access.ts';
import { createSharedStore, type SharedStoreOptions } from './shared-store.ts';

/** Where all replicas count together; the patience with it differs in tests only. */
export interface RedisSettings extends Pick<SharedStoreOptions, 'url' | 'commandTimeoutMs' | 'startTimeoutMs'> {
  readonly keyPrefix: string;
}

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
  /** Looks a key up in the database. Rejects when that fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  /** Those of the keys that are in force. Rejects when the database fails. */
  readonly listActive: (keyIds: readonly string[]) => Promise<readonly string[]>;
  /** Bound how many keys are looked up at a time, and how many of them for addresses that try keys. */
  readonly gate: Gate;
  readonly suspects: Gate;
  readonly usage: KeyUsage;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

/** Lets requests in, and their answers out. */
export interface Access {
  /**
   * Who asks; the request is counted and the answer gets its RateLimit headers. Throws API_KEY_… where a key is not in
   * force or missing, RATE_LIMITED, TOO_MANY_EXPORTS for an export without a key, and what the database throws.
   */
  admit(request: Request, response: Response, route: RouteName): Promise<Caller>;
  /** The answer as this caller gets it. An export or a stream of a key takes a lease; throws TOO_MANY_EXPORTS. */
  present(exchange: Exchange, route: RouteName, answer: Answer): Promise<Answer>;
  /** How a key stands with its requests, without counting one. */
  rateOf(caller: KeyCaller): Promise<RateState>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const WINDOW_SECONDS = 60;
/** What a replica that died had under way is free again after this. */
const LEASE_MS = 45_000;

/** Puts the parts together. */
export function createAccess(options: AccessOptions): Access {
  const { settings, metrics, logger, usage } = options;
  const keyPrefix = settings.redis?.keyPrefix ?? '';
  const store = settings.redis === undefined ? null : createSharedStore({ ...settings.redis, logger, metrics });
  const limits = createRequestLimits({
    store,
    keyPrefix,
    windowSeconds: settings.windowSeconds ?? WINDOW_SECONDS,
    publicLimit: settings.publicRequestsPerMinute,
    badKeyLimit: settings.badKeyAttemptsPerMinute,
    metrics,
  });
  const leaseMs = settings.exportLeaseMs ?? LEASE_MS;
  const leases = createExportLeases({ store, keyPrefix, ttlMs: leaseMs });
  metrics.watchExports(() => leases.count());
  const open = createOpenExports({ listActive: options.listActive, intervalMs: Math.ceil(leaseMs / 3), logger });
  let stopTimers: (() => void)[] = [];
  return {
    admit: createAdmit(
      options,
      limits,
      createPublicExports({ leases, limit: settings.publicConcurrentExports, metrics }),
    ),
    present: createPresenter({ leases, open, usage, metrics }),
    rateOf: (caller) => limits.readKey(caller.keyId, caller.limits.requestsPerMinute),
    start: async () => {
      stopTimers = [leases.start(), open.start()];
      await store?.start();
    },
    stop: async () => {
      for (const stopTimer of stopTimers) stopTimer();
      await store?.close();
    },
  };
}

function createAdmit(
  options: AccessOptions,
  limits: RequestLimits,
  takePlace: ReturnType<typeof createPublicExports>,
): Access['admit'] {
  const { settings, metrics, usage } = options;
  const lookUp = (key: string, now: Date): Promise<ApiKeyVerification> => {
    metrics.keyLookedUp();
    return options.lookUp(key, now);
  };
  const resolve = createCallerResolver({
    directory: createKeyDirectory({ lookUp, cacheMs: settings.keyCacheMs, gate: options.gate }),
    limits,
    suspects: options.suspects,
    metrics,
    defaultLimits: {
      requestsPerMinute: settings.keyRequestsPerMinute,
      concurrentExports: settings.keyConcurrentExports,
    },
  });
  /** Who asks how much is left must not have less of it for that, and must be told also when nothing is left. */
  const countKey = ({ keyId, limits: { requestsPerMinute } }: KeyCaller, route: RouteName): Promise<RateState> =>
    route === 'keyUsage' ? limits.countUsageRead(keyId, requestsPerMinute) : limits.countKey(keyId, requestsPerMinute);
  let hasWarned = false;
  const clientOfOdd = (request: Request): string | null => {
    if (!hasWarned && request.ip !== undefined) {
      hasWarned = true;
      // Not what it was: anybody may have written that.
      options.logger.warn({}, 'a believed proxy told something else than an address as its client');
    }
    return clientBehind(request.ip, request.socket.remoteAddress);
  };
  return async (request, response, route) => {
    const access = accessOf(route);
    if (access === 'data') refuseKeyInUrl(request);
    const client = clientOf(request.ip) ?? clientOfOdd(request);
    const caller = await resolve(request.headers, access, client);
    if (access === 'open') return caller;
    const state = caller.tier === 'key' ? await countKey(caller, route) : await limits.countPublic(client);
    metrics.admitted(caller.tier, routeTemplates[route]);
    if (caller.tier === 'key') {
      const limited = state?.exceeded ?? false;
      usage.record({ keyId: caller.keyId, at: new Date(), route, requests: 1, limited });
    }
    if (state !== null) setHeaders(response, limits.headersOf(state));
    if (state?.exceeded === true) {
      metrics.limited(caller.tier);
      throw rateLimited(state.resetSeconds);
    }
    if (caller.tier === 'public') await takePlace(request, response, client);
    return caller;
  };
}

/** A key as it is made, or most of one. */
const KEY = /tdm_[0-9A-Za-z]{20}/;

/** Who sends a key where every log and proxy on the way keeps it must hear of that, and not be served as the public. */
function refuseKeyInUrl(request: Request): void {
  const { originalUrl } = request;
  const queryAt = originalUrl.indexOf('?');
  if (queryAt < 0 || !KEY.test(originalUrl.slice(queryAt))) return;
  throw new ApiError('INVALID_QUERY_PARAMETER', {
    detail: `There is an API key in the URL. Have it replaced: others may have read it. Keys belong into the header ${API_KEY_HEADER}.`,
  });
}
