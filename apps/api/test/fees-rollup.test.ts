import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unitsOf } from './support/decimals.ts';
import { askFees, type FeesTestRow } from './support/fee-buckets.ts';
import { HISTORY_WORLD, truthAt, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const START = bankAt(0).observedAt.getTime() / 1000;
const HOUR = 3_600;
const RANGE = `from=${START}&to=${START + WORLD.end}`;
const of = (label: string) => `group_by=reserve&reserve=${addressFromLabel(label)}`;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
});
afterAll(() => api.stop());

const rowsOf = async (query: string): Promise<FeesTestRow[]> => (await askFees(api, query)).data;
const sumOf = (rows: readonly FeesTestRow[], name: string): bigint =>
  rows.reduce((sum, row) => (typeof row[name] === 'string' ? sum + unitsOf(row[name]) : sum), 0n);

/** What the index says that a debt of 500,000, 500,100 and 1,300,500 tokens paid, in tokens. */
function truth(): number {
  const indexAt = (seconds: number) => Number(truthAt('SOL', seconds)?.accruedBorrowIndex);
  const paid = (debt: number, from: number, to: number) => debt * (indexAt(to) / indexAt(from) - 1);
  const { deposit, borrow, end } = WORLD;
  return paid(500_000, 0, deposit) + paid(500_100, deposit, borrow) + paid(1_300_500, borrow, end);
}

describe('fees made by the rollups', () => {
  it('are what the index of the debt says, through the gap too', async () => {
    const rows = await rowsOf(`${RANGE}&interval=1h&${of('SOL')}`);
    const tokens = Number(sumOf(rows, 'interest_raw')) / 1e60 / 1e6;
    expect(tokens / truth()).toBeCloseTo(1, 9);
    const gap = rows.filter((row) => row.timestamp >= START + 10 * HOUR && row.timestamp < START + 13 * HOUR);
    expect(gap).toHaveLength(3);
    for (const row of gap) {
      expect(row).toMatchObject({
        coverage_f: 0,
        gap_reason_str: 'not_polled',
        unknown_reserve_count: 0,
        final_b: true,
      });
      expect(row['interest_f']).toBeGreaterThan(0);
    }
  });

  it('balance, and add up to the same over hours, four hours and days', async () => {
    const parts = ['interest_supply_side', 'interest_protocol', 'interest_referrer_max'];
    for (const group of ['group_by=protocol', 'group_by=market', of('SOL'), of('USDC')]) {
      const [hours = [], ...others] = await Promise.all(
        ['1h', '4h', '1d'].map((interval) =>
          rowsOf(`from=${START}&to=${START + 48 * HOUR}&interval=${interval}&${group}`),
        ),
      );
      for (const rows of [hours, ...others]) {
        const usd = [...parts.map((part) => `${part}_usd_raw`), 'interest_host_usd_raw'];
        expect(usd.reduce((sum, name) => sum + sumOf(rows, name), 0n)).toBe(sumOf(rows, 'interest_usd_raw'));
        for (const name of [...usd, ...parts.map((part) => `${part}_raw`), 'interest_host_raw', 'interest_raw']) {
          expect(sumOf(rows, name)).toBe(sumOf(hours, name));
        }
      }
    }
  });

  it('have no value in USD where there is no price, and are known in tokens', async () => {
    const [row] = await rowsOf(`${RANGE}&interval=1d&${of('USDC')}`);
    expect(row).toMatchObject({ fees_usd_f: null, revenue_usd_f: null, unpriced_reserve_count: 1 });
    expect(row?.['interest_f']).toBeGreaterThan(0);
    const [all] = await rowsOf(`${RANGE}&interval=1d`);
    expect(all).toMatchObject({ unpriced_reserve_count: 1, unknown_reserve_count: 0, final_b: true });
    expect(all?.['fees_usd_f']).toBeGreaterThan(0);
  });
});
