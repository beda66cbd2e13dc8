import type { TransactionSql } from 'postgres';
import type { Sql } from './create-database.ts';
import { createLeftSessions } from './left-sessions.ts';
import { limitStatement, type TransactionLimits } from './transaction-limits.ts';

type Transaction = TransactionSql<{ bigint: bigint }>;
type Work = (tx: Transaction) => unknown;

/** Codes of the driver, of our sockets and of Node for a connection that is gone. */
const LOST = new Set([
  'CONNECTION_CLOSED',
  'CONNECTION_DESTROYED',
  'RESPONSE_TIMEOUT',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
]);

/**
 * Puts limits in force before a transaction takes its first lock, and ends the session that an earlier one left behind. The
 * settings of a login hold for its sessions as a whole; these hold for logins that have none, and where others are asked for.
 * They travel with the transaction, because a pooler refuses them at the start of a connection.
 *
 * Makes the work of a transaction safe against the loss of its connection between two statements. The driver (3.4.9) then
 * rejects the transaction and has forgotten the socket, but whatever is sent over it later (the next statement of the work,
 * or the driver's own COMMIT or ROLLBACK when the work has come to an end) is written to null, which ends the process.
 * So the next statement is refused with what the transaction was rejected with, and the driver is never told of the end.
 */
export function guardTransactions(sql: Sql, asked: Partial<TransactionLimits>): void {
  const limits = limitStatement(asked);
  const left = createLeftSessions(sql);
  const begin = sql.begin.bind(sql);
  const run = (options: string, work: Work): Promise<unknown> => {
    const begunAt = performance.now();
    let limiting: object | undefined;
    let lost: { readonly reason: unknown } | undefined;
    const running = begin(options, (tx) => {
      // `execute`, because a statement of the driver is sent when it is awaited: this one has to be the first.
      const statement = tx.unsafe(limits, [], { prepare: true }).execute();
      statement.catch(() => undefined);
      limiting = statement;
      const working = settle(() => work(guard(tx, () => lost)));
      return new Promise<unknown>((resolve, reject) => {
        working.then(
          (value) => (lost === undefined ? resolve(value) : undefined),
          (error: unknown) => (lost === undefined ? reject(error) : undefined),
        );
      });
    });
    // Where the work itself has failed this comes after its end, and changes nothing.
    running.catch((reason: unknown) => {
      lost = { reason };
      const pid = pidOf(limiting);
      if (pid !== null && isLoss(reason)) left.add(pid, begunAt);
    });
    return running;
  };
  Object.assign(sql, {
    begin: async (...args: readonly [string, Work] | readonly [Work]): Promise<unknown> => {
      const [options, work] = args.length === 2 ? args : ['', args[0]];
      await left.end();
      return run(options, work);
    },
  });
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

/** As the driver does: a list of statements is waited for. */
async function settle(work: () => unknown): Promise<unknown> {
  const result = work();
  return Array.isArray(result) ? Promise.all(result) : result;
}

function guard(tx: Transaction, findLoss: () => { readonly reason: unknown } | undefined): Transaction {
  const expectOpen = (): void => {
    const lost = findLoss();
    if (lost !== undefined) throw lost.reason;
  };
  return new Proxy(tx, {
    apply(target, self, args) {
      expectOpen();
      return Reflect.apply(target, self, args);
    },
    get(target, name) {
      if (name === 'unsafe' || name === 'savepoint') expectOpen();
      return Reflect.get(target, name);
    },
  });
}
