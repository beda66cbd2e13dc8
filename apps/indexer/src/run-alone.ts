import { setTimeout as delay } from 'node:timers/promises';
import { type Queryable, setTransactionTimeout, type Sql } from '@tidemark/schema';

export interface RunAloneOptions {
  /** How often the session of the lock is used while the work runs. */
  readonly beatMs?: number;
  /** The server ends that session, and with it the lock, where it receives nothing for so long. */
  readonly silenceMs?: number;
}

const BEAT_MS = 10_000;
const SILENCE_MS = 60_000;

/**
 * Does the work while no other process does any of the same name. Null when another one does; nothing was done then. The
 * signal of the work is aborted when the lock is lost with its connection; the call then fails, after the work has ended.
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
      // The connection of a host that has crashed stays half-open for hours.
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

/** Does the work while no other process rolls up the same protocol. */
export function withRollupLock<Result>(
  sql: Sql,
  protocol: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  return runAlone(sql, `tidemark rollup of ${protocol}`, work);
}

/**
 * Serialises writers of the rollup, in the transaction of each. A run that has lost its lock may still be in the
 * middle of a group: what is read under this lock is at least as new as what any write before it was made from.
 */
export async function takeTurn(tx: Queryable, protocol: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`tidemark rollup writes of ${protocol}`}, 0))`;
}

/**
 * The same for the buckets of some reserves: transactions of other reserves work at the same time, none does that has called `takeTurn`.
 * `reserves`: in byte order, so that two transactions wait for each other and never in a circle.
 */
export async function takeTurnOf(tx: Queryable, protocol: string, reserves: readonly string[]): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock_shared(hashtextextended(${`tidemark rollup writes of ${protocol}`}, 0))`;
  await tx`
    SELECT pg_advisory_xact_lock(hashtextextended('tidemark buckets of ' || r.address, 0))
    FROM unnest(${[...reserves]}::text[]) AS r(address)`;
}

/**
 * For the end of such a transaction: hours and days mark the totals of their time as due, which are of all reserves. Two that mark those of
 * several days could wait for each other.
 */
export async function takeTurnToMark(tx: Queryable, protocol: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`tidemark marks of totals of ${protocol}`}, 0))`;
}

/** Uses this session until the signal the signal. Fails when the session is lost. */
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

/**
 * Does the same for one protocol after the other. One that fails does not keep the others from their turn; the first failure
 * is thrown in the end.
 */
export async function inTurn<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const failures: unknown[] = [];
  for (const item of items) {
    try {
      results.push(await work(item));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return results;
}

/**
 * Works on lists at the same time, each in its own order. Where one fails the others are stopped; none is under way when this ends.
 * `work` answers false where it was stopped before the end of its list. False where one of them was.
 */
export async function inLanes<Item>(
  lanes: readonly (readonly Item[])[],
  signal: AbortSignal,
  work: (items: readonly Item[], place: number, stop: AbortSignal) => Promise<boolean>,
): Promise<boolean> {
  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const ends = await Promise.allSettled(
    lanes.map((items, place) =>
      work(items, place, stop).catch((error: unknown) => {
        failed.abort();
        throw error;
      }),
    ),
  );
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return ends.every((end) => end.status === 'fulfilled' && end.value);
}
