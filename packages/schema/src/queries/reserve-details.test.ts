import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addressOf,
  bankAt,
  buildBatch,
  buildMarketInput,
  buildReserveInput,
  buildState,
} from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getReserveConfig } from './latest.ts';
import { getReserveRateState, listReserveDetails } from './list-reserve-details.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

const KAMINO = { protocol: 'kamino' };

// Every number is another one, so that no column can stand in for another.
const state = buildState('a', 60, 'x', {
  availableAmountRaw: 2n ** 64n - 1n,
  borrowedAmountSf: 2n ** 127n + 2n,
  cumulativeBorrowRateBsf: 2n ** 255n + 3n,
  accumulatedReferrerFeesSf: 4n,
  marketPriceSf: 5n,
  collateralSupplyRaw: 6n,
  queuedCollateralRaw: 7n,
  borrowedOutsideElevationGroupRaw: 8n,
  depositCapCurrentRaw: -9n,
  debtCapCurrentRaw: -10n,
  accruedAvailableAmountRaw: 11n,
  accruedBorrowedAmountSf: 12n,
  accruedTotalSupplySf: 13n,
  accruedCumulativeBorrowRateBsf: 2n ** 255n + 14n,
  accruedProtocolFeesSf: 15n,
  accruedPendingReferrerFeesSf: 16n,
  lastUpdateAt: bankAt(17).observedAt,
  marketPriceUpdatedAt: bankAt(18).observedAt,
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
  originationFeeSf: 42n,
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
  const { lendingMarket, tokenMint, tokenSymbol, tokenDecimals, status, emergencyMode } = reserve;
  const { depositLimitRaw, borrowLimitRaw, borrowLimitOutsideElevationGroupRaw } = reserve;
  const { depositCapCapacityRaw, depositCapIntervalSeconds, debtCapCapacityRaw, debtCapIntervalSeconds } = reserve;
  const { utilizationLimitBlockBorrowingPct } = reserve;
  const {
    accountSha256: _hash,
    accumulatedProtocolFeesSf: _fees,
    pendingReferrerFeesSf: _pending,
    absoluteReferralRateSf: _rate,
    rewardsAvailableRaw: _rewards,
    accruedUtilizationSf: _utilization,
    borrowRateSf: _borrowRate,
    own: _own,
    ...published
  } = state;
  return {
    ...published,
    ...{ lendingMarket, lendingMarketName: 'Main Market', tokenMint, tokenSymbol, tokenDecimals, status },
    ...{ depositLimitRaw, borrowLimitRaw, borrowLimitOutsideElevationGroupRaw, utilizationLimitBlockBorrowingPct },
    ...{ depositCapCapacityRaw, depositCapIntervalSeconds, debtCapCapacityRaw, debtCapIntervalSeconds },
    ...{ originationFeeSf: 42n, maxPriceAgeSeconds: 43n, blockPriceUsage: true, marketPriceRefreshTriggerPct: 44 },
    ...{ missingSinceAt: null, emergencyMode, marketEmergencyMode: false, marketBorrowDisabled: true },
  };
};

describe('listReserveDetails', () => {
  it('gives state, limits and switches of each reserve and its market, each value as it was stored', async () => {
    const rows = await listReserveDetails(database.sql, KAMINO);
    const { accountSha256, ...row } = rows.find((entry) => entry.reserve === reserve.address) ?? {
      accountSha256: new Uint8Array(),
    };
    expect(row).toEqual(expected());
    expect(Buffer.compare(accountSha256, state.accountSha256)).toBe(0);
  });

  it('knows nothing of a market that was never read, and nothing of a reserve that was never polled', async () => {
    const rows = await listReserveDetails(database.sql, KAMINO);
    expect(rows.map((row) => row.tokenSymbol)).toEqual(['orphan', 'a']);
    expect(rows[0]).toMatchObject({
      ...{ lendingMarketName: '', marketEmergencyMode: null, marketBorrowDisabled: null },
      marketPriceRefreshTriggerPct: null,
    });
    expect(await listReserveDetails(database.sql, { protocol: 'other' })).toEqual([]);
  });
});

describe('getReserveRateState', () => {
  it('gives the same of one reserve with what its rates depend on', async () => {
    const row = await getReserveRateState(database.sql, { ...KAMINO, reserve: reserve.address });
    expect(row).toMatchObject({
      ...expected(),
      config: reserve.config,
      marketConfig: market.config,
      own: null,
    });
  });

  it.each(['never polled', 'nobody'])('is null for a reserve that was %s', async (label) => {
    expect(await getReserveRateState(database.sql, { ...KAMINO, reserve: addressOf(label) })).toBeNull();
    expect(await getReserveRateState(database.sql, { protocol: 'other', reserve: reserve.address })).toBeNull();
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
      configSlot: bankAt(0).slot,
      configObservedAt: bankAt(0).observedAt,
      seenAt: bankAt(60).observedAt,
      marketConfig: market.config,
      marketSlot: bankAt(5).slot,
      marketObservedAt: bankAt(5).observedAt,
    });
  });

  it('gives the configuration of a reserve that was never polled, and null for one that was never seen', async () => {
    const nothing = { marketConfig: null, marketSlot: null, marketObservedAt: null, lendingMarketName: '' };
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('orphan') })).toMatchObject(nothing);
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('never polled') })).toMatchObject({
      seenAt: bankAt(0).observedAt,
    });
    expect(await getReserveConfig(database.sql, { ...KAMINO, reserve: addressOf('nobody') })).toBeNull();
  });
});
