import { bigint, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, lend } from './column-types.ts';

/** Which transaction changed a bucket of a day of a reserve last. Written by triggers. */
export const bucketRevisions = lend.table(
  'bucket_revisions',
  {
    reserve: text('reserve').notNull(),
    day: instant('day').notNull(),
    revision: bigint('revision', { mode: 'bigint' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.reserve, table.day] })],
);
