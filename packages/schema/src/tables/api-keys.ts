import { text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** API keys: only the SHA-256 of a key is stored, and a prefix that is too short to guess the rest from. */
export const apiKeys = lend.table('api_keys', {
  id: uuid('id').primaryKey().defaultRandom(),
  username: text('username').notNull(),
  keyPrefix: text('key_prefix').notNull(),
  keySha256: bytea('key_sha256').notNull().unique(),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at'),
  revokedAt: instant('revoked_at'),
  lastUsedAt: instant('last_used_at'),
  rotatedFrom: uuid('rotated_from'),
});

export type ApiKeyRow = typeof apiKeys.$inferSelect;
