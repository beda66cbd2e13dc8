import {
  type Database,
  refreshObservationSpans,
  replaceIngestGaps,
  upsertLendingMarkets,
  upsertReserves,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commitObservation, coverageOf, START } from './support/observations.ts';
import { bankAt, buildMarketRow, buildReserveRow } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

/** Observations every 20 s around the end of an hour; USDC is gone for a while, and JTO is followed by batches of its own. */
async function fill(database: Database): Promise<void> {
  const { sql } = database;
  await upsertLendingMarkets(sql, [buildMarketRow()]);
  await upsertReserves(
    sql,
    ['SOL', 'USDC', 'JTO'].map((label) => buildReserveRow(label)),
  );
  for (let seconds = 3_400; seconds <= 3_800; seconds += 20) {
    const gone = seconds >= 3_460 && seconds <= 3_540 ? ['USDC'] : [];
    await commitObservation(database, seconds, bankAt(seconds), { labels: ['SOL', 'USDC'], gone });
  }
  // A follow says that an account changed, and nothing of the time before.
  for (let seconds = 3_401; seconds <= 3_801; seconds += 20) {
    await commitObservation(database, seconds, bankAt(seconds), { labels: ['JTO'], kind: 'follow' });
  }
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: fill });
});
afterAll(() => api.stop());

const rowOf = (label: string) => coverageOf(api, label, `from=${START + 3_400}&to=${START + 3_800}`);

function itTellsOfTheObservations(): void {
  it('has no gap where an hour ends between two observations', async () => {
    expect(await rowOf('SOL')).toMatchObject({ expected_seconds: 400, observed_seconds: 400, gaps: [] });
  });

  it('has account_missing for its reason where the account was asked for and not there', async () => {
    expect(await rowOf('USDC')).toMatchObject({
      missing_seconds: 120,
      gaps: [{ from: START + 3_440, to: START + 3_560, gap_reason_str: 'account_missing', ongoing_b: false }],
    });
  });

  it('takes no follow for an observation', async () => {
    expect(await rowOf('JTO')).toMatchObject({ observed_seconds: 0, observations: 0, coverage_f: 0 });
  });
}

describe('coverage of poll batches', () => {
  itTellsOfTheObservations();
});

describe('coverage of spans', () => {
  beforeAll(async () => {
    const range = { protocol: 'kamino', from: bankAt(0).observedAt, to: bankAt(7_200).observedAt };
    await refreshObservationSpans(api.database.sql, range);
  });
  describe('that are cut at the hour', () => {
    itTellsOfTheObservations();
  });

  it('takes the reason of a gap from the ledger where that has one', async () => {
    const gap = { from: bankAt(3_440).observedAt, to: bankAt(3_560).observedAt, reason: 'poll_failed:RPC_TIMEOUT' };
    await api.database.sql.begin((tx) =>
      replaceIngestGaps(tx, {
        protocol: 'kamino',
        removed: [],
        added: [{ reserve: addressFromLabel('USDC'), ...gap }],
      }),
    );
    expect(await rowOf('USDC')).toMatchObject({ gaps: [{ gap_reason_str: 'poll_failed:RPC_TIMEOUT' }] });
  });
});
