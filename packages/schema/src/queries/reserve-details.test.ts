import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildReserveInput,
  buildState,
  sha256Of,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getReserveConfig } from './latest.ts';
import { getReserveDetail, ReserveDetails } from './list-reserve-details.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

const KAMINO = { protocol: 'kamino' };

// Every number is another one, so that no column can stand in for another.
const state = buildState('a', 60, 'x', {
  availableAmountRaw: 2n ** 64n - 1n,
  borrowed: 2n ** 127n + 2n,
  borrowIndex: 2n ** 255n + 3n,
  accumulatedReferrerFeesSf: 4n,
  price: 5n,
  collateralSupplyRaw: 6n,
  queuedCollateralRaw: 7n,
  borrowedOutsideElevationGroupRaw: 8n,
  depositCapCurrentRaw: -9n,
  debtCapCurrentRaw: -10n,
  accruedAvailableAmountRaw: 11n,
  accruedBorrowed: 12n,
  accruedSupplied: 13n,
  accruedBorrowIndex: 2n ** 255n + 14n,
  accruedProtocolFees: 15n,
  accruedPendingReferrerFees: 16n,
  lastUpdateAt: bankAt(17).observedAt,
  priceUpdatedAt: bankAt(18).observedAt,
  depositCapIntervalStartAt: bankAt(19).observedAt,
  debtCapIntervalStartAt: null,
  priceStatus: 35,
  rewardsAprF: 0.21,
});
const reserve = buildReserveInput('a', 0, 'x', {
  depositLimitRaw: 2n ** 64n - 1n,
  borrowLimitRaw: 31n,
  borrowLimitOutsideElevationGroupRaw: 32n,
  depositCapCapacityRaw: -33n,
  depositCapIntervalSeconds: 34n,
  debtCapCapacityRaw: 35n,
  debtCapIntervalSeconds: 36n,
  utilizationLimitBlockBorrowingPct: 37,
  hostFixedInterestRateBps: 38,
  protocolTakeRatePct: 39,
  emergencyMode: true,
  originationFee: 42n,
  maxPriceAgeSeconds: 43n,
  config: { borrowRateCurve: [{ utilizationRateBps: 0, borrowRateBps: 40 }], tokenInfo: { blockPriceUsage: true } },
});
const market = buildMarketInput(5, {
  borrowDisabled: true,
  config: { referralFeeBps: 41, priceRefreshTriggerToMaxAgePct: 44 },
});

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
  await upsertLendingMarkets(database.sql, [market]);
  const orphan = { lendingMarket: addressOf('never read'), tokenSymbol: 'orphan' };
  await upsertReserves(database.sql, [
    reserve,
    buildReserveInput('orphan', 0, 'x', orphan),
    buildReserveInput('never polled'),
  ]);
  await writePollBatch(
    database.sql,
    buildBatch(60, [state, buildState('orphan', 60, 'x', { lendingMarket: orphan.lendingMarket })]),
  );
});
afterAll(() => database.drop());

/** What a detail says of the state, the reserve and the market above. */
const expected = () => {
  const { lendingMarket, tokenMint, tokenSymbol, tokenSymbolOrigin, tokenDecimals, status, config } = reserve;
  const { accountSha256: _hash, ...stored } = state;
  return {
    ...stored,
    ...{ lendingMarket, lendingMarketName: 'Main Market', tokenMint, tokenSymbol, tokenSymbolOrigin },
    ...{ tokenDecimals, status },
    ...{ missingSinceAt: null, config, marketConfig: market.config },
    ...{ marketPriceUsdF: null, marketPriceStatus: 'missing', marketPriceAt: null, marketPriceAgeSeconds: null },
    // No rewards are left in its vault; the yield in total is that of the interest and of the rewards.
    ...{ listed: true, vaultBalance: 2n ** 64n - 1n, supplyApyTotalF: 0.037174 + 0.21 },
    ...{ marketPriceDivergenceBpsF: null, marketPriceDivergenceGap: 'missing' },
  };
};

