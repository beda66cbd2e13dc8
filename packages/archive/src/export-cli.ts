import { createDatabase, describeFailure } from '@tidemark/schema';
import { ArchiveError } from './archive-error.ts';
import { EXPORT_USAGE, parseExportArguments } from './export-arguments.ts';
import { exportTables } from './export-tables.ts';

const EXIT_USAGE = 64;
const EXIT_CONFIG = 78;
/** A month of observations takes minutes. */
const STATEMENT_TIMEOUT_MS = 1_800_000;
const LIMITS = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, transactionTimeoutMs: 2 * STATEMENT_TIMEOUT_MS };

/** `DATABASE_URL=… node export-cli --table …`: progress on stderr, one line for each table on stdout. Returns the exit code. */
async function run(args: readonly string[]): Promise<number> {
  if (args.some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(EXPORT_USAGE);
    return 0;
  }
  const { tables, range, format, withoutExact, outDir } = parseExportArguments(args);
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write('export: DATABASE_URL is not set\n');
    return EXIT_CONFIG;
  }
  const stop = new AbortController();
  // Once: a second signal ends the process as it would any other.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stop.abort(new Error(`ended by ${signal}`)));
  const database = createDatabase({ url, maxConnections: 1, applicationName: 'tidemark-export', limits: LIMITS });
  try {
    await exportTables(database.sql, {
      ...{ tables, format, withoutExact, range, outDir, signal: stop.signal },
      onFile: (table, file, done, all) =>
        process.stderr.write(`${table}: ${file.path}, ${file.rows} rows, ${file.bytes} bytes (${done} of ${all})\n`),
      onTable: ({ table, timeColumn, rows, files }) => {
        const whole = range !== null && timeColumn === null ? ', whole, because they have no time' : '';
        process.stdout.write(
          `${outDir}/${table}: ${rows} rows${whole} in ${files.length} files, read back and as they were copied\n`,
        );
      },
    });
    return 0;
  } finally {
    await database.close();
  }
}

process.exitCode = await run(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`export: ${error instanceof ArchiveError ? error.message : describeFailure(error)}\n`);
  return error instanceof ArchiveError && error.code === 'INVALID_ARGUMENT' ? EXIT_USAGE : 1;
});
