import type { ISql, Sql as Client, TransactionSql } from 'postgres';
import type { SilentHolders } from './silent-holders.ts';

/** postgres.js client whose `int8` values and parameters are bigint and whose timestamps are `Date`. */
export type Sql = Client<{ bigint: bigint }>;
/** A client or an open transaction: whatever a single statement can run on. */
export type Queryable = ISql<{ bigint: bigint }>;

type Work = (tx: TransactionSql<{ bigint: bigint }>) => unknown;

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

/** Codes of the driver and of Node for a connection that is gone. */
const LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'RESPONSE_TIMEOUT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Puts limits in force before a transaction takes its first lock, and ends the sessions that earlier ones left behind, and those of
 * other processes that are frozen and hold it up. The settings of a login hold for its sessions as a whole; these hold for logins
 * that have none, and where others are asked for. They travel with the transaction, because a pooler refuses them at the start of a
 * connection.
 */
export function limitTransactions(sql: Sql, asked: Partial<TransactionLimits>, holders: SilentHolders): void {
  const limits = limitStatement(asked);
  const left = new LeftSessions(sql);
  const begin = sql.begin.bind(sql);
  const run = async (options: string, work: Work): Promise<unknown> => {
    await left.end();
    let begunAt = performance.now();
    let limiting: object | undefined;
    try {
      return await begin(options, (tx) => {
        // Here and not before: the session may have been opened for this transaction, and is older than this moment alone.
        begunAt = performance.now();
        // `execute`, because a statement of the driver is sent when it is awaited: this one has to be the first.
        const statement = tx.unsafe(limits, [], { prepare: true }).execute();
        statement.catch(() => undefined);
        limiting = statement;
        return work(tx);
      });
    } catch (error) {
      const pid = pidOf(limiting);
      if (pid !== null && isLoss(error)) left.add(pid, begunAt);
      throw error;
    }
  };
  Object.assign(sql, {
    begin: (...args: readonly [string, Work] | readonly [Work]): Promise<unknown> =>
      holders.during(() => (args.length === 2 ? run(...args) : run('', args[0]))),
  });
}

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

function isLoss(reason: unknown): boolean {
  return reason instanceof Error && 'code' in reason && LOST.has(String(reason.code));
}

/** The session of a statement, as the driver notes it when it sends one; its types do not know it. */
function pidOf(query: object | undefined): number | null {
  const state: unknown = query !== undefined && 'state' in query ? query.state : null;
  const pid: unknown = typeof state === 'object' && state !== null && 'pid' in state ? state.pid : null;
  return typeof pid === 'number' ? pid : null;
}

/** A number may be another session's by now: of one that began later, or of another login. An idle one has no transaction. */
export const TERMINATE_SESSION = `
  SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE pid = $1::int AND usename = session_user AND state IS DISTINCT FROM 'idle'
    AND backend_start <= clock_timestamp() - $2::float8 * interval '1 millisecond'`;

/**
 * Sessions that this process has left behind. A connection that is lost to us may be open to the server, by a proxy or a host
 * that vanished. Waiting for the rest of a message it is not idle, and no limit of Postgres 15 and 16 ends its transaction,
 * which keeps its locks; whoever begins the next one ends the session first.
 */
class LeftSessions {
  readonly #sql: Sql;
  /** When the transaction of a session began, by `performance.now()`. */
  readonly #begunAt = new Map<number, number>();

  constructor(sql: Sql) {
    this.#sql = sql;
  }

  add(pid: number, begunAt: number): void {
    this.#begunAt.set(pid, begunAt);
  }

  /** Ends those that are still there. Never fails; what could not be asked now is asked the next time. */
  async end(): Promise<void> {
    const terminate = ([pid, begunAt]: [number, number]): Promise<unknown> =>
      this.#sql.unsafe(TERMINATE_SESSION, [pid, performance.now() - begunAt]).then(
        () => this.#begunAt.delete(pid),
        () => undefined,
      );
    await Promise.all([...this.#begunAt].map(terminate));
  }
}
