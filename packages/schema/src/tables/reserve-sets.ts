import { text } from 'drizzle-orm/pg-core';
import { bytea } from './column-types.ts';
import { lend } from './lend-schema.ts';

/** Sets of addresses that batches asked for, each once: the hash is of the sorted addresses joined by line feeds. */
export const reserveSets = lend.table('reserve_sets', {
  sha256: bytea('sha256').primaryKey(),
  reserves: text('reserves').array().notNull(),
});

export type ReserveSetRow = typeof reserveSets.$inferSelect;
