import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf } from './support/decimals.ts';
import { HISTORY_WORLD, issueKey, truthAt, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const HOUR = 3_600;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const hours = (from: number, to: number) => `from=${unixOf(from * HOUR)}&to=${unixOf(to * HOUR)}`;
const pathOf = (label: string, query: string) => `${RESERVES}/${addressFromLabel(label)}/history?${query}`;

type Row = Record<string, unknown>;
const answerSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.looseObject({
    count: z.number(),
    next_cursor: z.string().nullable(),
    gaps: z.array(z.record(z.string(), z.unknown())),
    gaps_truncated_b: z.boolean(),
  }),
});

let api: TestApi;
let key: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
  key = await issueKey(api.database, 'history');
});
afterAll(() => api.stop());

const read = async (path: string, headers: Record<string, string> = {}) =>
  answerSchema.parse((await api.call(path, { headers })).json());
const withKey = (path: string) => read(path, key);

/** The numbers of a state under the names of the API, with the exact integers. */
function numbersAt(label: string, seconds: number): Row {
  const state = truthAt(label, seconds);
  if (state === null) throw new Error(`${label} did not exist at ${seconds}`);
  return {
    available_amount_f: state.availableAmountF,
    available_amount_usd_f: state.availableAmountUsdF,
    supplied_amount_f: state.suppliedAmountF,
    supplied_amount_usd_f: state.suppliedAmountUsdF,
    borrowed_amount_f: state.borrowedAmountF,
    borrowed_amount_usd_f: state.borrowedAmountUsdF,
    utilization_f: state.utilizationF,
    borrow_apr_f: state.borrowAprF,
    borrow_apy_f: state.borrowApyF,
    supply_apr_f: state.supplyAprF,
    supply_apy_f: state.supplyApyF,
    rewards_apr_f: state.rewardsAprF,
    price_usd_f: state.priceUsdF,
  };
}

function integersAt(label: string, seconds: number): Row {
  const state = truthAt(label, seconds);
  return {
    accrued_available_amount_raw: String(state?.accruedAvailableAmountRaw),
    accrued_borrowed_amount_raw: decimalOf(state?.accruedBorrowed),
    accrued_total_supply_raw: decimalOf(state?.accruedSupplied),
    accrued_cumulative_borrow_rate_raw: decimalOf(state?.accruedBorrowIndex),
    collateral_supply_raw: String(state?.collateralSupplyRaw),
  };
}

const isInGap = (hour: number) => hour >= 10 && hour < 13;

