import { pgSchema } from 'drizzle-orm/pg-core';

/** Private tables of the service. They may change; outsiders read the views of `lend_v1` instead. */
export const lend = pgSchema('lend');
