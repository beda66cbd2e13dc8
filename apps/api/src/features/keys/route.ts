import { type KeyUsageEnvelope, noQuerySchema, type VerificationEnvelope } from '@tidemark/contract';
import { DAY_MS, unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';
import type { ApiKeyInfo, ApiKeyUsageCount } from '@tidemark/schema';
import type { Access } from '../../access/access.ts';
import type { KeyUsage } from '../../access/key-usage.ts';
import { ApiError, freshJson, type Handler, requireKey } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import { readQuery } from '../../http/query.ts';

export interface UsageRouteOptions {
  readonly access: Pick<Access, 'rateOf'>;
  readonly usage: Pick<KeyUsage, 'flush'>;
  /** The key with this id; null where it has been deleted. */
  readonly getKey: (id: string) => Promise<ApiKeyInfo | null>;
  readonly gate: Gate;
  readonly listUsage: (filter: { keyId: string; fromDay: string }) => Promise<Omit<ApiKeyUsageCount, 'keyId'>[]>;
}

const DAYS = 30;

/** What a key may do and what was asked with it, for its owner: the key in the header is the only one that can be asked for. */
export function usageHandler({ access, usage, gate, getKey, listUsage }: UsageRouteOptions): Handler {
  const read = async (keyId: string) => {
    // What this process has counted is in the answer, this very request included.
    await usage.flush();
    const now = Date.now();
    const fromDay = dayOf(now - (DAYS - 1) * DAY_MS);
    const key = await getKey(keyId);
    return { now, fromDay, key, rows: await listUsage({ keyId, fromDay }) };
  };
  return async ({ caller, query, signal }) => {
    requireKey(caller, 'This endpoint');
    readQuery(noQuerySchema, query);
    const { now, fromDay, key, rows } = await gate(() => read(caller.keyId), signal);
    const rate = await access.rateOf(caller);
    if (key === null) throw new ApiError('API_KEY_UNKNOWN');
    return freshJson({
      data: {
        username: key.username,
        key_prefix: key.keyPrefix,
        tier_str: 'key',
        created_timestamp: unixSecondsOf(key.createdAt),
        expires_timestamp: endOf(key),
        last_used_timestamp: unixSecondsOrNull(key.lastUsedAt),
        limits: {
          requests_per_minute: caller.limits.requestsPerMinute,
          concurrent_exports: caller.limits.concurrentExports,
        },
        rate_limit: { limit: rate.limit, remaining: rate.remaining, reset_seconds: rate.resetSeconds },
        usage: rows,
      },
      meta: { from_day: fromDay, to_day: dayOf(now) },
      status: 200,
    } satisfies KeyUsageEnvelope);
  };
}

/** The date of expiry, or the end of the grace period where that comes first. */
function endOf({ expiresAt, revokedAt }: ApiKeyInfo): number | null {
  const ends = [expiresAt, revokedAt].flatMap((end) => (end === null ? [] : [unixSecondsOf(end)]));
  return ends.length === 0 ? null : Math.min(...ends);
}

function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** Confirms that a key is valid. Access has looked it up before, and refused what is not. */
export const verifyHandler: Handler = ({ caller }) => {
  requireKey(caller, 'This endpoint');
  return freshJson({
    data: { username: caller.username, authenticated: true },
    status: 200,
  } satisfies VerificationEnvelope);
};
