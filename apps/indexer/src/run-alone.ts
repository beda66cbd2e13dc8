import type { Sql } from '@tidemark/schema';

/**
 * Does the work while no other process does any of the same name. Null when another one is at it; nothing was done then. The
 * signal of the work is aborted when the lock is lost with its connection; the call then fails, and not before the work has
 * come to its end.
 */
export async function runAlone<Result>(
  sql: Sql,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const lost = new AbortController();
  let working: Promise<Result> | undefined;
  try {
    // The lock is a transaction's and not a session's: the driver tells at once when the connection of a transaction is
    // gone, and poolers leave it alone. It reads nothing, so it keeps no old rows alive.
    const done = await sql.begin('isolation level read committed', async (tx) => {
      await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
      const [row] = await tx<{ isTaken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isTaken"`;
      if (row?.isTaken !== true) return null;
      working = work(lost.signal);
      try {
        return { result: await working };
      } finally {
        // The driver would send COMMIT or ROLLBACK over a connection that it has forgotten, which ends the process.
        if (lost.signal.aborted) await new Promise<never>(() => undefined);
      }
    });
    // Wrapped, because the driver would take a list of promises apart.
    return done === null ? null : done.result;
  } catch (error) {
    lost.abort(error);
    await working?.catch(() => undefined);
    throw error;
  }
}
