import { extname, join } from 'node:path';
import { createDatabase, frozenWithin, listArchivedMonths, type Sql } from '@tidemark/schema';
import { MAINTENANCE_LIMITS } from './connections.ts';
import { parseRebuildArguments, REBUILD_USAGE, type RebuildArguments } from './rebuild-arguments.ts';
import { startGroupWorkers } from './rollup/group-workers.ts';
import type { GroupWorker } from './rollup/roll-up-group.ts';
import { rebuildRange } from './rollup/run-rollup.ts';
import { runCommand } from './run-command.ts';

const EXIT_UNAVAILABLE = 75;
const EXIT_CONFIG = 78;
const EXIT_INTERRUPTED = 130;
/** The job works for five minutes at most, and ends before that when it is stopped. */
const LOCK_TIMEOUT_MS = 600_000;
const PROGRESS_MS = 2_000;
/** Beside this program, in its form. */
const WORKER = join(import.meta.dirname, `rebuild-worker${extname(import.meta.filename)}`);

async function rebuild(databaseUrl: string, args: RebuildArguments): Promise<number> {
  const stop = new AbortController();
  // Once: a second signal ends the process as it would any other.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const database = createDatabase({
    url: databaseUrl,
    // The lock and the work.
    maxConnections: 2,
    applicationName: 'tidemark-rebuild',
    limits: MAINTENANCE_LIMITS,
  });
  const processes = startGroupWorkers(WORKER, databaseUrl, args.workers);
  try {
    await nameFrozen(database.sql, args);
    for (const protocol of args.protocols) {
      const code = await rebuildProtocol(database.sql, processes.workers, protocol, args, stop.signal);
      if (code !== 0) return code;
    }
    return 0;
  } finally {
    await processes.close();
    await database.close();
  }
}

/** Buckets that were not made again are not among those that came out the same. */
async function nameFrozen(sql: Sql, range: Pick<RebuildArguments, 'from' | 'to'>): Promise<void> {
  const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);
  for (const { from, to } of frozenWithin(await listArchivedMonths(sql), range)) {
    const next = dayOf(to.getTime());
    const month = dayOf(from.getTime()).slice(0, 7);
    process.stderr.write(`rebuild: ${month} is archived: its buckets and those of ${next} stay as they are\n`);
  }
}

async function rebuildProtocol(
  sql: Sql,
  workers: readonly GroupWorker[],
  protocol: string,
  { from, to, reserves }: RebuildArguments,
  signal: AbortSignal,
): Promise<number> {
  let toldAt = performance.now();
  const report = await rebuildRange({
    sql,
    protocol,
    range: { from, to },
    reserves: reserves.length === 0 ? null : reserves,
    signal,
    workers,
    lockTimeoutMs: LOCK_TIMEOUT_MS,
    onWait: () => process.stderr.write('rebuild: waits for a rollup that is under way\n'),
    onProgress({ done, all, group }) {
      if (done < all && performance.now() - toldAt < PROGRESS_MS) return;
      toldAt = performance.now();
      process.stdout.write(`${protocol}: ${done} of ${all} groups, ${group.range.from.toISOString().slice(0, 10)}\n`);
    },
  });
  if (report === null) {
    process.stderr.write('rebuild: another process does rollups all the time; nothing was done\n');
    return signal.aborted ? EXIT_INTERRUPTED : EXIT_UNAVAILABLE;
  }
  const { quarterHourly, hourly, daily, gaps, refused, isComplete } = report;
  process.stdout.write(
    `${protocol}: ${quarterHourly} quarters of an hour, ${hourly} hours, ${daily} days and ${gaps} gaps were new or came out differently\n`,
  );
  for (const { reserve, code } of refused) process.stderr.write(`rebuild: no hours of ${reserve}: ${code}\n`);
  if (isComplete) return 0;
  process.stderr.write('rebuild: interrupted; the same command again does the rest\n');
  return EXIT_INTERRUPTED;
}

await runCommand({
  name: 'rebuild',
  usage: REBUILD_USAGE,
  parse: parseRebuildArguments,
  run: (args) => {
    const databaseUrl = process.env['DATABASE_URL']?.trim() ?? '';
    if (databaseUrl !== '') return rebuild(databaseUrl, args);
    process.stderr.write('rebuild: DATABASE_URL is not set\n');
    return Promise.resolve(EXIT_CONFIG);
  },
});
