import type { TransactionSql } from 'postgres';
import type { Queryable, Sql } from './create-database.ts';

type Transaction = TransactionSql<{ bigint: bigint }>;
type Work = (tx: Transaction) => unknown;

export interface TransactionLimits {
  /** The server ends the session of a transaction that takes longer. */
  readonly transactionTimeoutMs: number;
}

/**
 * Gives every transaction a limit of its own, where the server knows one (Postgres 17 and newer). The limits of a statement and of
 * an idle transaction leave a hole: a session that has heard half of a statement and never hears the rest is neither, and keeps
 * its locks for ever.
 *
 * Makes the work of a transaction safe against the loss of its connection between two statements. The driver (3.4.9) then
 * rejects the transaction and has forgotten the socket, but whatever is sent over it later (the next statement of the work,
 * or the driver's own COMMIT or ROLLBACK when the work has come to an end) is written to null, which ends the process.
 * So the next statement is refused with what the transaction was rejected with, and the driver is never told of the end.
 */
export function guardTransactions(sql: Sql, { transactionTimeoutMs }: TransactionLimits): void {
  const begin = sql.begin.bind(sql);
  Object.assign(sql, {
    begin: (...args: readonly [string, Work] | readonly [Work]): Promise<unknown> => {
      const [options, work] = args.length === 2 ? args : ['', args[0]];
      let lost: { readonly reason: unknown } | undefined;
      const running = begin(options, (tx) => {
        // Sent together with the first statement of the work.
        setTransactionTimeout(tx, transactionTimeoutMs).catch(() => undefined);
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
      });
      return running;
    },
  });
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
