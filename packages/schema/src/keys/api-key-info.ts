import type { Queryable } from '../create-database.ts';

/** Everything about a key but the key and its hash. */
export interface ApiKeyInfo {
  readonly id: string;
  readonly username: string;
  readonly keyPrefix: string;
  readonly createdAt: Date;
  /** Null: it does not expire. */
  readonly expiresAt: Date | null;
  /** May lie in the future: the key is in its grace period. Null: it was not revoked. */
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
  /** The key that this one replaced. */
  readonly rotatedFrom: string | null;
  /** Null: the limit of the deployment holds. */
  readonly requestsPerMinute: number | null;
  readonly concurrentExports: number | null;
}

export type ApiKeyState = 'active' | 'revoked' | 'expired';

/** Revoked wins over expired. A key is active up to the very moment that ends it, and not at it. */
export function apiKeyStateAt(key: Pick<ApiKeyInfo, 'revokedAt' | 'expiresAt'>, now: Date): ApiKeyState {
  if (key.revokedAt !== null && key.revokedAt <= now) return 'revoked';
  return key.expiresAt !== null && key.expiresAt <= now ? 'expired' : 'active';
}

/** Column list that gives an `ApiKeyInfo`. */
export const apiKeyInfoColumns = (sql: Queryable) => sql`
  id, username, key_prefix AS "keyPrefix", created_at AS "createdAt", expires_at AS "expiresAt",
  revoked_at AS "revokedAt", last_used_at AS "lastUsedAt", rotated_from AS "rotatedFrom",
  requests_per_minute AS "requestsPerMinute", concurrent_exports AS "concurrentExports"`;
