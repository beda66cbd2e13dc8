import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf, unitsOf } from './support/decimals.ts';
import { askFees, at, feesInPages, sf, type FeesTestRow } from './support/fee-buckets.ts';
import { ROLLED_UP, GONE, HOLE, REFUSED, MARKET, HOLED, REFUSING, RANGE, seedGone } from './support/gone-reserves.ts';
import { buildState } from './support/rows.ts';
import { commitBatch } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { storeTotals } from './support/total-buckets.ts';

const HOUR = 3_600;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedGone });
});
afterAll(() => api.stop());

const rowsOf = async (query: string): Promise<FeesTestRow[]> => (await askFees(api, query)).data;
const hourOf = ({ timestamp }: FeesTestRow): number => (timestamp - at(0)) / HOUR;
const sumOf = (rows: readonly FeesTestRow[]): bigint =>
  rows.reduce((sum, row) => sum + unitsOf(z.string().nullable().parse(row['interest_usd_raw']) ?? '0'), 0n);

describe('fees after a reserve has left the chain', () => {
  it.each(['protocol', 'market'])('are final and whole again from the next period on, by %s', async (group) => {
    for (const [interval, width] of [
      ['1h', 1],
      ['4h', 4],
      ['1d', 24],
    ] as const) {
      const rows = await rowsOf(`${RANGE}&interval=${interval}&group_by=${group}&market=${MARKET}`);
      expect(rows).toHaveLength(ROLLED_UP / width);
      const left = Math.floor(GONE / width) * width;
      const partly = rows.find((row) => hourOf(row) === left);
      expect(partly).toMatchObject({ final_b: false, unknown_reserve_count: 1, gap_reason_str: 'not_rolled_up' });
      for (const row of rows.filter((other) => other !== partly)) {
        expect(row).toMatchObject({ final_b: true, unknown_reserve_count: 0, coverage_f: 1, gap_reason_str: null });
      }
    }
  });

  it('count the time up to then as its own, however a range is cut', async () => {
    const [hour] = await rowsOf(`from=${at(GONE)}&to=${at(GONE + 1)}&interval=1h&market=${MARKET}`);
    expect(hour?.['coverage_f']).toBe(3_600 / 5_400);
    const [day] = await rowsOf(`from=${at(0)}&to=${at(24)}&interval=1d&market=${MARKET}`);
    expect(day?.['coverage_f']).toBe((24 + GONE) / (24 + GONE + 0.5));
    const sums = await Promise.all(
      ['1h', '4h', '1d'].map(async (interval) => sumOf(await rowsOf(`${RANGE}&interval=${interval}&market=${MARKET}`))),
    );
    expect(sums).toEqual(Array.from({ length: 3 }, () => unitsOf(decimalOf(BigInt(ROLLED_UP + GONE) * sf(10)))));
  });

  it('have no rows of a group while all its reserves are gone, and go on with a later one', async () => {
    for (const [group, cumulative] of [
      ['market', 'false'],
      ['market', 'true'],
      ['protocol', 'false'],
    ] as const) {
      const query = `${RANGE}&interval=1h&group_by=${group}&market=${HOLED}&cumulative=${cumulative}`;
      const rows = await rowsOf(query);
      const expected = Array.from({ length: ROLLED_UP }, (_, hour) => hour);
      expect(rows.map(hourOf)).toEqual(expected.filter((hour) => hour < HOLE[0] || hour >= HOLE[1]));
      expect(rows.every((row) => row['final_b'] === true)).toBe(true);
      for (const limit of [1, 5, 7]) expect(await feesInPages(api, query, limit)).toEqual(rows);
    }
    const usdc = await rowsOf(`${RANGE}&interval=1h&group_by=reserve&reserve=${addressFromLabel('USDC')}`);
    expect(usdc.map(hourOf)).toEqual(Array.from({ length: GONE + 1 }, (_, hour) => hour));
    expect(await rowsOf(`from=${at(24)}&to=${at(48)}&reserve=${addressFromLabel('USDC')}`)).toEqual([]);
  });
});

describe('what nothing is rolled up of because the account is refused', () => {
  it('says so in fees, from the hour after its last read on', async () => {
    const rows = await rowsOf(`${RANGE}&interval=1h&market=${REFUSING}`);
    const reasons = rows.slice(REFUSED - 1).map((row) => row['gap_reason_str']);
    expect(reasons).toEqual([null, 'not_rolled_up', ...Array.from({ length: 26 }, () => 'quarantined')]);
    expect(rows.at(-1)).toMatchObject({ final_b: false, unknown_reserve_count: 1, fees_usd_f: null });
  });

  it('says so in the history of its market, and in four hours of its own of which some are stored', async () => {
    const read = async (path: string) => {
      const schema = z.object({ data: z.array(z.looseObject({ timestamp: z.number() })) });
      const answer = await api.call(`/v1/kamino/lend/${path}`);
      return schema.parse(answer.json()).data.map((row) => row['gap_reason_str']);
    };
    // Rows end with the newest read.
    await commitBatch(api.database, ROLLED_UP * HOUR - 1, [buildState('SOL', ROLLED_UP * HOUR - 1)]);
    await storeTotals(api.database);
    const hours = await read(`markets/${REFUSING}/history?${RANGE}&interval=1h`);
    expect(hours.slice(REFUSED)).toEqual(['not_rolled_up', ...Array.from({ length: 26 }, () => 'quarantined')]);
    const fours = await read(`reserves/${addressFromLabel('PYTH')}/history?${RANGE}&interval=4h`);
    expect(fours.slice(4)).toEqual([null, ...Array.from({ length: 7 }, () => 'quarantined')]);
  });
});
