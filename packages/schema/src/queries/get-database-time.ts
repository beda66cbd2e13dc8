import type { Queryable } from '../create-database.ts';

/** What the clock of the database says now. Times that it wrote are compared with it, and not with a machine's own clock. */
export async function getDatabaseTime(sql: Queryable): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`SELECT clock_timestamp() AS now`;
  if (row === undefined) throw new Error('the database does not tell the time');
  return row.now;
}
