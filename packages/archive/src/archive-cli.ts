import { parseArgs } from 'node:util';
import { createDatabase, describeFailure } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { archiveMonth } from './archive-month.ts';

const USAGE = `Usage: npm run archive -- --month 2026-05 [--month …] --out FOLDER

Writes the observations of months that are sealed to Parquet files below FOLDER, reads them back, and drops them from the
database. Buckets stay. Give the API the folder as ARCHIVE_DIR, and it answers single reads of these months from it.
An indexer seals a month some days after its end (lend.history_months). Needs DATABASE_URL of a login of tidemark_maintenance.
May be interrupted and repeated at any time.
`;
const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
/** A month of observations takes minutes. */
const STATEMENT_TIMEOUT_MS = 1_800_000;
const LIMITS = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, transactionTimeoutMs: 2 * STATEMENT_TIMEOUT_MS };

/** Progress on stdout, a line a month. Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE);
    return 0;
  }
  const { months, outDir } = parse(args);
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write('archive: DATABASE_URL is not set\n');
    return EXIT_CONFIG;
  }
  const stop = new AbortController();
  // Once: a second signal ends the process as it would any other.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
  const database = createDatabase({ url, maxConnections: 1, applicationName: 'tidemark-archive', limits: LIMITS });
  try {
    for (const month of months) {
      const file = await archiveMonth(database.sql, { month: `${month}-01`, outDir, signal: stop.signal });
      const what = file.isNew ? 'dropped from the database' : 'archived before, nothing was done';
      process.stdout.write(`${month}: ${file.rows} observations, ${file.bytes} bytes, ${what}\n`);
    }
    return 0;
  } finally {
    await database.close();
  }
}

function parse(args: readonly string[]): { readonly months: readonly string[]; readonly outDir: string } {
  try {
    const text = { type: 'string' } as const;
    const { values } = parseArgs({ args: [...args], options: { month: { ...text, multiple: true }, out: text } });
    const months = values.month ?? [];
    if (months.length === 0 || months.some((month) => !/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)))
      throw new Error('--month takes a month, as 2026-05');
    if (values.out === undefined) throw new Error('--out is missing');
    return { months, outDir: values.out };
  } catch (cause) {
    throw new ArchiveError('INVALID_ARGUMENT', cause instanceof Error ? cause.message : String(cause), { cause });
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`archive: ${error instanceof ArchiveError ? error.message : describeFailure(error)}\n`);
  return error instanceof ArchiveError && error.code === 'INVALID_ARGUMENT' ? EXIT_USAGE : 1;
});
