import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
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

/** A key as it was presented, and its hash in hexadecimal: the only form that is kept. */
interface PresentedKey {
  readonly key: string;
  readonly sha256: string;
}

export interface KeyDirectoryOptions {
  /** Looks a key up in the database. Rejects when that fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  /** How long an answer of the database holds for a key that is in force. 0: not at all. */
  readonly cacheMs: number;
  /** Bounds how many look-ups are under way. */
  readonly gate: Gate;
}

const MAX_GOOD = 10_000;
const MAX_BAD = 1_000;
/** A key may be issued a moment after it was tried. */
const MAX_BAD_MS = 1_000;

/**
 * What the database said about keys, by their hash: of good ones for `cacheMs`, so that a revocation works within that time; of bad ones for
 * a second and in a bounded number, so that nobody can fill the memory. One key waits in one place only: whoever presents it hundreds of
 * times at once must not fill the gate for all others.
 */
class KeyDirectory {
  readonly #options: KeyDirectoryOptions;
  readonly #good = new Map<string, RefreshingCache<ApiKeyVerification>>();
  readonly #bad = new Map<string, RefreshingCache<ApiKeyVerification>>();
  /** Keys of which nothing is known yet, while they are looked up. */
  readonly #asking = new Map<string, RefreshingCache<ApiKeyVerification>>();

  constructor(options: KeyDirectoryOptions) {
    this.#options = options;
  }

  /** `isAnew`: from a look-up that began after this call. Throws OVERLOADED beyond the bound, and what the database throws. */
  async find(presented: PresentedKey, isAnew: boolean): Promise<ApiKeyVerification> {
    const { sha256 } = presented;
    const known = this.#good.get(sha256) ?? this.#bad.get(sha256) ?? this.#asking.get(sha256) ?? this.#add(presented);
    const found = await (isAnew ? known.refresh() : known.get());
    return found.status === 'unknown' ? found : { ...found, status: apiKeyStateAt(found, new Date()) };
  }

  /** Whether the key was in force when the database was last asked, however long ago. */
  wasGood({ sha256 }: PresentedKey): boolean {
    return this.#good.has(sha256);
  }

  #add(presented: PresentedKey): RefreshingCache<ApiKeyVerification> {
    const { cacheMs } = this.#options;
    const added: RefreshingCache<ApiKeyVerification> = new RefreshingCache({
      load: () => this.#lookUp(presented, added),
      maxAgeMs: ({ status }) => (status === 'active' ? cacheMs : Math.min(cacheMs, MAX_BAD_MS)),
      nowMs: () => performance.now(),
    });
    this.#asking.set(presented.sha256, added);
    return added;
  }

  async #lookUp(
    { key, sha256 }: PresentedKey,
    cache: RefreshingCache<ApiKeyVerification>,
  ): Promise<ApiKeyVerification> {
    try {
      const found = await this.#options.gate(() => this.#options.lookUp(key, new Date()));
      const isGood = found.status === 'active';
      (isGood ? this.#bad : this.#good).delete(sha256);
      if (isGood) put(this.#good, MAX_GOOD, sha256, cache);
      // What was never issued is known without the database and would only push others out.
      else if (isWellFormedApiKey(key)) put(this.#bad, MAX_BAD, sha256, cache);
      return found;
    } finally {
      this.#asking.delete(sha256);
    }
  }
}

/** Puts an entry last and lets the oldest go where there are too many. */
function put<Entry>(entries: Map<string, Entry>, max: number, name: string, entry: Entry): void {
  entries.delete(name);
  entries.set(name, entry);
  const [oldest] = entries.keys();
  if (entries.size > max && oldest !== undefined) entries.delete(oldest);
}

/**
 * What a route wants to know of its caller. `open`: nothing, the key header is not looked at. `data`: a key that is sent
 * must be in force. `key`: there must be one, and it is looked up anew.
 */
export type RouteAccess = 'open' | 'data' | 'key';

export interface CallersOptions extends KeyDirectoryOptions {
  readonly limits: Pick<RequestLimits, 'hasShownBadKeys' | 'countBadKey'>;
  /** What look-ups of addresses that showed too many bad keys pass besides the gate of all look-ups. */
  readonly suspects: Gate;
  readonly metrics: ApiMetrics;
  /** Limits of keys that have none of their own. */
  readonly defaultLimits: KeyLimits;
}

const REFUSALS = { unknown: 'API_KEY_UNKNOWN', revoked: 'API_KEY_REVOKED', expired: 'API_KEY_EXPIRED' } as const;
const PUBLIC: Caller = { tier: 'public' };

/**
 * Finds out who asks. Without the key header that is the public; with it, a key in force, or an error: a caller who
 * believes to have a key is never quietly served as one without.
 */
export class Callers {
  readonly #options: CallersOptions;
  readonly #directory: KeyDirectory;

  constructor(options: CallersOptions) {
    this.#options = options;
    this.#directory = new KeyDirectory(options);
  }

  /** `client` is what stands for the address that the request came from. */
  async find(headers: IncomingHttpHeaders, access: RouteAccess, client: string | null): Promise<Caller> {
    const { limits, suspects, metrics, defaultLimits } = this.#options;
    if (access === 'open' || (access === 'data' && headers['x-service-api-key'] === undefined)) return PUBLIC;
    const presented = this.#read(headers);
    // A key in force is never refused for the wrong ones that came from its address, but their look-ups must not be in the way of
    // those of other addresses. A key that was good is none of them, whoever else is behind the same address.
    const isSuspect = !this.#directory.wasGood(presented) && (await limits.hasShownBadKeys(client));
    const lookUp = (): Promise<ApiKeyVerification> => this.#directory.find(presented, access === 'key');
    const found = isSuspect ? await suspects(lookUp) : await lookUp();
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

  #read(headers: IncomingHttpHeaders): PresentedKey {
    try {
      const key = readApiKey(headers);
      return { key, sha256: createHash('sha256').update(key).digest('hex') };
    } catch (error) {
      const missing = error instanceof ApiError && error.errorName === 'API_KEY_MISSING';
      this.#options.metrics.keysVerified.inc({ outcome: missing ? 'missing' : 'malformed' });
      throw error;
    }
  }
}
