import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDatabase, moveHistory, sealHistory } from '@tidemark/schema';
import postgres from 'postgres';
import { openBenchStack } from '../lib/bench-stack.ts';
import { copyMonths } from './copy-months.ts';
import { runRebuild } from './run-rebuild.ts';
import { seedMonth } from './seed-month.ts';

export interface GenerateOptions {
  /** An empty database. */
  readonly databaseUrl: string;
  /** Where its files lie, to leave room on the disk. */
  readonly dataDir: string;
  readonly days: number;
  /** Copies of those days at earlier times. */
  readonly copies: number;
}

/**
 * Fills an empty database: days of the fleet as the program makes them (its tokens by name, an outage of 40 minutes on the thirteenth day), rolled up by
 * the rebuild command, moved into narrow rows and sealed by the functions of the indexer; then the same again at earlier times. Says what each step took.
 */
export async function generate(options: GenerateOptions, say: (line: string) => void): Promise<void> {
  const { databaseUrl, dataDir, days, copies } = options;
  const workDir = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  const stack = await openBenchStack(databaseUrl, workDir);
  const database = createDatabase({
    url: databaseUrl,
    maxConnections: 2,
    limits: { statementTimeoutMs: 600_000, transactionTimeoutMs: 900_000 },
  });
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const startedAt = performance.now();
    const result = await work();
    say(`${what}: ${((performance.now() - startedAt) / 1000).toFixed(0)} s`);
    return result;
  };
  try {
    const seeded = await timed(`${days} days of observations`, () => seedMonth(stack, days));
    say(`${seeded.snapshots} observations, ${seeded.batches} batches`);
    const rebuilt = await timed('rebuild', () => runRebuild(databaseUrl, seeded.month));
    say(`${rebuilt.quarters} quarters of an hour, ${rebuilt.hours} hours, ${rebuilt.days} days`);
    const later = new Date(seeded.month.end.getTime() + 40 * 86_400_000);
    const moved = await timed('moved into narrow rows', () =>
      moveHistory(database.sql, { before: later, maxRows: Infinity }),
    );
    say(`${moved.moved} rows, ${moved.states} states`);
    await timed('sealed', () => sealHistory(database.sql, { before: later, maxRows: Infinity }));
    if (copies > 0) await timed('copied', () => copyStored({ databaseUrl, dataDir, copies }, say));
  } finally {
    await database.close();
    await stack.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}

/** Copies of the days that a database holds, at earlier times: of one that `generate` has filled, or of a copy of it. */
export async function copyStored(
  { databaseUrl, dataDir, copies }: Omit<GenerateOptions, 'days'>,
  say: (line: string) => void,
): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: { TimeZone: 'UTC' } });
  try {
    const { observations, months, isCutShort } = await copyMonths(sql, { months: copies, dataDir });
    const end = isCutShort ? ': the disk has too little room for more' : '';
    say(`${observations} observations after ${months} copies${end}`);
  } finally {
    await sql.end({ timeout: 5 });
  }
}
