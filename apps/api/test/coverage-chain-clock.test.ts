import { addressFromLabel } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { coverageOf } from './support/observations.ts';
import { HISTORY_WORLD, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { bankAgo, knowReserves, observationAgo } from './support/status-world.ts';

const HOUR = 3_600;

let api: TestApi | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

describe('coverage where the clock of the chain is an hour behind', () => {
  /** Observations every 20 s of ten minutes, the last of them an hour ago by the clock of the chain and now by all others. */
  const start = async (sinceStoredSeconds: number) => {
    api = await startTestApi({
      async prepare(database) {
        await knowReserves(database, ['SOL']);
        for (let ago = HOUR + 600; ago >= HOUR; ago -= 20) {
          await observationAgo(database, ago, { labels: ['SOL'], gapAfterMs: 60_000 });
        }
        await database.sql`
          UPDATE lend.reserve_latest SET recorded_at = clock_timestamp() - make_interval(secs => ${sinceStoredSeconds}::float8)`;
        await database.sql`
          UPDATE lend.reserves SET first_seen_at = ${bankAgo(HOUR + 300).observedAt.toISOString()}::timestamptz`;
      },
    });
    return coverageOf(api, 'SOL', `from=${Math.floor(Date.now() / 1000) - 2 * HOUR}`);
  };

  it('ends at the newest observation while another may follow: nothing was missed', async () => {
    expect(await start(0)).toMatchObject({ coverage_f: 1, missing_seconds: 0, gap_count: 0, gaps: [] });
  });

  it('has a gap that goes on, as long as nothing was stored, where none follows', async () => {
    const row = await start(2_000);
    expect(row.gaps).toMatchObject([{ gap_reason_str: 'not_polled', ongoing_b: true }]);
    expect(row.missing_seconds).toBeGreaterThanOrEqual(2_000);
    expect(row.missing_seconds).toBeLessThan(HOUR);
  });
});

it('coverage says over HTTP what lend_v1.coverage says, however far behind the clock of the chain is', async () => {
  const running = await startTestApi({
    template: HISTORY_WORLD,
    prepare: ({ sql }) => sql`UPDATE lend.reserve_latest SET recorded_at = clock_timestamp()`,
  });
  api = running;
  const from = bankAt(0).observedAt.getTime() / 1000;
  for (const label of ['SOL', 'USDC', 'LATE']) {
    const [stored] = await running.database.sql`
      SELECT sum(expected_seconds)::int AS expected_seconds, sum(observed_seconds)::int AS observed_seconds,
        sum(missing_seconds)::int AS missing_seconds
      FROM lend_v1.coverage WHERE interval_str = '1h' AND reserve = ${addressFromLabel(label)}`;
    const { expected_seconds, observed_seconds, missing_seconds } = await coverageOf(
      running,
      label,
      `from=${from}&to=${from + WORLD.end + 5 * HOUR}`,
    );
    expect({ expected_seconds, observed_seconds, missing_seconds }).toEqual({ ...stored });
  }
});