describe('the hours of a reserve', () => {
  it('close with the state at their very end, to the last digit', async () => {
    const { data } = await read(pathOf('SOL', hours(0, 30)));
    expect(data).toHaveLength(30);
    for (const [hour, row] of data.entries()) {
      expect(row['timestamp']).toBe(unixOf(hour * HOUR));
      if (isInGap(hour)) continue;
      const isCut = hour === 9;
      const end = (hour + 1) * HOUR;
      expect(row).toMatchObject({
        ...numbersAt('SOL', end),
        ...integersAt('SOL', end),
        slot: Number(bankAt(end).slot),
        quality_str: isCut ? 'partial' : 'ok',
        gap_reason_str: isCut ? 'not_polled' : null,
        coverage_f: isCut ? 55 / 60 : 1,
        filled_b: false,
      });
    }
  });

  it('begin with the state at their very start', async () => {
    const { data } = await read(pathOf('SOL', `${hours(0, 30)}&agg=open`));
    for (const hour of [0, 4, 5, 6, 19, 20, 21, 29]) {
      expect(data[hour]).toMatchObject(numbersAt('SOL', hour * HOUR));
    }
  });

  it.each([
    ['min', (value: number, edges: readonly number[]) => value === Math.min(...edges)],
    ['max', (value: number, edges: readonly number[]) => value === Math.max(...edges)],
    ['twavg', (value: number, edges: readonly number[]) => value > Math.min(...edges) && value < Math.max(...edges)],
  ])('have a %s at, or between, the values of their edges', async (agg, holds) => {
    const { data } = await read(pathOf('SOL', `${hours(20, 21)}&agg=${agg}`));
    const edges = [20, 21].map((hour) => Number(numbersAt('SOL', hour * HOUR)['borrowed_amount_f']));
    expect(holds(Number(data[0]?.['borrowed_amount_f']), edges)).toBe(true);
  });

  it('are rows without numbers and with the reason where nobody looked, and meta has the gap with its times', async () => {
    const { data, meta } = await read(pathOf('SOL', hours(9, 14)));
    expect(data.map((row) => row['quality_str'])).toEqual(['partial', 'missing', 'missing', 'missing', 'ok']);
    expect(data[2]).toMatchObject({
      borrow_apy_f: null,
      supplied_amount_f: null,
      slot: null,
      accrued_borrowed_amount_raw: null,
      gap_reason_str: 'not_polled',
      coverage_f: 0,
      filled_b: false,
    });
    expect(meta.gaps).toEqual([
      {
        reserve: addressFromLabel('SOL'),
        from: unixOf(WORLD.gap.from),
        to: unixOf(WORLD.gap.to),
        gap_reason_str: 'not_polled',
      },
    ]);
  });

  it('leave those out with fill=none, and meta tells of the gap all the same', async () => {
    const { data, meta } = await read(pathOf('SOL', `${hours(9, 14)}&fill=none`));
    expect(data.map((row) => row['timestamp'])).toEqual([unixOf(9 * HOUR), unixOf(13 * HOUR)]);
    expect(meta.gaps).toHaveLength(1);
  });

  it('repeat the last values with fill=locf and say so, with the age of the evidence', async () => {
    const { data } = await read(pathOf('SOL', `${hours(9, 14)}&fill=locf`));
    const [before, first, , last, after] = data;
    expect(last).toMatchObject({
      ...numbersAt('SOL', 10 * HOUR),
      filled_b: true,
      quality_str: 'missing',
      gap_reason_str: 'not_polled',
      borrow_apy_realised_f: null,
    });
    expect(Number(last?.['evidence_age_seconds']) - Number(before?.['evidence_age_seconds'])).toBe(3 * HOUR);
    expect(first?.['filled_b']).toBe(true);
    expect(after).toMatchObject({ filled_b: false, quality_str: 'ok' });
  });

  it('fill nothing before the first known value of the range', async () => {
    const { data } = await read(pathOf('SOL', `${hours(11, 14)}&fill=locf`));
    expect(data.map((row) => [row['filled_b'], row['borrow_apy_f'] === null])).toEqual([
      [false, true],
      [false, true],
      [false, false],
    ]);
  });

  it('add up to the interest of the whole, through the gap too', async () => {
    const { data } = await read(pathOf('SOL', hours(0, 30)));
    const days = await read(pathOf('SOL', `${hours(0, 48)}&interval=1d`));
    const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + Number(row['interest_f']), 0);
    expect(sum(data)).toBeCloseTo(sum(days.data), 6);
    expect(sum(data)).toBeGreaterThan(0);
  });

  it('have null in USD where the reserve has no price, and only there', async () => {
    const { data } = await read(pathOf('USDC', hours(0, 1)));
    expect(data[0]).toMatchObject({ price_usd_f: null, supplied_amount_usd_f: null, interest_usd_f: null });
    expect(data[0]?.['supplied_amount_f']).toBe(numbersAt('USDC', HOUR)['supplied_amount_f']);
  });

  it('begin with the first sight of the reserve', async () => {
    const { data } = await read(pathOf('LATE', hours(0, 6)));
    expect(data.map((row) => row['timestamp'])).toEqual([3, 4, 5].map((hour) => unixOf(hour * HOUR)));
  });

  it('are unknown with a reason, not absent, where nothing is stored of them', async () => {
    const { data, meta } = await read(pathOf('SOL', hours(29, 33)));
    expect(data.map((row) => [row['gap_reason_str'], row['observations'] === null, row['final_b']])).toEqual([
      [null, false, true],
      ...Array.from({ length: 3 }, () => ['not_rolled_up', true, false]),
    ]);
    expect(meta.gaps).toContainEqual({
      reserve: addressFromLabel('SOL'),
      from: unixOf(30 * HOUR),
      to: unixOf(33 * HOUR),
      gap_reason_str: 'not_rolled_up',
    });
  });

  it('say that nothing was read where no indexer has run since, instead of that it is not computed yet', async () => {
    const { sql } = api.database;
    await sql`UPDATE lend.poll_batches SET started_at = started_at - interval '100 years'`;
    await sql`UPDATE lend.observation_spans SET from_started_at = from_at, to_started_at = to_at`;
    const { data } = await read(pathOf('SOL', hours(29, 34)));
    await sql`UPDATE lend.poll_batches SET started_at = started_at + interval '100 years'`;
    await sql`UPDATE lend.observation_spans SET from_started_at = '2100-01-01', to_started_at = '2100-01-01'`;
    expect(data.map((row) => row['gap_reason_str'])).toEqual([null, ...Array.from({ length: 4 }, () => 'not_polled')]);
  });

  it('never lie before their range or at its end, whether it is aligned or not', async () => {
    const { data } = await read(pathOf('SOL', `from=${unixOf(HOUR) + 1}&to=${unixOf(4 * HOUR) + 1}`));
    expect(data.map((row) => row['timestamp'])).toEqual([2, 3, 4].map((hour) => unixOf(hour * HOUR)));
  });

  it.each([
    ['seconds', (seconds: number) => String(unixOf(seconds))],
    ['milliseconds', (seconds: number) => String(unixOf(seconds) * 1000)],
    ['ISO-8601', (seconds: number) => bankAt(seconds).observedAt.toISOString()],
  ])('take a range in %s', async (_form, write) => {
    const { data, meta } = await read(pathOf('SOL', `from=${write(HOUR)}&to=${write(3 * HOUR)}`));
    expect(data).toHaveLength(2);
    expect(meta).toMatchObject({ from: unixOf(HOUR), to: unixOf(3 * HOUR), interval_str: '1h', agg_str: 'close' });
  });
});

