import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ApiKeyVerification } from '@tidemark/schema';
import { readApiKey } from '../auth/read-api-key.ts';
import { ApiError } from '../http/api-error.ts';
import type { Caller } from '../http/exchange.ts';
import type { Gate } from '../http/gate.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import type { KeyDirectory, PresentedKey } from './key-directory.ts';
import type { RequestLimits } from './request-limits.ts';
import type { RouteAccess } from './route-access.ts';

export interface CallerResolverOptions {
  readonly directory: KeyDirectory;
  readonly limits: Pick<RequestLimits, 'hasShownBadKeys' | 'countBadKey'>;
  /** What look-ups of addresses that showed too many bad keys pass besides the gate of all look-ups. */
  readonly suspects: Gate;
  readonly metrics: ApiMetrics;
  /** Limits of keys that have none of their own. */
  readonly defaultLimits: KeyLimits;
}

/** What a key may do. */
export interface KeyLimits {
  readonly requestsPerMinute: number;
  readonly concurrentExports: number;
}

/** `client` is what stands for the address that the request came from. */
export type CallerResolver = (
  headers: IncomingHttpHeaders,
  access: RouteAccess,
  client: string | null,
) => Promise<Caller>;

const REFUSALS = { unknown: 'API_KEY_UNKNOWN', revoked: 'API_KEY_REVOKED', expired: 'API_KEY_EXPIRED' } as const;
const PUBLIC: Caller = { tier: 'public' };

/**
 * Finds out who asks. Without the key header that is the public; with it, a key in force, or an error: a caller who
 * believes to have a key is never quietly served as one without.
 */
export function createCallerResolver(options: CallerResolverOptions): CallerResolver {
  const { directory, limits, suspects, metrics, defaultLimits } = options;
  return async (headers, access, client) => {
    if (access === 'open' || (access === 'data' && headers['x-service-api-key'] === undefined)) return PUBLIC;
    const presented = readKey(headers, metrics);
    // A key in force is never refused for the wrong ones that came from its address, but their look-ups must not be in the way of
    // those of other addresses. A key that was good is none of them, whoever else is behind the same address.
    const isSuspect = !directory.wasGood(presented) && (await limits.hasShownBadKeys(client));
    const look = (): Promise<ApiKeyVerification> => find(directory, presented, access);
    const found = isSuspect ? await suspects(look) : await look();
    if (found.status !== 'active') {
      metrics.keyVerified(found.status);
      await limits.countBadKey(client);
      throw new ApiError(REFUSALS[found.status]);
    }
    metrics.keyVerified('valid');
    return {
      tier: 'key',
      keyId: found.id,
      username: found.username,
      limits: {
        requestsPerMinute: found.requestsPerMinute ?? defaultLimits.requestsPerMinute,
        concurrentExports: found.concurrentExports ?? defaultLimits.concurrentExports,
      },
    };
  };
}

async function find(
  directory: KeyDirectory,
  presented: PresentedKey,
  access: RouteAccess,
): Promise<ApiKeyVerification> {
  if (access === 'key') return directory.lookUpAnew(presented);
  return directory.remembered(presented, new Date()) ?? directory.lookUp(presented);
}

function readKey(headers: IncomingHttpHeaders, metrics: ApiMetrics): PresentedKey {
  try {
    const key = readApiKey(headers);
    return { key, sha256: createHash('sha256').update(key).digest('hex') };
  } catch (error) {
    const missing = error instanceof ApiError && error.errorName === 'API_KEY_MISSING';
    metrics.keyVerified(missing ? 'missing' : 'malformed');
    throw error;
  }
}
