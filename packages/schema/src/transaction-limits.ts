import type { Queryable } from './create-database.ts';

/** Limits of a transaction and of its statements, in milliseconds. */
export interface TransactionLimits {
  /** The server cancels a statement that runs longer. */
  readonly statementTimeoutMs: number;
  /** The server cancels a statement that waits longer for a lock. */
  readonly lockTimeoutMs: number;
  /** The server ends the session of a transaction in which nothing happens for longer. */
  readonly idleInTransactionTimeoutMs: number;
  /** The server ends the session of a transaction that takes longer, where it knows that limit (Postgres 17 and newer). */
  readonly transactionTimeoutMs: number;
}

const LIMITS = [
  { name: 'statementTimeoutMs', setting: 'statement_timeout', defaultMs: 15_000 },
  { name: 'lockTimeoutMs', setting: 'lock_timeout', defaultMs: 10_000 },
  { name: 'idleInTransactionTimeoutMs', setting: 'idle_in_transaction_session_timeout', defaultMs: 20_000 },
  { name: 'transactionTimeoutMs', setting: 'transaction_timeout', defaultMs: 30_000 },
] as const;

/**
 * A statement that puts the limits in force for the running transaction: those that were asked for, and a default of each
 * other one that neither the login nor the session has set.
 */
export function limitStatement(asked: Partial<TransactionLimits>): string {
  const values = LIMITS.map(({ name, setting, defaultMs }) => {
    const wanted = asked[name];
    return `('${setting}', '${String(wanted ?? defaultMs)}', ${String(wanted !== undefined)})`;
  });
  // What a server does not know is null to `current_setting`. A limit of the transaction that runs already, as the login has it,
  // begins anew only where it was off in between.
  return `SELECT set_config(l.name, '0', true), set_config(l.name, l.value, true) FROM (VALUES ${values.join(', ')}) AS l (name, value, is_asked)
    WHERE CASE WHEN l.is_asked THEN current_setting(l.name, true) IS NOT NULL ELSE current_setting(l.name, true) = '0' END`;
}

/**
 * Limits what is left of the running transaction, from now on. Does nothing where the server knows no such limit. A failure
 * fails the transaction.
 */
export async function setTransactionTimeout(tx: Queryable, ms: number): Promise<void> {
  // Set anew it would not begin anew: it has to be off in between.
  await tx`
    SELECT set_config('transaction_timeout', '0', true), set_config('transaction_timeout', ${String(ms)}, true)
    WHERE current_setting('transaction_timeout', true) IS NOT NULL`;
}
