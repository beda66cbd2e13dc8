import type { Sql, TransactionSql } from 'postgres';

/** The group that everybody outside is a member of: it may read `lend_v1` and nothing else. */
const READER = 'tidemark_reader';

/**
 * Reads what users of SQL can read, as of one moment. Tables below the views belong to the product, which may lay them out anew: what they hold is judged
 * by what becomes of it.
 */
export function readAsUser<T>(admin: Sql, read: (tx: TransactionSql) => Promise<T>): Promise<T> {
  const reading = admin.begin('isolation level repeatable read read only', async (tx) => {
    await tx`SET LOCAL ROLE ${tx(READER)}`;
    // The driver gives back what it is given, but says it is unwrapped.
    return { value: await read(tx) };
  });
  return reading.then(({ value }) => value);
}
