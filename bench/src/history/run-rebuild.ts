import { join } from 'node:path';
import { startManagedProcess } from '@tidemark/embedded-postgres';
import { repositoryDir } from '@tidemark/testing';
import type { Month } from './month.ts';

export interface Rebuilt {
  readonly quarters: number;
  readonly hours: number;
  readonly days: number;
  readonly gaps: number;
  readonly seconds: number;
}

const OUTCOME = /^kamino: (\d+) quarters of an hour, (\d+) hours, (\d+) days and (\d+) gaps were new/;

/** Makes spans, gaps, quarters, hours and days of the month by the `rebuild` command of the indexer, as a process of its own. */
export async function runRebuild(databaseUrl: string, { start, end }: Month): Promise<Rebuilt> {
  const startedAt = performance.now();
  const child = await startManagedProcess({
    name: 'rebuild',
    command: process.execPath,
    args: [
      join(repositoryDir(), 'apps/indexer/dist/rebuild.js'),
      '--from',
      start.toISOString().slice(0, 10),
      '--to',
      end.toISOString().slice(0, 10),
    ],
    cwd: repositoryDir(),
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', DATABASE_URL: databaseUrl },
  });
  const { code } = await child.exited;
  const outcome = child.tail().flatMap((line) => OUTCOME.exec(line) ?? []);
  if (code !== 0 || outcome.length === 0) throw new Error(`rebuild ended with ${code}:\n${child.tail().join('\n')}`);
  const [, quarters = 0, hours = 0, days = 0, gaps = 0] = outcome.map(Number);
  return { quarters, hours, days, gaps, seconds: (performance.now() - startedAt) / 1000 };
}
