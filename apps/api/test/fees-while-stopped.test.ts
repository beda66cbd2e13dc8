import { upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { askFees, at, buildFeeBucket, sf, splitOf } from './support/fee-buckets.ts';
import { commitObservation } from './support/observations.ts';
import { bankAt, buildMarketRow, buildReserveRow } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const HOUR = 3_600;
/** Hours before the last observation, all rolled up. */
const OBSERVED = 3;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await upsertLendingMarkets(database.sql, [buildMarketRow()]);
      await upsertReserves(database.sql, [buildReserveRow('SOL')]);
      await writeBuckets(
        database.sql,
        'hourly',
        'kamino',
        Array.from({ length: OBSERVED }, (_, hour) =>
          buildFeeBucket('SOL', at(hour) * 1000, {
            interest: splitOf([sf(9), sf(1), 0n, 0n]),
            interestUsd: splitOf([sf(9), sf(1), 0n, 0n]),
          }),
        ),
      );
      // The newest observation is older than the longest gap allowed after it, so the indexer counts as stopped until now.
      await commitObservation(database, OBSERVED * HOUR, bankAt(OBSERVED * HOUR), { labels: ['SOL'], gapAfterMs: 1 });
    },
  });
});
afterAll(() => api.stop());

it.each(['1h', '1d'])(
  'fees by %s are served while the indexer is stopped, with the reason of the hours since',
  async (interval) => {
    const { data } = await askFees(api, `from=${at(0)}&to=${at(24)}&interval=${interval}`);
    const reasons = data.map((row) => row['gap_reason_str']);
    expect(reasons).toEqual(
      interval === '1d' ? ['not_polled'] : [...Array(OBSERVED).fill(null), ...Array(24 - OBSERVED).fill('not_polled')],
    );
  },
);
