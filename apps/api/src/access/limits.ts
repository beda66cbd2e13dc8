import { limitHeaders } from '@tidemark/contract';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible';
import { ApiError } from '../http/exchange.ts';
import type { RawHeaders } from '../http/prepared.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import type { SharedStore } from './shared-store.ts';

/** The library refuses beyond its points; here limits differ by key, so whoever asked compares. */
const UNLIMITED = Number.MAX_SAFE_INTEGER;
const MOST_NAMES = 100_000;

/**
 * The library's counter in memory, with a bound: whoever has a large network of addresses can make as many names as requests. Beyond the
 * bound the window that was opened first is forgotten, which would have ended first anyway.
 */
export class BoundedMemory extends RateLimiterMemory {
  /** In the order in which their windows were opened. */
  readonly #names = new Set<string>();
  readonly #mostNames: number;
  readonly #onUse: () => void;

  constructor(options: { readonly windowSeconds: number; readonly mostNames: number; readonly onUse?: () => void }) {
    super({ points: UNLIMITED, duration: options.windowSeconds });
    this.#mostNames = options.mostNames;
    this.#onUse = options.onUse ?? (() => undefined);
  }

  get size(): number {
    return this.#names.size;
  }

  override async consume(name: string | number): Promise<RateLimiterRes> {
    this.#onUse();
    const counted = await super.consume(name);
    if (counted.isFirstInDuration) await this.#remember(String(name));
    return counted;
  }

  override get(name: string | number): Promise<RateLimiterRes | null> {
    this.#onUse();
    return super.get(name);
  }

  async #remember(name: string): Promise<void> {
    this.#names.delete(name);
    this.#names.add(name);
    const [oldest] = this.#names;
    if (this.#names.size <= this.#mostNames || oldest === undefined) return;
    this.#names.delete(oldest);
    await this.delete(oldest);
  }
}

export interface RequestLimitOptions {
  /** Where all processes count together. Null: this process counts alone, as it does while Redis is away. */
  readonly store: SharedStore | null;
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

/** Each costs a write of what was counted: once a second is enough. */
const USAGE_READS = 60;

type Counter = RateLimiterRedis | RateLimiterMemory;

/** Limits of requests, each in windows of its own that begin with the first request. */
export class RequestLimits {
  readonly #options: RequestLimitOptions;
  readonly #keys: Counter;
  readonly #addresses: Counter;
  readonly #badKeys: Counter;
  readonly #usageReads: Counter;

  constructor(options: RequestLimitOptions) {
    this.#options = options;
    [this.#keys, this.#addresses, this.#badKeys, this.#usageReads] = [
      counterOf(options, 'rate:key'),
      counterOf(options, 'rate:public'),
      counterOf(options, 'bad-keys'),
      counterOf(options, 'rate:usage'),
    ];
  }

  /** Counts a request with a key. */
  async countKey(keyId: string, limit: number): Promise<RateState> {
    return this.#stateOf(limit, await this.#keys.consume(keyId));
  }

  /** Counts a request without one. Null where there is no such limit, or no address. */
  async countPublic(client: string | null): Promise<RateState | null> {
    const { publicLimit } = this.#options;
    if (publicLimit === 0 || client === null) return null;
    return this.#stateOf(publicLimit, await this.#addresses.consume(client));
  }

  /** How a key stands, without counting. */
  async readKey(keyId: string, limit: number): Promise<RateState> {
    return this.#stateOf(limit, await this.#keys.get(keyId));
  }

  /**
   * How a key stands, for a request of its owner, which does not count against the limit. Such requests have a limit of their own,
   * whose state is returned where it is exceeded.
   */
  async countUsageRead(keyId: string, limit: number): Promise<RateState> {
    const asked = this.#stateOf(USAGE_READS, await this.#usageReads.consume(keyId));
    return asked.exceeded ? asked : { ...(await this.readKey(keyId, limit)), exceeded: false };
  }

  /** Whether an address has shown as many keys that are not in force as it may. */
  async hasShownBadKeys(client: string | null): Promise<boolean> {
    const { badKeyLimit } = this.#options;
    if (badKeyLimit === 0 || client === null) return false;
    return ((await this.#badKeys.get(client))?.consumedPoints ?? 0) >= badKeyLimit;
  }

  /** Counts a key that is not in force. Throws RATE_LIMITED where its address has shown more of them than it may. */
  async countBadKey(client: string | null): Promise<void> {
    const { badKeyLimit, metrics } = this.#options;
    if (badKeyLimit === 0 || client === null) return;
    const { exceeded, resetSeconds } = this.#stateOf(badKeyLimit, await this.#badKeys.consume(client));
    if (!exceeded) return;
    metrics.limited.inc({ kind: 'bad_key' });
    throw rateLimited(resetSeconds, 'Too many keys that are not in force came from this address.');
  }

  headersOf(state: RateState): RawHeaders {
    return [
      ...[limitHeaders.limit, String(state.limit), limitHeaders.remaining, String(state.remaining)],
      ...[limitHeaders.reset, String(state.resetSeconds)],
      ...[limitHeaders.policy, `${state.limit};w=${this.#options.windowSeconds}`],
    ];
  }

  #stateOf(limit: number, counted: RateLimiterRes | null): RateState {
    const windowMs = this.#options.windowSeconds * 1000;
    const isOpen = counted !== null && counted.msBeforeNext > 0;
    const count = counted?.consumedPoints ?? 0;
    return {
      limit,
      remaining: Math.max(0, limit - count),
      resetSeconds: Math.max(1, Math.ceil((isOpen ? Math.min(counted.msBeforeNext, windowMs) : windowMs) / 1000)),
      exceeded: count > limit,
    };
  }
}

/** The refusal of a request that came too early. */
export function rateLimited(retryAfterSeconds: number, detail?: string): ApiError {
  return new ApiError('RATE_LIMITED', {
    ...(detail === undefined ? {} : { detail }),
    headers: { 'Retry-After': String(retryAfterSeconds) },
  });
}

/** In Redis, and in this process where that does not answer. */
function counterOf({ store, windowSeconds }: RequestLimitOptions, kind: string): Counter {
  const memory = { windowSeconds, mostNames: MOST_NAMES };
  if (store === null) return new BoundedMemory(memory);
  const counter = new RateLimiterRedis({
    storeClient: store.redis,
    rejectIfRedisNotReady: true,
    points: UNLIMITED,
    duration: windowSeconds,
    insuranceLimiter: new BoundedMemory({ ...memory, onUse: () => store.failed() }),
  });
  // The store learns the beginning of its names when it starts.
  counter.getKey = (name) => store.nameOf(`${kind}:${name}`);
  return counter;
}
