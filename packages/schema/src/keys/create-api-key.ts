import { createHash, randomBytes } from 'node:crypto';
import type { Queryable, Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';

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

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^tdm_[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** How much of a key is kept readable, to tell keys apart in lists. The rest still holds more than 200 unknown bits. */
export const API_KEY_PREFIX_LENGTH = 12;

/** `tdm_`, 256 random bits in base 62 (43 characters), and a checksum of 6 characters. */
export function generateApiKey(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(32).toString('hex')}`), SECRET_LENGTH);
  return `tdm_${secret}${checksumOf(secret)}`;
}

/** False for anything that this service cannot have issued: a mistyped or foreign key is known without the database. */
export function isWellFormedApiKey(text: string): boolean {
  if (!KEY_PATTERN.test(text)) return false;
  const secret = text.slice(4, 4 + SECRET_LENGTH);
  return text.slice(4 + SECRET_LENGTH) === checksumOf(secret);
}

/** SHA-256 of the key. A plain hash is enough, because a key of 256 random bits cannot be guessed. */
export function hashApiKey(key: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(key).digest());
}

function checksumOf(secret: string): string {
  const digest = createHash('sha256').update(`tidemark-api-key ${secret}`).digest();
  return toBase62(BigInt(digest.readUInt32BE(0)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= 62n) text = `${ALPHABET[Number(rest % 62n)]}${text}`;
  return text;
}
