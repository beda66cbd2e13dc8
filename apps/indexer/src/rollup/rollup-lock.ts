import type { Queryable, Sql } from '@tidemark/schema';
import { runAlone } from '../run-alone.ts';

/** Does the work while no other process rolls up the same protocol; see `runAlone`. */
export function withRollupLock<Result>(
  sql: Sql,
  protocol: string,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  return runAlone(sql, `tidemark rollup of ${protocol}`, work);
}

/**
 * Lets the writes of two runs take turns, in the transaction of each. A run that has lost its lock may still be in the
 * middle of a group: what is read under this lock is at least as new as what any write before it was made from.
 */
export async function takeTurn(tx: Queryable, protocol: string): Promise<void> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`tidemark rollup writes of ${protocol}`}, 0))`;
}
