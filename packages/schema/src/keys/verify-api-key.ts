import { timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../create-database.ts';
import { type ApiKeyState, apiKeyStateAt } from './api-key-info.ts';
import { hashApiKey, isWellFormedApiKey } from './generate-api-key.ts';

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
