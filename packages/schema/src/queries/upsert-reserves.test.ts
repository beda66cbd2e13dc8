import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildMarketInput, buildReserveInput } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const reserveOf = (label: string) =>
  database.db.query.reserves.findFirst({ where: (table, { eq }) => eq(table.address, addressOf(label)) });

describe('upsertReserves', () => {
  it('stores identity and configuration as they were given, to the last bit', async () => {
    const input = buildReserveInput('a', 10);
    expect(await upsertReserves(database.sql, [input])).toEqual({ inserted: [input.address], configChanges: [] });
    const { configSha256, ...expected } = input;
    const row = await reserveOf('a');
    expect(row).toMatchObject({
      ...expected,
      firstSeenSlot: bankAt(10).slot,
      firstSeenAt: bankAt(10).observedAt,
      lastSeenSlot: bankAt(10).slot,
      missingSinceSlot: null,
      missingSinceAt: null,
    });
    expect(Buffer.from(row?.configSha256 ?? []).equals(configSha256)).toBe(true);
  });

  it('moves only the sighting on while the configuration is the same', async () => {
    await upsertReserves(database.sql, [buildReserveInput('b', 10)]);
    const seenAgain = buildReserveInput('b', 20, 'initial', { loanToValuePct: 1 });
    expect(await upsertReserves(database.sql, [seenAgain])).toEqual({ inserted: [], configChanges: [] });
    expect(await reserveOf('b')).toMatchObject({
      loanToValuePct: 80,
      configSlot: bankAt(10).slot,
      firstSeenSlot: bankAt(10).slot,
      lastSeenSlot: bankAt(20).slot,
      lastSeenAt: bankAt(20).observedAt,
    });
  });

  it('replaces the configuration as a whole when its hash differs and the slot is newer, and never by an older one', async () => {
    await upsertReserves(database.sql, [buildReserveInput('c', 10)]);
    await upsertReserves(database.sql, [
      buildReserveInput('c', 20, 'second', { loanToValuePct: 70, tokenSymbol: 'C2' }),
    ]);
    await upsertReserves(database.sql, [buildReserveInput('c', 15, 'between', { loanToValuePct: 60 })]);
    await upsertReserves(database.sql, [buildReserveInput('c', 5)]);
    expect(await reserveOf('c')).toMatchObject({
      loanToValuePct: 70,
      tokenSymbol: 'C2',
      config: { name: 'second' },
      configSlot: bankAt(20).slot,
      configObservedAt: bankAt(20).observedAt,
      firstSeenSlot: bankAt(5).slot,
      lastSeenSlot: bankAt(20).slot,
    });
  });

  it('stores a name with a NUL inside, which Postgres cannot, with the replacement character', async () => {
    await upsertReserves(database.sql, [buildReserveInput('d', 0, 'a\0b', { tokenSymbol: 'a\0b' })]);
    expect(await reserveOf('d')).toMatchObject({ tokenSymbol: 'a\uFFFDb', config: { name: 'a\uFFFDb' } });
  });

  it('is one transaction: a bad row stores none', async () => {
    const rows = [buildReserveInput('e'), buildReserveInput('f', 0, 'x', { loanToValuePct: 256 })];
    await expect(upsertReserves(database.sql, rows)).rejects.toMatchObject({
      code: 'INVALID_ROW',
      context: { address: addressOf('f'), column: 'loan_to_value_pct' },
    });
    expect(await reserveOf('e')).toBeUndefined();
  });

  it('lets two writers store the same reserves in opposite order', async () => {
    const labels = Array.from({ length: 50 }, (_, index) => `both ${index}`);
    const rows = labels.map((label) => buildReserveInput(label));
    const [first, second] = await Promise.all([
      upsertReserves(database.sql, rows),
      upsertReserves(database.connect().sql, rows.toReversed()),
    ]);
    expect([...first.inserted, ...second.inserted].toSorted()).toEqual(labels.map(addressOf).toSorted());
  });
});

describe('upsertLendingMarkets', () => {
  it('keeps the newest sighting and when a market was seen first', async () => {
    await upsertLendingMarkets(database.sql, [buildMarketInput(10, { referralFeeBps: 10 })]);
    await upsertLendingMarkets(database.sql, [buildMarketInput(20, { referralFeeBps: 20, emergencyMode: true })]);
    await upsertLendingMarkets(database.sql, [buildMarketInput(5, { referralFeeBps: 5 })]);
    const rows = await database.db.query.lendingMarkets.findMany();
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      referralFeeBps: 20,
      emergencyMode: true,
      slot: bankAt(20).slot,
      observedAt: bankAt(20).observedAt,
      firstSeenSlot: bankAt(5).slot,
    });
  });
});
