import type { Sql } from '../create-database.ts';
import { SchemaError } from '../schema-error.ts';
import { type FutureReport, listFutureRows, removeFutureRows } from './future-rows.ts';

export const FUTURE_USAGE = `Usage:
  remove-future          shows rows whose chain time has not come by the clock of the database, and changes nothing
  remove-future --yes    removes them
A node whose clock was wrong leaves such rows. Look at the clock of the database first: where it is behind, all rows lie ahead of it.
`;

/** As the indexer is set up when CLOCK_TOLERANCE_MS is not. */
const TOLERANCE_MS = 120_000;

/** Runs the command and returns what it prints. Throws `SchemaError` with one sentence for an argument that it does not know. */
export async function runFutureCli(sql: Sql, args: readonly string[]): Promise<string> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return FUTURE_USAGE;
  const [unknown] = args.filter((arg) => arg !== '--yes');
  if (unknown !== undefined)
    throw new SchemaError('INVALID_ARGUMENT', `there is no argument ${unknown}; there is --yes`);
  const isDone = args.includes('--yes');
  const options = { toleranceMs: TOLERANCE_MS };
  const report = await (isDone ? removeFutureRows(sql, options) : listFutureRows(sql, options));
  return describe(report, isDone);
}

function describe({ found, writtenSince }: FutureReport, isDone: boolean): string {
  if (found.length === 0) return 'No row lies in the future.\n';
  const lines = found.map(
    ({ table, rows, latest, becomes }) => `lend.${table}  ${rows} rows, up to ${latest.toISOString()}: ${becomes}\n`,
  );
  const from = writtenSince?.toISOString().slice(0, 10);
  const rebuild = from === undefined ? '' : ` Then: npm run rebuild -- --from ${from} --to ${dayAfter(new Date())}`;
  const next = isDone ? `Done.${rebuild}\n` : 'Nothing was changed; --yes does it.\n';
  return `${lines.join('')}${next}`;
}

function dayAfter(now: Date): string {
  return new Date(now.getTime() + 86_400_000).toISOString().slice(0, 10);
}
