import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Route } from '@tidemark/contract';
import { RefreshingCache } from '@tidemark/core';
import { apiKeyStateAt, type ApiKeyVerification, isWellFormedApiKey } from '@tidemark/schema';
import { ApiError, type Caller, type KeyLimits } from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import type { RequestLimits } from './limits.ts';

const MAX_LENGTH = 256;
/** Visible ASCII but the comma, which is how Node joins a header that was sent twice. */
const KEY = /^[\x21-\x2b\x2d-\x7e]+$/;
const BEARER = /^bearer(?: +|$)/i;

/**
 * The API key of a request: the X-SERVICE-API-KEY header, with or without `Bearer` in front. No other header and no other
 * part of the request is looked at. Throws API_KEY_MISSING or API_KEY_MALFORMED.
 */
function readApiKey(headers: IncomingHttpHeaders): string {
  const header = headers['x-service-api-key'];
  const value = (Array.isArray(header) ? header.join(',') : (header ?? '')).trim();
  const key = value.replace(BEARER, '');
  if (key === '') throw new ApiError('API_KEY_MISSING');
  if (key.length > MAX_LENGTH || !KEY.test(key)) throw new ApiError('API_KEY_MALFORMED');
  return key;
}

const MAX_GOOD = 10_000;
const MAX_BAD = 1_000;
/** A key may be issued a moment after it was tried. */
const MAX_BAD_MS = 1_000;

/** Puts an entry last and lets the oldest go where there are too many. */
function put<Entry>(entries: Map<string, Entry>, max: number, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}

export interface CallersOptions {
  /** Looks a key up in the database. Rejects when that fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  /** How long an answer of the database holds for a key that is in force. 0: not at all. */
  readonly cacheMs: number;
  /** Bounds how many lookups are in flight. */
  readonly gate: Gate;
  /** What lookups of addresses that showed too many bad keys pass besides the gate of all lookups. */
  readonly suspects: Gate;
  readonly limits: Pick<RequestLimits, 'hasShownBadKeys' | 'countBadKey'>;
  readonly metrics: ApiMetrics;
  /** Limits of keys that have none of their own. */
  readonly defaultLimits: KeyLimits;
}

const REFUSALS = { unknown: 'API_KEY_UNKNOWN', revoked: 'API_KEY_REVOKED', expired: 'API_KEY_EXPIRED' } as const;
const PUBLIC: Caller = { tier: 'public' };

/** What the database said about a key. */
type KnownKey = RefreshingCache<ApiKeyVerification>;

/**
 * Identifies callers. Without the key header that is the public; with it, a key in force, or an error: a caller who believes to have a key
 * is never quietly served as one without.
 *
 * Keys are known by their hash, the only form that is kept: good ones for `cacheMs`, so that a revocation works within that time; bad
 * ones for a second and in a bounded number, so that they cannot fill the memory. One key waits in one place only: hundreds of requests
 * with the same key at once must not fill the gate for all others.
 */
export class Callers {
  readonly #options: CallersOptions;
  readonly #good = new Map<string, KnownKey>();
  readonly #bad = new Map<string, KnownKey>();
  /** Keys of which nothing is known yet, while they are looked up. */
  readonly #pending = new Map<string, KnownKey>();

  constructor(options: CallersOptions) {
    this.#options = options;
  }

  /**
   * `client` is what stands for the address that the request came from. An open route says nothing about the chain: orchestrators and
   * browsers must reach it whatever header they send. For one of the key's owner there must be a key, which is looked up anew.
   */
  async find(
    headers: IncomingHttpHeaders,
    access: NonNullable<Route['access']>,
    client: string | null,
  ): Promise<Caller> {
    const { limits, suspects, metrics, defaultLimits } = this.#options;
    if (access === 'open' || (access === 'keyed' && headers['x-service-api-key'] === undefined)) return PUBLIC;
    const key = this.#read(headers);
    const sha256 = createHash('sha256').update(key).digest('hex');
    // A key in force is never refused for the wrong ones that came from its address, but their lookups must not be in the way of
    // those of other addresses. A key that was good is none of them, whoever else is behind the same address.
    const isSuspect = !this.#good.has(sha256) && (await limits.hasShownBadKeys(client));
    const verify = (): Promise<ApiKeyVerification> => this.#verify(key, sha256, access === 'own');
    const found = isSuspect ? await suspects(verify) : await verify();
    if (found.status !== 'active') {
      metrics.keysVerified.inc({ outcome: found.status });
      await limits.countBadKey(client);
      throw new ApiError(REFUSALS[found.status]);
    }
    metrics.keysVerified.inc({ outcome: 'valid' });
    return {
      tier: 'key',
      keyId: found.id,
      username: found.username,
      limits: {
        requestsPerMinute: found.requestsPerMinute ?? defaultLimits.requestsPerMinute,
        concurrentExports: found.concurrentExports ?? defaultLimits.concurrentExports,
      },
    };
  }

  #read(headers: IncomingHttpHeaders): string {
    try {
      return readApiKey(headers);
    } catch (error) {
      const missing = error instanceof ApiError && error.errorName === 'API_KEY_MISSING';
      this.#options.metrics.keysVerified.inc({ outcome: missing ? 'missing' : 'malformed' });
      throw error;
    }
  }

  /** `isAnew`: from an lookup that began after this call. Throws OVERLOADED beyond the bound, and what the database throws. */
  async #verify(key: string, sha256: string, isAnew: boolean): Promise<ApiKeyVerification> {
    const known =
      this.#good.get(sha256) ?? this.#bad.get(sha256) ?? this.#pending.get(sha256) ?? this.#add(key, sha256);
    const found = await (isAnew ? known.refresh() : known.get());
    return found.status === 'unknown' ? found : { ...found, status: apiKeyStateAt(found, new Date()) };
  }

  #add(key: string, sha256: string): KnownKey {
    const { cacheMs } = this.#options;
    const added: KnownKey = new RefreshingCache({
      load: () => this.#lookUp(key, sha256, added),
      maxAgeMs: ({ status }) => (status === 'active' ? cacheMs : Math.min(cacheMs, MAX_BAD_MS)),
      nowMs: () => performance.now(),
    });
    this.#pending.set(sha256, added);
    return added;
  }

  async #lookUp(key: string, sha256: string, known: KnownKey): Promise<ApiKeyVerification> {
    try {
      const found = await this.#options.gate(() => this.#options.lookUp(key, new Date()));
      const isGood = found.status === 'active';
      (isGood ? this.#bad : this.#good).delete(sha256);
      if (isGood) put(this.#good, MAX_GOOD, sha256, known);
      // What was never issued is known without the database and would only push others out.
      else if (isWellFormedApiKey(key)) put(this.#bad, MAX_BAD, sha256, known);
      return found;
    } finally {
      this.#pending.delete(sha256);
    }
  }
}
