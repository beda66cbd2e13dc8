import { integer, text } from 'drizzle-orm/pg-core';
import { instant } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** The interval at which the indexer of a protocol polls, as the one that started last has it. */
export const pollSchedule = lend.table('poll_schedule', {
  protocol: text('protocol').primaryKey(),
  pollIntervalMs: integer('poll_interval_ms').notNull(),
  updatedAt: instant('updated_at').notNull().defaultNow(),
});
