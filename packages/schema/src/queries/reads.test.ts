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
import { getFreshness, listReservesToPoll } from './polling.ts';
import { listMarketInfo, listReserveInfo, getLatestReserve, listLatestReserves } from './latest.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';
import { writePollBatch } from './write-poll-batch.ts';

const KAMINO = { protocol: 'kamino' };

let database: OpenTestDatabase;
let empty: OpenTestDatabase;

// Byte order: upper case before lower case, and a market without a name before all others.
const EXPECTED_ORDER = ['named SOL', 'named USDC', 'named sol', 'lower SOL'];
const RESERVES = [
  { label: 'named sol', market: 'Main', symbol: 'sol' },
  { label: 'lower SOL', market: 'main', symbol: 'SOL' },
  { label: 'named USDC', market: 'Main', symbol: 'USDC' },
  { label: 'named SOL', market: 'Main', symbol: 'SOL' },
];

beforeAll(async () => {
  [database, empty] = await Promise.all([openTestDatabase(), openTestDatabase()]);
  const { sql } = database;
  await upsertLendingMarkets(
    sql,
    ['main', 'Main'].map((displayName) =>
      buildMarketInput(0, { address: addressOf(displayName), displayName, referralFeeBps: 15 }),
    ),
  );
  await upsertReserves(sql, [
    ...RESERVES.map(({ label, market, symbol }) =>
      buildReserveInput(label, 0, 'x', {
        lendingMarket: addressOf(market),
        tokenSymbol: symbol,
        companions: [addressOf(market)],
      }),
    ),
    buildReserveInput('orphan', 0, 'x', { lendingMarket: addressOf('never read'), tokenSymbol: 'zzz' }),
    buildReserveInput('other', 0, 'x', { protocol: 'other' }),
  ]);
  const states = [
    ...RESERVES.map(({ label, market }) => buildState(label, 10, 'a', { lendingMarket: addressOf(market) })),
    buildState('orphan', 10, 'a', { lendingMarket: addressOf('never read') }),
    buildState('other', 10, 'a'),
  ];
  await writePollBatch(sql, buildBatch(10, states));
  const later = states.slice(0, 2).map((state) => ({ ...state, ...bankAt(20) }));
  await writePollBatch(sql, buildBatch(20, later, { missing: [addressOf('orphan')] }));
});
afterAll(() => Promise.all([database.drop(), empty.drop()]));

describe('listLatestReserves', () => {
  it('is ordered by market name, token symbol and address, all by bytes, and keeps to one protocol', async () => {
    const rows = await listLatestReserves(database.db, KAMINO);
    expect(rows.map((row) => row.reserve)).toEqual([addressOf('orphan'), ...EXPECTED_ORDER.map(addressOf)]);
    expect(rows.map((row) => row.lendingMarketName)).toEqual(['', 'Main', 'Main', 'Main', 'main']);
  });

  it('gives the state with names, exact integers and dates, and says what is missing', async () => {
    const [orphan, first] = await listLatestReserves(database.db, KAMINO);
    const { reserve, borrowed, observedAt, borrowApyF } = buildState('named SOL', 10, 'a');
    expect(first).toMatchObject({
      ...{ reserve, borrowed, observedAt, borrowApyF, slot: bankAt(10).slot },
      tokenSymbol: 'SOL',
      tokenDecimals: 6,
      tokenMint: addressOf('named SOL mint'),
      status: 'active',
      missingSinceSlot: null,
    });
    expect(orphan).toMatchObject({ missingSinceSlot: bankAt(20).slot, missingSinceAt: bankAt(20).observedAt });
  });

  it('breaks ties by address', async () => {
    const { sql, db } = empty;
    const labels = Array.from({ length: 20 }, (_, index) => `tie ${index}`);
    await upsertReserves(
      sql,
      labels.map((label) => buildReserveInput(label, 0, 'x', { tokenSymbol: 'T', protocol: 'tie' })),
    );
    await writePollBatch(
      sql,
      buildBatch(
        0,
        labels.map((label) => buildState(label, 0, 'a')),
        { protocol: 'tie' },
      ),
    );
    const rows = await listLatestReserves(db, { protocol: 'tie' });
    expect(rows.map((row) => row.reserve)).toEqual(labels.map(addressOf).toSorted());
  });

  it('is empty while nothing was polled', async () => {
    expect(await listLatestReserves(empty.db, KAMINO)).toEqual([]);
  });
});

describe('getLatestReserve', () => {
  it('gives one reserve of its protocol, or null', async () => {
    const row = await getLatestReserve(database.db, { ...KAMINO, reserve: addressOf('named sol') });
    expect(row).toMatchObject({ reserve: addressOf('named sol'), slot: bankAt(20).slot, lendingMarketName: 'Main' });
    expect(await getLatestReserve(database.db, { ...KAMINO, reserve: addressOf('nobody') })).toBeNull();
    expect(await getLatestReserve(database.db, { ...KAMINO, reserve: addressOf('other') })).toBeNull();
  });
});

describe('listReserveInfo and listMarketInfo', () => {
  it('list every reserve with its configuration and its newest sighting, in the same order', async () => {
    const rows = await listReserveInfo(database.db, KAMINO);
    expect(rows.map((row) => row.address)).toEqual([addressOf('orphan'), ...EXPECTED_ORDER.map(addressOf)]);
    expect(rows[1]).toMatchObject({
      lendingMarketName: 'Main',
      loanToValuePct: 80,
      flashLoanFee: 2n ** 64n - 1n,
      debtCapCapacityRaw: -1n,
      latestSlot: bankAt(10).slot,
      latestObservedAt: bankAt(10).observedAt,
    });
  });

  it('list a reserve that was never polled, without a sighting', async () => {
    const { sql, db } = empty;
    await upsertReserves(sql, [buildReserveInput('unpolled', 0, 'x', { protocol: 'unpolled' })]);
    expect(await listReserveInfo(db, { protocol: 'unpolled' })).toMatchObject([
      { latestSlot: null, latestObservedAt: null },
    ]);
  });

  it('list the markets by name with the number of their reserves', async () => {
    const rows = await listMarketInfo(database.db, KAMINO);
    expect(rows.map((row) => [row.displayName, row.reserveCount])).toEqual([
      ['Main', 3],
      ['main', 1],
    ]);
  });
});

describe('listReservesToPoll', () => {
  it('lists every reserve of the protocol by address, missing ones too, with the accounts that are read with it', async () => {
    const rows = await listReservesToPoll(database.db, KAMINO);
    const addresses = ['orphan', ...EXPECTED_ORDER].map(addressOf).toSorted();
    expect(rows.map((row) => row.address)).toEqual(addresses);
    const orphan = rows.find((row) => row.address === addressOf('orphan'));
    expect(orphan).toMatchObject({ companions: [], missingSinceSlot: bankAt(20).slot });
    const named = rows.find((row) => row.address === addressOf('named SOL'));
    expect(named).toMatchObject({ companions: [addressOf('Main')], lendingMarket: addressOf('Main') });
    expect(named?.configSha256).toHaveLength(32);
  });
});

describe('getFreshness', () => {
  it('tells the newest bank, and the oldest among the reserves that are still there', async () => {
    const freshness = await getFreshness(database.sql, KAMINO);
    expect(freshness).toMatchObject({
      reserves: 5,
      newestSlot: bankAt(20).slot,
      newestObservedAt: bankAt(20).observedAt,
      oldestObservedAt: bankAt(10).observedAt,
    });
    expect(freshness?.newestRecordedAt).toBeInstanceOf(Date);
    expect(await getFreshness(empty.sql, KAMINO)).toBeNull();
  });
});
