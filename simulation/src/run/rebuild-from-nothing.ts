import { DAY_MS } from '@tidemark/core';
import type { RebuildRun } from '../audit/audit-rollups.ts';
import { startProgram } from '../processes/start-program.ts';
import { REBUILT } from './private-tables.ts';
import type { World } from './world.ts';

/**
 * Makes spans, gaps, hours and days of a stretch of time again, from batches and states alone: over the grown rows a rebuild
 * would leave what it does not make, and final hours that it would make open. For a world in which nothing runs any more.
 */
export async function rebuildFromNothing(
  { database: { admin, directUrl }, logDir, version }: Pick<World, 'database' | 'logDir' | 'version'>,
  from: Date,
  to: Date,
): Promise<RebuildRun> {
  await admin.begin(async (tx) => {
    // A session that is half-open may still hold a lock on what it read; TRUNCATE would wait for it, DELETE does not.
    await tx`SET LOCAL lock_timeout = '180s'`;
    for (const table of REBUILT) await tx`DELETE FROM ${tx(table)}`;
  });
  const program = await startProgram({
    name: 'rebuild',
    logDir,
    entry: 'apps/indexer/dist/rebuild.js',
    ...(version.codeDir === null ? {} : { codeDir: version.codeDir }),
    args: ['--from', dayOf(from), '--to', dayOf(new Date(to.getTime() + DAY_MS))],
    env: { LOG_LEVEL: 'warn', DATABASE_URL: directUrl },
  });
  const exit = await program.exited;
  return { exit, lines: program.tail() };
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
