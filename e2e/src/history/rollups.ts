import { startProcess } from '@tidemark/testing';
import { expect, it } from 'vitest';
import type { HistoryRun } from './history-run.ts';

/** The rebuild command makes what the job has made. */
export function itRebuildsWhatHasGrown(of: () => HistoryRun): void {
  it('hours and days that are rebuilt are those that have grown, in every column', async ({ annotate }) => {
    const { sql, databaseUrl, range, seed } = of();
    const read = async (table: string): Promise<Record<string, unknown>[]> => [
      ...(await sql<Record<string, unknown>[]>`
        SELECT to_jsonb(bucket) - 'computed_at' AS bucket FROM lend.${sql(table)} AS bucket
        ORDER BY bucket.reserve, bucket.bucket_start`),
    ];
    const grown = { hourly: await read('reserve_hourly'), daily: await read('reserve_daily') };
    // Nothing of it may be left to copy from.
    await sql`TRUNCATE lend.reserve_hourly, lend.reserve_daily`;
    const day = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(0, 10);
    const rebuild = await startProcess({
      entry: 'apps/indexer/src/rebuild.ts',
      args: ['--from', day(range.from), '--to', day(range.to + 86_400)],
      env: { DATABASE_URL: databaseUrl },
    });
    const exit = await rebuild.exited;
    expect(exit.code, `it said: ${rebuild.lines().join(' ')}`).toBe(0);
    expect(await read('reserve_hourly'), `seed ${seed}`).toEqual(grown.hourly);
    expect(await read('reserve_daily'), `seed ${seed}`).toEqual(grown.daily);
    await annotate(`${grown.hourly.length} hours and ${grown.daily.length} days`);
  });
}
