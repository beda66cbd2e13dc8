import { bigint, integer, text } from 'drizzle-orm/pg-core';
import { bytea, instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** Accounts that could not be turned into a row, with the reason and the bytes, countable. */
export const quarantine = lend.table('quarantine', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  address: text('address').notNull(),
  accountKind: text('account_kind').notNull(),
  reasonCode: text('reason_code').notNull(),
  expected: text('expected'),
  actual: text('actual'),
  dataSha256: bytea('data_sha256').notNull(),
  dataLength: integer('data_length').notNull(),
  data: bytea('data').notNull(),
  firstSeenSlot: bigint('first_seen_slot', { mode: 'bigint' }).notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenSlot: bigint('last_seen_slot', { mode: 'bigint' }).notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  occurrences: bigint('occurrences', { mode: 'bigint' }).notNull(),
  lastBatchId: text('last_batch_id').notNull(),
});

export type QuarantineRow = typeof quarantine.$inferSelect;
