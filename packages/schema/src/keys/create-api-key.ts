import type { Queryable, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type ApiKeyInfo, apiKeyInfoColumns } from './api-key-info.ts';
import { API_KEY_PREFIX_LENGTH, generateApiKey, hashApiKey } from './generate-api-key.ts';

/** One in use and one to change to. A key in its grace period is active. */
export const MAX_ACTIVE_KEYS = 2;
const MAX_REQUESTS_PER_MINUTE = 1_000_000;
const MAX_CONCURRENT_EXPORTS = 1_000;

/** Limits of a key. Null or absent: those of the deployment. */
export interface ApiKeyLimits {
  readonly requestsPerMinute?: number | null;
  readonly concurrentExports?: number | null;
}

export interface CreateApiKeyOptions extends ApiKeyLimits {
  readonly username: string;
  /** Null or absent: it does not expire. */
  readonly expiresAt?: Date | null;
  readonly now?: Date;
}

/** `key` is returned here and never again. */
export interface IssuedApiKey {
  readonly key: string;
  readonly info: ApiKeyInfo;
}

/**
 * Makes a key and stores its hash. Throws `INVALID_API_KEY_REQUEST` for a bad name, an expiry that has passed or a limit out
 * of range, and `TOO_MANY_ACTIVE_KEYS` where the user has two, also when many ask at the same time.
 */
export function createApiKey(sql: Sql, options: CreateApiKeyOptions): Promise<IssuedApiKey> {
  return sql.begin('isolation level read committed', (tx) => issueApiKey(tx, options));
}

export interface IssueApiKeyOptions extends CreateApiKeyOptions {
  readonly rotatedFrom?: string;
  /** A key that ends with this very transaction, and counts no more. */
  readonly without?: string;
}

/** The same within a transaction at the level `read committed`. */
export async function issueApiKey(tx: Queryable, options: IssueApiKeyOptions): Promise<IssuedApiKey> {
  const { username, now = new Date(), expiresAt = null } = options;
  const { requestsPerMinute = null, concurrentExports = null } = options;
  checkUsername(username);
  if (expiresAt !== null && !(expiresAt > now)) throw invalid('the expiry must lie in the future');
  checkLimit('requests per minute', requestsPerMinute, MAX_REQUESTS_PER_MINUTE);
  checkLimit('concurrent exports', concurrentExports, MAX_CONCURRENT_EXPORTS);
  await checkActiveKeys(tx, options, now);

  const key = generateApiKey();
  const [info] = await tx<ApiKeyInfo[]>`
    INSERT INTO lend.api_keys
      (username, key_prefix, key_sha256, created_at, expires_at, rotated_from, requests_per_minute, concurrent_exports)
    VALUES (${username}, ${key.slice(0, API_KEY_PREFIX_LENGTH)}, ${hashApiKey(key)}, ${now}, ${expiresAt},
      ${options.rotatedFrom ?? null}, ${requestsPerMinute}, ${concurrentExports})
    RETURNING ${apiKeyInfoColumns(tx)}`;
  if (info === undefined) throw new Error('the key was not stored');
  return { key, info: { ...info } };
}

/** Counts under a lock on the name: whoever comes next counts after this transaction has ended. */
async function checkActiveKeys(tx: Queryable, { username, without }: IssueApiKeyOptions, now: Date): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`tidemark api keys of ${username}`}, 0))`;
  const active = await tx<{ keyPrefix: string }[]>`
    SELECT key_prefix AS "keyPrefix" FROM lend.api_keys
    WHERE username = ${username} AND (revoked_at IS NULL OR revoked_at > ${now})
      AND (expires_at IS NULL OR expires_at > ${now}) AND id IS DISTINCT FROM ${without ?? null}::uuid
    ORDER BY created_at, id`;
  if (active.length < MAX_ACTIVE_KEYS) return;
  const prefixes = active.map(({ keyPrefix }) => keyPrefix).join(', ');
  throw new SchemaError(
    'TOO_MANY_ACTIVE_KEYS',
    `${username} has ${active.length} active keys (${prefixes}), ${MAX_ACTIVE_KEYS} are allowed; revoke one first`,
  );
}

function checkLimit(what: string, limit: number | null, max: number): void {
  if (limit === null || (Number.isInteger(limit) && limit >= 1 && limit <= max)) return;
  throw invalid(`the ${what} must be a whole number from 1 to ${max}`);
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
