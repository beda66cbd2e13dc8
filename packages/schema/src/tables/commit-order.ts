import { boolean } from 'drizzle-orm/pg-core';
import { lend } from './lend-schema.ts';

/** One row. A transaction that numbers a batch commit holds its lock until it ends. */
export const commitOrder = lend.table('commit_order', {
  onlyRow: boolean('only_row').primaryKey().default(true),
});
