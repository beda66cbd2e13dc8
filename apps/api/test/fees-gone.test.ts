import {
  type Database,
  markMissing,
  upsertLendingMarkets,
  upsertQuarantine,
  upsertReserves,
  writeBuckets,
} from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf, unitsOf } from './support/decimals.ts';
import { askFees, at, buildFeeBucket, feesInPages, type FeesTestRow, sf, splitOf } from './support/fee-buckets.ts';
import { bankAt, buildMarketRow, buildReserveRow, sha256Of } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const HOUR = 3_600;
/** Hours that the rollup has been through. */
const ROLLED_UP = 48;
/** USDC leaves the chain half an hour into this one. */
const GONE = 10;
/** All of this market's reserves are gone from the one hour to the other. */
const HOLE = [6, 30] as const;
/** The last read of an account that is refused since, half an hour into this one. */
const REFUSED = 21;
const MARKET = addressFromLabel('market');
const HOLED = addressFromLabel('market with a hole');
const REFUSING = addressFromLabel('market with a refused reserve');
const RANGE = `from=${at(0)}&to=${at(ROLLED_UP)}`;

const seenAt = (hour: number) => {
  const { slot, observedAt } = bankAt(hour * HOUR);
  return { configSlot: slot, configObservedAt: observedAt };
};

const hoursOf = (label: string, market: string, from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    buildFeeBucket(label, at(from + index) * 1000, {
      lendingMarket: market,
      interest: splitOf([sf(9), sf(1), 0n, 0n]),
      interestUsd: splitOf([sf(9), sf(1), 0n, 0n]),
    }),
  );

async function seed({ sql }: Database): Promise<void> {
  await upsertLendingMarkets(sql, [
    buildMarketRow(),
    ...[HOLED, REFUSING].map((address) => buildMarketRow({ address, name: address, displayName: address })),
  ]);
  await upsertReserves(sql, [
    buildReserveRow('SOL'),
    buildReserveRow('USDC'),
    buildReserveRow('JTO', { lendingMarket: HOLED }),
    buildReserveRow('BONK', { lendingMarket: HOLED, ...seenAt(HOLE[1]) }),
    buildReserveRow('PYTH', { lendingMarket: REFUSING }),
  ]);
  await upsertReserves(sql, [buildReserveRow('PYTH', { lendingMarket: REFUSING, ...seenAt(REFUSED + 0.5) })]);
  await writeBuckets(sql, 'hourly', 'kamino', [
    ...hoursOf('SOL', MARKET, 0, ROLLED_UP),
    ...hoursOf('USDC', MARKET, 0, GONE),
    ...hoursOf('JTO', HOLED, 0, HOLE[0]),
    ...hoursOf('BONK', HOLED, HOLE[1], ROLLED_UP),
    ...hoursOf('PYTH', REFUSING, 0, REFUSED),
  ]);
  const lost = (label: string, hour: number) =>
    markMissing(sql, { kind: 'reserves', addresses: [addressFromLabel(label)], ...bankAt(hour * HOUR) });
  await lost('USDC', GONE + 0.5);
  await lost('JTO', HOLE[0]);
  const data = new Uint8Array([1, 2, 3]);
  await upsertQuarantine(sql, { batchId: 'refusal', ...bankAt(ROLLED_UP * HOUR) }, [
    {
      ...{ address: addressFromLabel('PYTH'), accountKind: 'reserve', reasonCode: 'UNKNOWN_VERSION' },
      ...{ expected: '1', actual: '2', dataSha256: sha256Of('PYTH'), dataLength: 3, data },
    },
  ]);
}

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare: seed });
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
    const hours = await read(`markets/${REFUSING}/history?${RANGE}&interval=1h`);
    expect(hours.slice(REFUSED)).toEqual(['not_rolled_up', ...Array.from({ length: 26 }, () => 'quarantined')]);
    const fours = await read(`reserves/${addressFromLabel('PYTH')}/history?${RANGE}&interval=4h`);
    expect(fours.slice(4)).toEqual([null, ...Array.from({ length: 7 }, () => 'quarantined')]);
  });
});