describe('ReserveDetails', () => {
  const details = () => new ReserveDetails(database.sql, KAMINO);

  it('lists the state of each reserve with its settings and those of its market, each value as it was stored', async () => {
    const rows = await details().list();
    const { accountSha256, ownText, ...row } = rows.find((entry) => entry.reserve === reserve.address) ?? {
      accountSha256: new Uint8Array(),
      ownText: '{}',
    };
    expect(row).toEqual(expected());
    expect(JSON.parse(ownText)).toMatchObject({ debt_cap_current_raw: String(state.debtCapCurrentRaw) });
    expect(Buffer.compare(accountSha256, state.accountSha256)).toBe(0);
  });

  it('knows nothing of a market that was never read, and nothing of a reserve that was never polled', async () => {
    const rows = await details().list();
    expect(rows.map((row) => row.tokenSymbol)).toEqual(['orphan', 'a']);
    expect(rows[0]).toMatchObject({ lendingMarketName: '', marketConfig: null });
    expect(await new ReserveDetails(database.sql, { protocol: 'other' }).list()).toEqual([]);
  });
});

describe('getReserveDetail', () => {
  it('gives the same of one reserve', async () => {
    expect(await getReserveDetail(database.sql, { ...KAMINO, reserve: reserve.address })).toMatchObject(expected());
  });

  it.each(['never polled', 'nobody'])('is null for a reserve that was %s', async (label) => {
    expect(await getReserveDetail(database.sql, { ...KAMINO, reserve: addressOf(label) })).toBeNull();
    expect(await getReserveDetail(database.sql, { protocol: 'other', reserve: reserve.address })).toBeNull();
  });
});

describe('getReserveConfig', () => {
  it('gives both configurations, since when they hold and until when they were read', async () => {
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: reserve.address })).toEqual({
      reserve: reserve.address,
      lendingMarket: market.address,
      lendingMarketName: 'Main Market',
      tokenMint: reserve.tokenMint,
      tokenSymbol: reserve.tokenSymbol,
      tokenDecimals: 6,
      config: reserve.config,
      sinceSlot: bankAt(0).slot,
      sinceAt: bankAt(0).observedAt,
      observedAt: bankAt(60).observedAt,
      lendingMarketConfig: market.config,
      lendingMarketSlot: bankAt(5).slot,
      lendingMarketAt: bankAt(5).observedAt,
    });
  });

  it('gives the configuration of a reserve that was never polled, and null for one that was never seen', async () => {
    const nothing = {
      lendingMarketConfig: null,
      lendingMarketSlot: null,
      lendingMarketAt: null,
      lendingMarketName: '',
    };
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('orphan') })).toMatchObject(nothing);
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('never polled') })).toMatchObject({
      observedAt: bankAt(0).observedAt,
    });
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('nobody') })).toBeNull();
  });
});

// Last, because it changes what the others read.
describe('ReserveDetails that are listed again', () => {
  it('have the same configurations until one changes, and then the new one', async () => {
    const reader = new ReserveDetails(database.sql, KAMINO);
    const configsOf = async () => {
      const row = (await reader.list()).find((entry) => entry.reserve === reserve.address);
      return [row?.config, row?.marketConfig];
    };
    const [config, marketConfig] = await configsOf();
    const [again, marketAgain] = await configsOf();
    expect([again === config, marketAgain === marketConfig]).toEqual([true, true]);

    const changed = { config: { changed: 1 }, configSha256: sha256Of('changed'), configSlot: bankAt(70).slot };
    await upsertReserves(database.sql, [{ ...reserve, ...changed, configObservedAt: bankAt(70).observedAt }]);
    expect(await configsOf()).toEqual([changed.config, market.config]);
    await upsertLendingMarkets(database.sql, [{ ...market, config: { changed: 2 }, slot: bankAt(71).slot }]);
    expect(await configsOf()).toEqual([changed.config, { changed: 2 }]);
    await upsertReserves(database.sql, [{ ...reserve, configSlot: bankAt(72).slot }]);
    await upsertLendingMarkets(database.sql, [{ ...market, slot: bankAt(72).slot }]);
    expect(await configsOf()).toEqual([reserve.config, market.config]);
  });
});
