import { kamino, type Protocol } from '@tidemark/protocols';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildMarketInput, buildReserveInput, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import type { JsonObject } from '../tables/index.ts';
import { listTermsTimelines } from './list-terms-timelines.ts';

const protocol: Protocol = kamino;
const at = (seconds: number) => bankAt(seconds).observedAt;
const CONFIG: JsonObject = {
  status: 'active',
  interestRateBasis: 'legacy',
  hostFixedInterestRateBps: 0,
  protocolTakeRatePct: 20,
  rewardsPerAccrualUnitRaw: '18446744073709551615',
  borrowRateCurve: [
    { utilizationRateBps: 0, borrowRateBps: 1 },
    { utilizationRateBps: 8_000, borrowRateBps: 500 },
    { utilizationRateBps: 10_000, borrowRateBps: 10_000 },
  ],
};
const FIRST = {
  tokenDecimals: 6,
  interestRateBasis: 'legacy',
  borrowRateCurve: CONFIG['borrowRateCurve'],
  hostFixedInterestRateBps: 0,
  protocolTakeRatePct: 20,
  rewardsPerAccrualUnitRaw: 2n ** 64n - 1n,
  referralFeeBps: 0,
  rewardsMaxAprBps: 0,
};

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const see = (
  label: string,
  seconds: number,
  config: JsonObject,
  overrides: Parameters<typeof buildReserveInput>[3] = {},
) =>
  upsertReserves(database.sql, [
    buildReserveInput(label, seconds, '', {
      config,
      configSha256: sha256Of(JSON.stringify([config, overrides])),
      lendingMarket: addressOf(`${label} market`),
      ...overrides,
    }),
  ]);
const seeMarket = (label: string, seconds: number, referralFeeBps: number, reserveRewardsMaxAprBps = 0) =>
  upsertLendingMarkets(database.sql, [
    buildMarketInput(seconds, {
      address: addressOf(`${label} market`),
      config: { referralFeeBps, reserveRewardsMaxAprBps },
      referralFeeBps,
      rewardsMaxAprBps: reserveRewardsMaxAprBps,
    }),
  ]);
const timelineOf = async (label: string) => {
  const timelines = await listTermsTimelines(database.sql, { protocol });
  const timeline = timelines.get(addressOf(label));
  if (timeline === undefined) throw new Error(`${label} has no timeline`);
  return timeline;
};

describe('listTermsTimelines', () => {
  it('gives the stored settings where nothing changed, at any time', async () => {
    await see('still', 0, CONFIG);
    await seeMarket('still', 0, 0);
    const timeline = await timelineOf('still');
    expect([at(-1_000), at(0), at(1_000)].map((time) => timeline.at(time))).toEqual([FIRST, FIRST, FIRST]);
    expect(timeline).toMatchObject({
      lendingMarket: addressOf('still market'),
      firstSeenAt: at(0),
    });
  });

  it('undoes each change for the time before it was first seen, of the reserve and of its market', async () => {
    await see('moves', 0, CONFIG);
    await seeMarket('moves', 0, 0);
    const curve = [
      { utilizationRateBps: 0, borrowRateBps: 1 },
      { utilizationRateBps: 9_000, borrowRateBps: 800 },
      { utilizationRateBps: 10_000, borrowRateBps: 20_000 },
    ];
    await see('moves', 10, { ...CONFIG, protocolTakeRatePct: 15 });
    await seeMarket('moves', 20, 30, 500);
    await see('moves', 30, {
      ...CONFIG,
      protocolTakeRatePct: 15,
      borrowRateCurve: curve,
      rewardsPerAccrualUnitRaw: '0',
    });
    await see('moves', 40, {
      ...CONFIG,
      borrowRateCurve: curve,
      interestRateBasis: 'true_apr',
      hostFixedInterestRateBps: 9,
    });
    const timeline = await timelineOf('moves');
    const taken = { ...FIRST, protocolTakeRatePct: 15 };
    const referred = { ...taken, referralFeeBps: 30, rewardsMaxAprBps: 500 };
    const curved = { ...referred, borrowRateCurve: curve, rewardsPerAccrualUnitRaw: 0n };
    const now = {
      ...curved,
      protocolTakeRatePct: 20,
      rewardsPerAccrualUnitRaw: 2n ** 64n - 1n,
      interestRateBasis: 'true_apr',
      hostFixedInterestRateBps: 9,
    };
    expect([-1, 9, 10, 19, 20, 29, 30, 39, 40, 9_999].map((seconds) => timeline.at(at(seconds)))).toEqual([
      FIRST,
      FIRST,
      taken,
      taken,
      referred,
      referred,
      curved,
      curved,
      now,
      now,
    ]);
  });

  it('takes a value that went back and forth at each time for what it was', async () => {
    await see('swings', 0, CONFIG);
    await seeMarket('swings', 0, 0);
    for (const [seconds, pct] of [
      [10, 1],
      [20, 20],
      [30, 1],
      [40, 2],
    ] as const) {
      await see('swings', seconds, { ...CONFIG, protocolTakeRatePct: pct });
    }
    const timeline = await timelineOf('swings');
    const rates = [0, 10, 20, 30, 40].map((seconds) => timeline.at(at(seconds)));
    expect(rates).toMatchObject([20, 1, 20, 1, 2].map((protocolTakeRatePct) => ({ protocolTakeRatePct })));
  });

  it('undoes a change of what the account says beside its configuration', async () => {
    await see('decimals', 0, CONFIG, { tokenDecimals: 9 });
    await seeMarket('decimals', 0, 0);
    await see('decimals', 10, CONFIG, { tokenDecimals: 8 });
    const timeline = await timelineOf('decimals');
    expect([timeline.at(at(9)).tokenDecimals, timeline.at(at(10)).tokenDecimals]).toEqual([9, 8]);
  });

  it('leaves out a reserve whose market was never read, other protocols, and those not asked for', async () => {
    await see('no market', 0, CONFIG);
    const all = await listTermsTimelines(database.sql, { protocol });
    expect(all.has(addressOf('no market'))).toBe(false);
    expect(await listTermsTimelines(database.sql, { protocol: { ...protocol, name: 'another' } })).toEqual(new Map());
    const some = await listTermsTimelines(database.sql, { protocol, reserves: [addressOf('still')] });
    expect([...some.keys()]).toEqual([addressOf('still')]);
  });

  it('refuses a configuration that lacks what accrual needs, when it is asked', async () => {
    const { rewardsPerAccrualUnitRaw: _, ...lacking } = CONFIG;
    await see('lacking', 0, lacking);
    await seeMarket('lacking', 0, 0);
    const timeline = await timelineOf('lacking');
    expect(() => timeline.at(at(0))).toThrow(
      expect.objectContaining({
        code: 'INVALID_ROW',
        context: { address: addressOf('lacking'), field: 'rewardsPerAccrualUnitRaw' },
      }),
    );
  });
});
