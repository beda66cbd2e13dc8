import {
  getCommitRange,
  purgePollBatches,
  recordFailedAttempt,
  refreshObservationSpans,
  setRollupState,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  commitObservation,
  coverageOf,
  type CoverageTestRow,
  HOUR,
  seedObservations,
  START,
} from './support/observations.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedObservations });
});
afterAll(() => api.stop());

const rowOf = (label: string, query: string): Promise<CoverageTestRow> => coverageOf(api, label, query);
const slotAt = (seconds: number) => Number(bankAt(seconds).slot);
const STOP = {
  from: START + 600,
  to: START + 1_500,
  from_slot: slotAt(600),
  to_slot: slotAt(1_500),
  gap_reason_str: 'not_polled',
  ongoing_b: false,
};
const END = {
  from: START + 2_400,
  to: START + 3_600,
  from_slot: slotAt(2_400),
  to_slot: null,
  gap_reason_str: 'not_polled',
  ongoing_b: true,
};
const REFUSED = {
  from: START + 1_780,
  to: START + 2_100,
  from_slot: slotAt(1_780),
  to_slot: slotAt(2_100),
  gap_reason_str: 'quarantined',
  ongoing_b: false,
};

function itTellsOfTheHour(): void {
  it('shows a stop of the polling with its times, and that it goes on', async () => {
    expect(await rowOf('SOL', HOUR)).toMatchObject({
      protocol: 'kamino',
      token_symbol: 'SOL',
      first_seen_timestamp: START,
      from: START,
      to: START + 3_600,
      expected_seconds: 3_600,
      observed_seconds: 1_500,
      missing_seconds: 2_100,
      coverage_f: 1_500 / 3_600,
      observations: 31 + 46,
      failed_observations: 0,
      gap_count: 2,
      longest_gap_seconds: 1_200,
      gaps_truncated_b: false,
      gaps: [STOP, END],
    });
  });

  it('shows the quarantine of one reserve, and of no other', async () => {
    expect(await rowOf('USDC', HOUR)).toMatchObject({
      observed_seconds: 1_500 - 320,
      observations: 31 + 46 - 15,
      failed_observations: 15,
      gaps: [STOP, REFUSED, END],
    });
  });

  it('expects nothing of a reserve before it was first seen', async () => {
    expect(await rowOf('JTO', HOUR)).toMatchObject({
      from: START + 2_000,
      expected_seconds: 1_600,
      observed_seconds: 400,
      observations: 22,
      gaps: [END],
    });
    expect(await rowOf('JTO', `from=${START}&to=${START + 1_800}`)).toMatchObject({
      expected_seconds: 0,
      coverage_f: null,
      observations: 0,
      gaps: [],
    });
  });

  it('cuts gaps at the ends of the range, where the observation beyond is not told', async () => {
    expect(await rowOf('SOL', `from=${START + 700}&to=${START + 1_000}`)).toMatchObject({
      expected_seconds: 300,
      observed_seconds: 0,
      coverage_f: 0,
      gaps: [{ ...STOP, from: START + 700, to: START + 1_000, from_slot: null, to_slot: null }],
    });
    expect((await rowOf('SOL', `from=${START + 650}&to=${START + 1_510}`)).gaps).toEqual([
      { ...STOP, from: START + 650, from_slot: null },
    ]);
    // Between two observations, which cover the time between them.
    expect(await rowOf('SOL', `from=${START + 105}&to=${START + 115}`)).toMatchObject({
      expected_seconds: 10,
      observed_seconds: 10,
      gaps: [],
    });
  });

  it('adds up however the range is cut', async () => {
    const cuts = [0, 111, 600, 1_234, 1_790, 2_000, 2_395, 3_600].map((seconds) => START + seconds);
    for (const label of ['SOL', 'USDC']) {
      const whole = await rowOf(label, HOUR);
      const parts: CoverageTestRow[] = [];
      for (const [index, from] of cuts.slice(0, -1).entries()) {
        parts.push(await rowOf(label, `from=${from}&to=${cuts[index + 1]}`));
      }
      for (const name of ['expected_seconds', 'observed_seconds', 'missing_seconds'] as const) {
        expect(parts.reduce((sum, part) => sum + part[name], 0)).toBe(whole[name]);
      }
      for (const row of [whole, ...parts]) {
        expect(row.observed_seconds + row.missing_seconds).toBe(row.expected_seconds);
        expect(row.gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0)).toBe(row.missing_seconds);
      }
    }
  });
}

describe('coverage from the poll batches alone', () => {
  itTellsOfTheHour();
});

describe('coverage from spans', () => {
  beforeAll(async () => {
    const range = { protocol: 'kamino', from: bankAt(0).observedAt, to: bankAt(3_600).observedAt };
    await refreshObservationSpans(api.database.sql, range);
  });
  describe('with poll batches', () => {
    itTellsOfTheHour();
  });

  describe('without poll batches', () => {
    beforeAll(async () => {
      const { sql } = api.database;
      const range = await getCommitRange(sql, { protocol: 'kamino' });
      await setRollupState(sql, { protocol: 'kamino', commitSeq: range?.last ?? 0n });
      await purgePollBatches(sql, { before: bankAt(3_600).observedAt });
    });
    describe('any more', () => {
      itTellsOfTheHour();
    });

    it('does not guess how many observations lie on which side of a moment', async () => {
      expect(await rowOf('SOL', `from=${START + 90}&to=${START + 200}`)).toMatchObject({
        observed_seconds: 110,
        observations: null,
      });
    });
  });
});

describe('a gap that goes on', () => {
  it('begins only when the newest observation is too long ago for another to follow', async () => {
    const now = new Date(Math.floor(Date.now() / 1000) * 1000 - 5_000);
    const observation = { labels: ['SOL'], gapAfterMs: 600_000 };
    await commitObservation(api.database, 1e9, { slot: 500_000_000n, observedAt: now }, observation);
    const from = now.getTime() / 1000 - 60;
    expect(await rowOf('SOL', `from=${from}`)).toMatchObject({
      to: now.getTime() / 1000,
      expected_seconds: 60,
      missing_seconds: 60,
      gaps: [{ from, to: now.getTime() / 1000, to_slot: 500_000_000, ongoing_b: false }],
    });
    expect((await rowOf('USDC', `from=${from}`)).gaps).toMatchObject([{ to_slot: null, ongoing_b: true }]);
  });

  it('has the failure of the polls for its reason', async () => {
    await recordFailedAttempt(api.database.sql, {
      id: 'poll-failed',
      protocol: 'kamino',
      batchIndex: 0,
      commitment: 'confirmed',
      requested: ['SOL', 'USDC'].map(addressFromLabel),
      startedAt: new Date(),
      durationMs: 1,
      rpcEndpoint: 'rpc.example',
      slot: null,
      observedAt: null,
      errorCode: 'RPC_UNAVAILABLE',
    });
    const from = Math.floor(Date.now() / 1000) - 600;
    expect((await rowOf('USDC', `from=${from}`)).gaps).toMatchObject([
      { from, gap_reason_str: 'poll_failed:RPC_UNAVAILABLE', ongoing_b: true },
    ]);
  });
});
