import type { VerificationEnvelope } from '@tidemark/contract';
import type { ApiKeyVerification } from '@tidemark/schema';
import type { KeyUsage } from '../auth/key-usage.ts';
import { readApiKey, unauthorized } from '../auth/read-api-key.ts';
import { freshJson } from '../http/answer.ts';
import { ApiError } from '../http/api-error.ts';
import type { Exchange, Route } from '../http/exchange.ts';
import { createGate } from '../http/gate.ts';
import type { ApiMetrics } from '../observability/api-metrics.ts';

export interface VerifyRouteOptions {
  /** Looks a key up. Rejects when the database fails. */
  readonly lookUp: (key: string, now: Date) => Promise<ApiKeyVerification>;
  readonly usage: KeyUsage;
  readonly metrics: ApiMetrics;
}

/** Far more than the connections to the database, far fewer than would pile up while it is slow. */
const MAX_LOOKUPS_UNDER_WAY = 256;
const REFUSALS = { unknown: 'API_KEY_UNKNOWN', revoked: 'API_KEY_REVOKED', expired: 'API_KEY_EXPIRED' } as const;

/** Confirms that a key is valid, and notes its use. */
export function verifyRoute(options: VerifyRouteOptions): Route {
  const gate = createGate(MAX_LOOKUPS_UNDER_WAY);
  return {
    name: 'verify',
    method: 'POST',
    cors: false,
    logLevel: 'info',
    handle: async ({ request }: Exchange) => {
      const key = readKey(request.headers, options.metrics);
      const now = new Date();
      const found = await gate(() => options.lookUp(key, now));
      if (found.status !== 'active') {
        options.metrics.keyVerified(found.status);
        throw unauthorized(REFUSALS[found.status]);
      }
      options.metrics.keyVerified('valid');
      options.usage.record(found.id, now);
      return freshJson({
        data: { username: found.username, authenticated: true },
        status: 200,
      } satisfies VerificationEnvelope);
    },
  };
}

function readKey(headers: Exchange['request']['headers'], metrics: ApiMetrics): string {
  try {
    return readApiKey(headers);
  } catch (error) {
    const missing = error instanceof ApiError && error.errorName === 'API_KEY_MISSING';
    metrics.keyVerified(missing ? 'missing' : 'malformed');
    throw error;
  }
}
