import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf, unitsOf } from './support/decimals.ts';
import {
  askFees,
  at,
  feesInPages,
  type FeesTestRow,
  HOUR_MS,
  JTO_HOUR,
  MARKET,
  OTHER_MARKET,
  RANGE,
  ROLLED_UP,
  seedFees,
  sf,
} from './support/fee-buckets.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const USD = ['supply_side', 'protocol', 'referrer_max']
  .map((part) => `interest_${part}_usd_raw`)
  .concat('interest_host_usd_raw');
const exact = (row: FeesTestRow | undefined, name: string): bigint => unitsOf(z.string().parse(row?.[name]));

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seedFees });
});
afterAll(() => api.stop());

const rowsOf = async (query: string): Promise<FeesTestRow[]> => (await askFees(api, query)).data;

describe('fees of a day', () => {
  it('are the exact sums of what is known, the rest counted', async () => {
    const [row] = await rowsOf(`${RANGE}&interval=1d`);
    // 24 hours of SOL; 22 of USDC, one of which is not known and one not priced.
    const supplySide = 24n * sf(100) + BigInt((23 * 24) / 2) + 22n * sf(20);
    expect(row).toMatchObject({
      timestamp: at(0),
      interest_supply_side_usd_raw: decimalOf(supplySide),
      interest_protocol_usd_raw: decimalOf(24n * sf(10) + 22n * sf(4)),
      interest_referrer_max_usd_raw: decimalOf(24n * sf(1)),
      interest_host_usd_raw: decimalOf(24n * 7n),
      fees_usd_f: 24 * 111 + 22 * 24,
      interest_usd_f: 24 * 111 + 22 * 24,
      revenue_usd_f: 24 * 10 + 22 * 4,
      supply_side_usd_f: 24 * 101 + 22 * 20,
      unpriced_reserve_count: 1,
      unknown_reserve_count: 1,
      coverage_str: 'interest_only',
      coverage_f: (2 * 86_400 - 2_700 - 600) / (2 * 86_400),
      gap_reason_str: 'poll_failed',
      final_b: true,
    });
  });

  it.each(['liquidation_fees_usd_f', 'liquidation_protocol_usd_f', 'origination_fees_usd_f', 'flash_loan_fees_usd_f'])(
    'have %s null, which is not 0, in every row',
    async (name) => {
      for (const group of ['protocol', 'market', 'reserve']) {
        const rows = await rowsOf(`${RANGE}&group_by=${group}`);
        expect(rows.every((row) => row[name] === null)).toBe(true);
      }
    },
  );

  it('are not final while hours of it are not rolled up, and say so', async () => {
    const [, second] = await rowsOf(`${RANGE}&interval=1d`);
    expect(second).toMatchObject({
      timestamp: at(24),
      final_b: false,
      unknown_reserve_count: 3,
      gap_reason_str: 'not_rolled_up',
    });
    const elapsed = 2 * 86_400 + 18 * 3_600 - 1_800;
    expect(second?.['coverage_f']).toBe((2 * 36_000 + 3 * 3_600 + 1_800) / elapsed);
  });
});

