import { setTimeout as delay } from 'node:timers/promises';
import { type Queryable, setTransactionTimeout, type Sql } from '@tidemark/schema';

export interface RunAloneOptions {
  /** How often the session of the lock is used while the work goes on. */
  readonly beatMs?: number;
  /** The server ends that session, and with it the lock, where it hears nothing for so long. */
  readonly silenceMs?: number;
}

const BEAT_MS = 10_000;
const SILENCE_MS = 60_000;

/**
 * Does the work while no other process does any of the same name. Null when another one is at it; nothing was done then. The
 * signal of the work is aborted when the lock is lost with its connection; the call then fails, and not before the work has
 * come to its end.
 */
export async function runAlone<Result>(
  sql: Sql,
  name: string,
  work: (signal: AbortSignal) => Promise<Result>,
  { beatMs = BEAT_MS, silenceMs = SILENCE_MS }: RunAloneOptions = {},
): Promise<Result | null> {
  const lost = new AbortController();
  let working: Promise<Result> | undefined;
  try {
    // The lock is a transaction's and not a session's: the driver tells at once when the connection of a transaction is
    // gone, and poolers leave it alone. It reads no table, so it keeps no old rows alive.
    const done = await sql.begin('isolation level read committed', async (tx) => {
      // A host that is gone without a word says nothing more, and its connection looks open for hours.
      await tx`SELECT set_config('idle_in_transaction_session_timeout', ${String(silenceMs)}, true)`;
      await setTransactionTimeout(tx, silenceMs);
      const [row] = await tx<{ isTaken: boolean }[]>`
        SELECT pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) AS "isTaken"`;
      if (row?.isTaken !== true) return null;
      const ended = new AbortController();
      const beating = beat(tx, { beatMs, silenceMs }, ended.signal);
      beating.catch((error: unknown) => lost.abort(error));
      working = work(lost.signal);
      try {
        return { result: await working };
      } finally {
        ended.abort();
        // Fails where a beat did: the lock is not to be relied on any more, whatever the work came to.
        await beating;
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

/** Lets the server hear of this session until the signal. Fails when the session is lost. */
async function beat(
  tx: Queryable,
  { beatMs, silenceMs }: Required<RunAloneOptions>,
  signal: AbortSignal,
): Promise<void> {
  try {
    while (!signal.aborted) {
      await delay(beatMs, undefined, { signal, ref: false });
      // Work may take hours, and what limits other transactions would end the lock in the middle of it.
      await setTransactionTimeout(tx, silenceMs);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}
