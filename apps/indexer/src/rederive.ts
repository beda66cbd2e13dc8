import { createDatabase, type Sql } from '@tidemark/schema';
import { MAINTENANCE_LIMITS } from './connections.ts';
import { parseRederiveArguments, REDERIVE_USAGE, type RederiveArguments } from './rederive-arguments.ts';
import { rederiveRange, type RederiveReport } from './rederive/rederive-range.ts';
import { runCommand } from './run-command.ts';

const EXIT_UNAVAILABLE = 75;
const EXIT_CONFIG = 78;
const EXIT_INTERRUPTED = 130;
/** As `rebuild` waits. */
const LOCK_TIMEOUT_MS = 600_000;

async function rederive(databaseUrl: string, args: RederiveArguments): Promise<number> {
  const stop = new AbortController();
  // Once: a second signal ends the process as it would any other.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const database = createDatabase({
    url: databaseUrl,
    maxConnections: 3,
    applicationName: 'tidemark-rederive',
    limits: MAINTENANCE_LIMITS,
  });
  try {
    for (const protocol of args.protocols) {
      const code = await rederiveProtocol(database.sql, protocol, args, stop.signal);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    await database.close();
  }
}

async function rederiveProtocol(
  sql: Sql,
  protocol: string,
  { from, to, reserves, reason }: RederiveArguments,
  signal: AbortSignal,
): Promise<number> {
  const report = await rederiveRange({
    sql,
    protocol,
    range: { from, to },
    reserves: reserves.length === 0 ? null : reserves,
    reason,
    signal,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onDay(day, { observations, differing }) {
      const done = `${protocol}: ${day.toISOString().slice(0, 10)}`;
      if (observations > 0)
        process.stdout.write(`${done}, ${differing} of ${observations} observations differ so far\n`);
    },
    onRebuild: () => process.stdout.write(`${protocol}: makes the buckets again\n`),
    onWait: () => process.stderr.write('rederive: waits for a rollup that is under way\n'),
  });
  process.stdout.write(`${protocol}: ${summaryOf(report, reason)}\n`);
  for (const [column, count] of report.values) process.stdout.write(`${protocol}: ${column}: ${count} values\n`);
  for (const [reserve, code] of report.refused) process.stderr.write(`rederive: left as it is: ${reserve}: ${code}\n`);
  if (report.isComplete) return 0;
  if (signal.aborted) {
    process.stderr.write('rederive: interrupted; the same command again does the rest\n');
    return EXIT_INTERRUPTED;
  }
  process.stderr.write('rederive: another process does rollups all the time; the same command again does the rest\n');
  return EXIT_UNAVAILABLE;
}

function summaryOf({ observations, differing, values, bucketValues }: RederiveReport, reason: string | null): string {
  // A reserve of another protocol, or a range before anything was observed, is no success that says nothing.
  if (observations === 0) return 'no observations of these reserves in the range';
  const count = [...values.values()].reduce((sum, each) => sum + each, 0);
  const found = count === 0 ? `none of ${observations}` : `${count} values of ${differing} of ${observations}`;
  if (reason === null) return `${found} observations differ; nothing was written, and buckets were not looked at`;
  return `${found} observations were replaced, and ${bucketValues === null ? 'buckets are left to do' : `${bucketValues} values of buckets`}`;
}

await runCommand({
  name: 'rederive',
  usage: REDERIVE_USAGE,
  parse: parseRederiveArguments,
  run: (args) => {
    const databaseUrl = process.env['DATABASE_URL']?.trim() ?? '';
    if (databaseUrl !== '') return rederive(databaseUrl, args);
    process.stderr.write('rederive: DATABASE_URL is not set\n');
    return Promise.resolve(EXIT_CONFIG);
  },
});