describe('periods', () => {
  it.each(['protocol', 'market', 'reserve'])('balance to the last bit, by %s', async (group) => {
    for (const interval of ['1h', '4h', '1d']) {
      const rows = (await rowsOf(`${RANGE}&interval=${interval}&group_by=${group}`)).filter(
        (row) => row['interest_usd_raw'] !== null,
      );
      expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) {
        const parts = USD.reduce((sum, name) => sum + exact(row, name), 0n);
        expect(exact(row, 'interest_usd_raw')).toBe(parts);
      }
    }
  });

  it('add up to the same sum however a range is cut', async () => {
    const names = ['interest_usd_raw', ...USD];
    const total = async (interval: string, name: string): Promise<bigint> => {
      const rows = await rowsOf(`${RANGE}&interval=${interval}`);
      return rows.reduce((sum, row) => sum + (row[name] === null ? 0n : exact(row, name)), 0n);
    };
    for (const name of names) {
      const hourly = await total('1h', name);
      expect([await total('4h', name), await total('1d', name)]).toEqual([hourly, hourly]);
    }
    // Cut by calls instead of rows: each period belongs to the call whose range it begins in.
    const calls = [0, 7.5, 8, 23.25, 48].map(at);
    let sum = 0n;
    for (const [index, from] of calls.slice(0, -1).entries()) {
      const rows = await rowsOf(`from=${from}&to=${calls[index + 1]}&interval=1h`);
      for (const row of rows) sum += row['interest_usd_raw'] === null ? 0n : exact(row, 'interest_usd_raw');
    }
    expect(sum).toBe(await total('1d', 'interest_usd_raw'));
  });

  it('have tokens beside USD where a row is about one reserve', async () => {
    const [row] = await rowsOf(`${RANGE}&interval=4h&group_by=reserve&reserve=${addressFromLabel('SOL')}`);
    expect(row).toMatchObject({
      reserve: addressFromLabel('SOL'),
      lending_market: MARKET,
      token_symbol: 'SOL',
      interest_supply_side_raw: decimalOf(4n * sf(1_000_000) + 6n),
      interest_supply_side_f: 4,
      interest_protocol_f: 0.4,
      interest_raw: decimalOf(4n * (sf(1_115_000) + 3n) + 6n),
    });
    const [unpriced] = await rowsOf(
      `from=${at(6)}&to=${at(7)}&interval=1h&group_by=reserve&reserve=${addressFromLabel('USDC')}`,
    );
    expect(unpriced).toMatchObject({
      interest_f: 0.000_009,
      interest_usd_f: null,
      interest_usd_raw: null,
      revenue_usd_f: null,
      unpriced_reserve_count: 1,
      unknown_reserve_count: 0,
    });
  });

  it('that nothing is known of are rows without numbers and with a reason', async () => {
    const usdc = `group_by=reserve&reserve=${addressFromLabel('USDC')}&interval=1h`;
    const [unknown] = await rowsOf(`from=${at(5)}&to=${at(6)}&${usdc}`);
    expect(unknown).toMatchObject({
      interest_f: null,
      fees_usd_f: null,
      unknown_reserve_count: 1,
      coverage_f: 1,
      final_b: true,
      gap_reason_str: 'interest_unknown',
    });
    const later = await rowsOf(`from=${at(ROLLED_UP)}&to=${at(48)}&${usdc}`);
    expect(later.map((row) => row.timestamp)).toEqual(Array.from({ length: 14 }, (_, hour) => at(ROLLED_UP + hour)));
    for (const row of later) {
      expect(row).toMatchObject({
        fees_usd_f: null,
        coverage_f: null,
        gap_reason_str: 'not_rolled_up',
        final_b: false,
      });
    }
  });

  it('begin with the one in which a group was first seen', async () => {
    const jto = `group_by=reserve&reserve=${addressFromLabel('JTO')}`;
    const hours = await rowsOf(`${RANGE}&interval=1h&${jto}`);
    expect(hours[0]).toMatchObject({
      timestamp: at(JTO_HOUR),
      coverage_f: 1,
      interest_supply_side_usd_raw: decimalOf(1n),
    });
    expect((await rowsOf(`${RANGE}&interval=4h&${jto}`))[0]?.timestamp).toBe(at(28));
    const markets = await rowsOf(`${RANGE}&interval=1d&group_by=market`);
    expect(markets.map((row) => [row.timestamp, row['lending_market']])).toEqual([
      [at(0), MARKET],
      ...[MARKET, OTHER_MARKET].toSorted().map((market) => [at(24), market]),
    ]);
    expect(await rowsOf(`from=${at(-72)}&to=${at(0)}`)).toEqual([]);
  });

  it('that are not over, or lie ahead, are no final ones, or none', async () => {
    const rows = await rowsOf('interval=1h&group_by=protocol');
    expect(rows.at(-1)).toMatchObject({ final_b: false, fees_usd_f: null, gap_reason_str: 'not_rolled_up' });
    const hour = Math.floor(Date.now() / HOUR_MS) * 3_600;
    expect(rows.at(-1)?.timestamp).toBeLessThanOrEqual(hour);
    expect(await rowsOf(`from=${hour + 7_200}&to=${hour + 86_400}`)).toEqual([]);
  });
});

describe('cumulative fees', () => {
  it('are running sums of the periods, and count whom any period lacked', async () => {
    const single = await rowsOf(`${RANGE}&interval=4h`);
    const running = await rowsOf(`${RANGE}&interval=4h&cumulative=true`);
    let sum = 0n;
    for (const [index, row] of running.entries()) {
      const part = single[index]?.['interest_usd_raw'];
      sum += typeof part === 'string' ? unitsOf(part) : 0n;
      expect(exact(row, 'interest_usd_raw')).toBe(sum);
    }
    expect(running.map((row) => [row['unknown_reserve_count'], row['unpriced_reserve_count']]).slice(0, 3)).toEqual([
      [0, 0],
      [1, 1],
      [1, 1],
    ]);
    expect(running.at(-1)).toMatchObject({ unknown_reserve_count: 3, final_b: false });
  });

  it.each(['market', 'reserve'])('are the same whatever the pages, by %s', async (group) => {
    const query = `${RANGE}&interval=4h&cumulative=true&group_by=${group}`;
    expect(await feesInPages(api, query, 2)).toEqual(await rowsOf(query));
  });
});
