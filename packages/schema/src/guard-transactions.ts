import type { TransactionSql } from 'postgres';
import type { Sql } from './create-database.ts';

type Transaction = TransactionSql<{ bigint: bigint }>;
type Work = (tx: Transaction) => unknown;

/**
 * Makes the work of a transaction safe against the loss of its connection between two statements. The driver (3.4.9) then
 * rejects the transaction and has forgotten the socket, but whatever is sent over it later (the next statement of the work,
 * or the driver's own COMMIT or ROLLBACK when the work has come to an end) is written to null, which ends the process.
 * So the next statement is refused with what the transaction was rejected with, and the driver is never told of the end.
 */
export function guardTransactions(sql: Sql): void {
  const begin = sql.begin.bind(sql);
  Object.assign(sql, {
    begin: (...args: readonly [string, Work] | readonly [Work]): Promise<unknown> => {
      const [options, work] = args.length === 2 ? args : ['', args[0]];
      let lost: { readonly reason: unknown } | undefined;
      const running = begin(options, (tx) => {
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
