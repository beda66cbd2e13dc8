import { setTransactionTimeout, type Sql, storeDueTotals } from '@tidemark/schema';
import { takeTurn } from '../run-alone.ts';

const STATEMENT_TIMEOUT_MS = 120_000;

/** Makes totals that are due, a transaction for each day or so, until none is or `most` are made. `written`: rows that are new, changed or gone. */
export async function storeTotals({
  sql,
  protocol,
  signal,
  most,
}: {
  readonly sql: Sql;
  readonly protocol: string;
  readonly signal: AbortSignal;
  readonly most: number;
}): Promise<{ readonly written: number; readonly isStopped: boolean }> {
  let written = 0;
  for (let made = 0; made < most; made += 1) {
    if (signal.aborted) return { written, isStopped: true };
    const report = await sql.begin('isolation level read committed', async (tx) => {
      await takeTurn(tx, protocol);
      await setTransactionTimeout(tx, STATEMENT_TIMEOUT_MS);
      return storeDueTotals(tx, { protocol });
    });
    if (report.periods === 0) break;
    written += report.written;
  }
  return { written, isStopped: false };
}
