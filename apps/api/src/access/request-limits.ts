import { limitHeaders } from '@tidemark/contract';
import { ApiError } from '../http/api-error.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import type { RawHeaders } from '../prepared/prepared-resource.ts';
import type { SharedStore } from './shared-store.ts';
import type { WindowCount } from './window-count.ts';
import { createWindowCounter } from './window-counter.ts';

export interface RequestLimitOptions {
  readonly store: SharedStore | null;
  readonly keyPrefix: string;
  readonly windowSeconds: number;
  /** Requests without a key from one address in a window. 0: not limited. */
  readonly publicLimit: number;
  /** Keys that are not in force, from one address in a window. 0: not limited. */
  readonly badKeyLimit: number;
  readonly metrics: ApiMetrics;
}

/** How a caller stands after a request. */
export interface RateState {
  readonly limit: number;
  readonly remaining: number;
  /** Seconds until the window ends, at least 1. */
  readonly resetSeconds: number;
  /** The request went beyond the limit. */
  readonly exceeded: boolean;
}

export interface RequestLimits {
  /** Counts a request with a key. */
  countKey(keyId: string, limit: number): Promise<RateState>;
  /** Counts a request without one. Null where there is no such limit, or no address. */
  countPublic(client: string | null): Promise<RateState | null>;
  /** How a key stands, without counting. */
  readKey(keyId: string, limit: number): Promise<RateState>;
  /**
   * How a key stands, for its owner who asks for that: the question is not one of those that are counted. Such questions
   * have a limit of their own, which is what comes back where one goes beyond it.
   */
  countUsageRead(keyId: string, limit: number): Promise<RateState>;
  /** Whether an address has shown as many keys that are not in force as it may. */
  hasShownBadKeys(client: string | null): Promise<boolean>;
  /** Counts a key that is not in force. Throws RATE_LIMITED where its address has shown more of them than it may. */
  countBadKey(client: string | null): Promise<void>;
  headersOf(state: RateState): RawHeaders;
}

/** Each costs a write of what was counted. Nobody needs to know more than once a second. */
const USAGE_READS = 60;

/** Limits of requests, each in windows of its own. */
export function createRequestLimits(options: RequestLimitOptions): RequestLimits {
  const { windowSeconds, publicLimit, badKeyLimit, metrics } = options;
  const counter = (kind: string) =>
    createWindowCounter({ store: options.store, keyPrefix: `${options.keyPrefix}${kind}`, windowSeconds });
  const keys = counter('rate:key');
  const addresses = counter('rate:public');
  const badKeys = counter('bad-keys');
  const usageReads = counter('rate:usage');
  return {
    countKey: async (keyId, limit) => stateOf(limit, await keys.add(keyId)),
    readKey: async (keyId, limit) => stateOf(limit, await keys.read(keyId)),
    countUsageRead: async (keyId, limit) => {
      const asked = stateOf(USAGE_READS, await usageReads.add(keyId));
      return asked.exceeded ? asked : { ...stateOf(limit, await keys.read(keyId)), exceeded: false };
    },
    countPublic: async (client) =>
      publicLimit === 0 || client === null ? null : stateOf(publicLimit, await addresses.add(client)),
    hasShownBadKeys: async (client) =>
      badKeyLimit > 0 && client !== null && (await badKeys.read(client)).count >= badKeyLimit,
    countBadKey: async (client) => {
      if (badKeyLimit === 0 || client === null) return;
      const { exceeded, resetSeconds } = stateOf(badKeyLimit, await badKeys.add(client));
      if (!exceeded) return;
      metrics.limited('bad_key');
      throw rateLimited(resetSeconds, 'Too many keys that are not in force came from this address.');
    },
    headersOf: (state) => [
      limitHeaders.limit,
      String(state.limit),
      limitHeaders.remaining,
      String(state.remaining),
      limitHeaders.reset,
      String(state.resetSeconds),
      limitHeaders.policy,
      `${state.limit};w=${windowSeconds}`,
    ],
  };
}

/** The refusal of a request that came too early. */
export function rateLimited(retryAfterSeconds: number, detail?: string): ApiError {
  return new ApiError('RATE_LIMITED', {
    ...(detail === undefined ? {} : { detail }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

function stateOf(limit: number, { count, resetMs }: WindowCount): RateState {
  return {
    limit,
    remaining: Math.max(0, limit - count),
    resetSeconds: Math.max(1, Math.ceil(resetMs / 1000)),
    exceeded: count > limit,
  };
}
