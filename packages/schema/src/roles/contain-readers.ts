import type { Sql } from '../create-database.ts';

export interface ReaderBounds {
  /** Sessions that are older end; 0: never. */
  readonly maxSessionMs: number;
  /** Sessions in an older transaction end; 0: never. */
  readonly maxTransactionMs: number;
}

export interface ContainedReaders {
  /** Sessions that were ended. */
  readonly ended: number;
  /** Logins whose settings were put back. */
  readonly restored: number;
}

/**
 * Ends sessions of readers that are too old, and puts back the settings of their logins. Fails with 42501 where the owner of
 * the database may not; the message says what to grant.
 */
export async function containReaders(
  sql: Sql,
  { maxSessionMs, maxTransactionMs }: ReaderBounds,
): Promise<ContainedReaders> {
  const [row] = await sql<ContainedReaders[]>`
    SELECT ended, restored FROM lend.contain_readers(
      ${maxSessionMs}::float8 * interval '1 millisecond', ${maxTransactionMs}::float8 * interval '1 millisecond')`;
  return { ended: row?.ended ?? 0, restored: row?.restored ?? 0 };
}
