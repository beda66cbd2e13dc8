import {
  type ApiKeyInfo,
  type ApiKeyState,
  apiKeyStateAt,
  apiKeyInfoColumns,
  type ApiKeyLimits,
  hashApiKey,
  issueApiKey,
  type IssuedApiKey,
  isWellFormedApiKey,
} from './create-api-key.ts';
import { timingSafeEqual } from 'node:crypto';
import type { Queryable, Sql } from '../create-database.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';
import { SchemaError } from '../schema-error.ts';

const SHORTEST_PREFIX = 8;

/**
 * The one key with this id, or whose prefix begins with the text; locked until the transaction ends. Throws
 * `API_KEY_NOT_FOUND`, `API_KEY_AMBIGUOUS`, and `INVALID_API_KEY_REQUEST` for a prefix shorter than eight characters.
 */
export async function lockApiKey(tx: Queryable, idOrPrefix: string): Promise<ApiKeyInfo> {
  if (idOrPrefix.length < SHORTEST_PREFIX) {
    throw new SchemaError(
      'INVALID_API_KEY_REQUEST',
      `name the key by its id or at least ${SHORTEST_PREFIX} characters of its prefix`,
    );
  }
  const rows = await tx<ApiKeyInfo[]>`
    SELECT ${apiKeyInfoColumns(tx)} FROM lend.api_keys
    WHERE id::text = ${idOrPrefix} OR starts_with(key_prefix, ${idOrPrefix})
    ORDER BY id FOR UPDATE`;
  const [row] = rows;
  if (row === undefined) throw new SchemaError('API_KEY_NOT_FOUND', `no key has the id or prefix ${idOrPrefix}`);
  if (rows.length > 1) {
    throw new SchemaError(
      'API_KEY_AMBIGUOUS',
      `${rows.length} keys have the prefix ${idOrPrefix}; name one by its id: ${rows.map(({ id }) => id).join(', ')}`,
    );
  }
  return { ...row };
}

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

/** What a presented key is. `unknown` says nothing else, so that it cannot be told from a key that was never issued. */
export type ApiKeyVerification =
  | { readonly status: 'unknown' }
  | {
      readonly status: ApiKeyState;
      readonly id: string;
      readonly username: string;
      readonly keyPrefix: string;
      readonly expiresAt: Date | null;
      readonly revokedAt: Date | null;
      /** Null: the limit of the deployment holds. */
      readonly requestsPerMinute: number | null;
      readonly concurrentExports: number | null;
    };

interface KeyRow {
  id: string;
  username: string;
  keyPrefix: string;
  keySha256: Uint8Array;
  expiresAt: Date | null;
  revokedAt: Date | null;
  requestsPerMinute: number | null;
  concurrentExports: number | null;
}

/** Ids of those of the keys that are in force. */
export async function listActiveApiKeys(
  sql: Queryable,
  ids: readonly string[],
  now: Date = new Date(),
): Promise<string[]> {
  const rows = await sql<{ id: string }[]>`
    SELECT id FROM lend.api_keys WHERE id = ANY(${[...ids]}::uuid[])
      AND (revoked_at IS NULL OR revoked_at > ${now}) AND (expires_at IS NULL OR expires_at > ${now})`;
  return rows.map(({ id }) => id);
}

/** Looks a key up by its hash. Writes nothing: see `touchApiKeys`. */
export async function verifyApiKey(
  sql: Queryable,
  presentedKey: string,
  now: Date = new Date(),
): Promise<ApiKeyVerification> {
  if (!isWellFormedApiKey(presentedKey)) return { status: 'unknown' };
  const presentedSha256 = hashApiKey(presentedKey);
  const [row] = await sql<KeyRow[]>`
    SELECT id, username, key_prefix AS "keyPrefix", key_sha256 AS "keySha256", expires_at AS "expiresAt",
      revoked_at AS "revokedAt", requests_per_minute AS "requestsPerMinute",
      concurrent_exports AS "concurrentExports"
    FROM lend.api_keys WHERE key_sha256 = ${presentedSha256}`;
  if (row === undefined || !timingSafeEqual(row.keySha256, presentedSha256)) return { status: 'unknown' };
  const { keySha256: _, ...info } = row;
  return { ...info, status: apiKeyStateAt(row, now) };
}

/** A use of a key, by its id. */
export interface ApiKeyUse {
  readonly id: string;
  readonly usedAt: Date;
}

/** Records uses that the caller gathered, in one statement. Never moves `last_used_at` back; unknown ids are passed over. */
export async function touchApiKeys(sql: Sql, uses: readonly ApiKeyUse[]): Promise<void> {
  if (uses.length === 0) return;
  const newest = new Map<string, Date>();
  for (const { id, usedAt } of uses) {
    const known = newest.get(id);
    if (known === undefined || known < usedAt) newest.set(id, usedAt);
  }
  const ids = [...newest.keys()];
  const times = [...newest.values()].map((usedAt) => usedAt.toISOString());
  await retryConflicts(
    () => sql`
      WITH used AS MATERIALIZED (
        SELECT k.id, u.used_at
        FROM unnest(${ids}::uuid[], ${times}::timestamptz[]) AS u(id, used_at) JOIN lend.api_keys AS k ON k.id = u.id
        ORDER BY k.id FOR NO KEY UPDATE OF k
      )
      UPDATE lend.api_keys AS k SET last_used_at = used.used_at
      FROM used WHERE k.id = used.id AND (k.last_used_at IS NULL OR k.last_used_at < used.used_at)`,
  );
}