describe('wider and narrower rows', () => {
  it('of four hours are the hours put together', async () => {
    const four = (await read(pathOf('SOL', `${hours(0, 24)}&interval=4h`))).data;
    const one = (await read(pathOf('SOL', hours(0, 24)))).data;
    expect(four.map((row) => row['timestamp'])).toEqual([0, 4, 8, 12, 16, 20].map((hour) => unixOf(hour * HOUR)));
    const numbers = (row: Row | undefined) => [row?.['borrow_apy_f'], row?.['accrued_total_supply_raw'], row?.['slot']];
    for (const index of [0, 1, 3, 4, 5]) expect(numbers(four[index])).toEqual(numbers(one[index * 4 + 3]));
    expect(four[2]).toMatchObject({
      quality_str: 'partial',
      gap_reason_str: 'not_polled',
      coverage_f: 115 / 240,
    });
    const sum = (rows: readonly Row[]) => rows.reduce((total, row) => total + Number(row['interest_f']), 0);
    expect(sum(four)).toBeCloseTo(sum(one), 6);
  });

  it('of a day are what the rollup has stored', async () => {
    const { data, meta } = await read(pathOf('SOL', `${hours(0, 48)}&interval=1d`));
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ ...numbersAt('SOL', 24 * HOUR), quality_str: 'partial', final_b: true });
    expect(data[1]).toMatchObject({ ...numbersAt('SOL', WORLD.end), final_b: false });
    expect(meta).toMatchObject({ as_of: unixOf(WORLD.end), slot: Number(bankAt(WORLD.end).slot) });
  });

  it('of quarters of an hour are what the rollup has stored, and close with the true state', async () => {
    const { data } = await withKey(pathOf('SOL', `${hours(4, 6)}&interval=15m`));
    expect(data).toHaveLength(8);
    for (const row of data) {
      const end = Number(row['timestamp']) - unixOf(0) + 900;
      expect(row).toMatchObject({ ...numbersAt('SOL', end), ...integersAt('SOL', end), quality_str: 'ok' });
    }
  });

  it('of quarters of an hour say what was not observed', async () => {
    const { data } = await withKey(pathOf('SOL', `${hours(9, 14)}&interval=15m`));
    expect(data.map((row) => row['quality_str'])).toEqual([
      ...['ok', 'ok', 'ok', 'partial'],
      ...Array.from({ length: 12 }, () => 'missing'),
      ...Array.from({ length: 4 }, () => 'ok'),
    ]);
  });

  it('of one read are the stored ones, with the slot of the account', async () => {
    const { data, meta } = await withKey(pathOf('SOL', `${hours(4, 6)}&interval=raw`));
    // Every second observation is a heartbeat; the deposit was stored when it was seen.
    const seconds = data.map((row) => Number(row['timestamp']) - unixOf(0));
    expect(seconds.length).toBeGreaterThanOrEqual(12);
    expect(seconds).toContain(WORLD.deposit);
    for (const [index, row] of data.entries()) {
      const at = seconds[index] ?? 0;
      expect(row).toMatchObject({ ...numbersAt('SOL', at), ...integersAt('SOL', at), quality_str: 'ok' });
      expect(row['last_update_slot']).toBe(Number(bankAt(at < WORLD.deposit ? 0 : WORLD.deposit).slot));
    }
    expect(meta).toMatchObject({ interval_str: 'raw', agg_str: null, fill_str: null, tier_str: 'key' });
  });
});
