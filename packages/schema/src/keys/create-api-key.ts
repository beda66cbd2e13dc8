import type { Queryable } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type ApiKeyInfo, apiKeyInfoColumns } from './api-key-info.ts';
import { API_KEY_PREFIX_LENGTH, generateApiKey, hashApiKey } from './generate-api-key.ts';

export interface CreateApiKeyOptions {
  readonly username: string;
  /** Null or absent: it does not expire. */
  readonly expiresAt?: Date | null;
  readonly rotatedFrom?: string;
  readonly now?: Date;
}

/** `key` is returned here and never again. */
export interface IssuedApiKey {
  readonly key: string;
  readonly info: ApiKeyInfo;
}

/** Makes a key and stores its hash. Throws `INVALID_API_KEY_REQUEST` for a bad name or an expiry that has passed. */
export async function createApiKey(sql: Queryable, options: CreateApiKeyOptions): Promise<IssuedApiKey> {
  const now = options.now ?? new Date();
  const expiresAt = options.expiresAt ?? null;
  checkUsername(options.username);
  if (expiresAt !== null && !(expiresAt > now)) throw invalid('the expiry must lie in the future');

  const key = generateApiKey();
  const [info] = await sql<ApiKeyInfo[]>`
    INSERT INTO lend.api_keys (username, key_prefix, key_sha256, created_at, expires_at, rotated_from)
    VALUES (${options.username}, ${key.slice(0, API_KEY_PREFIX_LENGTH)}, ${hashApiKey(key)}, ${now}, ${expiresAt},
      ${options.rotatedFrom ?? null})
    RETURNING ${apiKeyInfoColumns(sql)}`;
  if (info === undefined) throw new Error('the key was not stored');
  return { key, info: { ...info } };
}

function checkUsername(username: string): void {
  if (username.trim() !== username || username.length === 0 || username.length > 128) {
    throw invalid('the username must have 1 to 128 characters and no space at either end');
  }
  if (/\p{C}/u.test(username)) throw invalid('the username must not hold control characters');
}

function invalid(message: string): SchemaError {
  return new SchemaError('INVALID_API_KEY_REQUEST', message);
}
