import { bigint, date, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { bytea, instant, lend } from './column-types.ts';

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
  requestsPerMinute: integer('requests_per_minute'),
  concurrentExports: integer('concurrent_exports'),
});

export type ApiKeyRow = typeof apiKeys.$inferSelect;

/** Requests by key, UTC day and route template. */
export const apiKeyUsage = lend.table(
  'api_key_usage',
  {
    keyId: uuid('key_id').notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    route: text('route').notNull(),
    requests: bigint('requests', { mode: 'bigint' }).notNull(),
    limited: bigint('limited', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.keyId, table.day, table.route] })],
);

export type ApiKeyUsageRow = typeof apiKeyUsage.$inferSelect;

/** The newest batch of counts that each process has written. */
export const apiKeyUsageWriters = lend.table('api_key_usage_writers', {
  writer: uuid('writer').primaryKey(),
  lastBatch: bigint('last_batch', { mode: 'bigint' }).notNull(),
  writtenAt: instant('written_at').notNull().defaultNow(),
});

export type ApiKeyUsageWriterRow = typeof apiKeyUsageWriters.$inferSelect;
