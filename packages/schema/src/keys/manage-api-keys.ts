import type { Queryable, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type ApiKeyInfo, apiKeyInfoColumns, apiKeyStateAt } from './api-key-info.ts';
import { type ApiKeyLimits, issueApiKey, type IssuedApiKey } from './create-api-key.ts';
import { lockApiKey } from './find-api-key.ts';

/** All keys, revoked and expired ones too, by username and age. */
export async function listApiKeys(sql: Queryable): Promise<ApiKeyInfo[]> {
  const rows = await sql<ApiKeyInfo[]>`
    SELECT ${apiKeyInfoColumns(sql)} FROM lend.api_keys ORDER BY username COLLATE "C", created_at, id`;
  return rows.map((row) => ({ ...row }));
}

/** Ends a key now. One that has ended before keeps its time. Throws as `lockApiKey` does. */
export function revokeApiKey(sql: Sql, idOrPrefix: string, now: Date = new Date()): Promise<ApiKeyInfo> {
  return sql.begin(async (tx) => endKey(tx, await lockApiKey(tx, idOrPrefix), now));
}

/** Limits that are left out are taken over from the old key. */
export interface RotateApiKeyOptions extends ApiKeyLimits {
  /** How long the old key stays valid beside the new one. Default 0. */
  readonly graceMs?: number;
  readonly now?: Date;
}

/**
 * Issues a key for the same user with the same lifetime and limits and ends the old one, at once or after the grace period.
 * Throws as `lockApiKey` does, `INVALID_API_KEY_REQUEST` when the key is not active any more, and `TOO_MANY_ACTIVE_KEYS`
 * where the old key, still good, the new one and another of the user would be three.
 */
export function rotateApiKey(
  sql: Sql,
  idOrPrefix: string,
  { graceMs = 0, now = new Date(), ...limits }: RotateApiKeyOptions = {},
): Promise<IssuedApiKey & { readonly replaced: ApiKeyInfo }> {
  return sql.begin('isolation level read committed', async (tx) => {
    const old = await lockApiKey(tx, idOrPrefix);
    const state = apiKeyStateAt(old, now);
    if (state !== 'active') {
      throw new SchemaError(
        'INVALID_API_KEY_REQUEST',
        `the key ${old.keyPrefix} is ${state}; create a new one instead`,
      );
    }
    const lifetimeMs = old.expiresAt === null ? null : old.expiresAt.getTime() - old.createdAt.getTime();
    const issued = await issueApiKey(tx, {
      username: old.username,
      expiresAt: lifetimeMs === null ? null : new Date(now.getTime() + lifetimeMs),
      requestsPerMinute: old.requestsPerMinute,
      concurrentExports: old.concurrentExports,
      ...limits,
      rotatedFrom: old.id,
      ...(graceMs > 0 ? {} : { without: old.id }),
      now,
    });
    return { ...issued, replaced: await endKey(tx, old, new Date(now.getTime() + graceMs)) };
  });
}

async function endKey(tx: Queryable, key: ApiKeyInfo, at: Date): Promise<ApiKeyInfo> {
  const revokedAt = key.revokedAt !== null && key.revokedAt < at ? key.revokedAt : at;
  await tx`UPDATE lend.api_keys SET revoked_at = ${revokedAt} WHERE id = ${key.id}`;
  return { ...key, revokedAt };
}
