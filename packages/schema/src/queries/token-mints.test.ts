import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildMarketInput, buildReserveInput } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { ReserveInput } from '../tables/index.ts';
import { nameReserves, upsertTokenMints } from './token-mints.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const [LISTED, WILD] = ['listed', 'wild'].map(addressOf);
const NAMELESS = 'a protocol without names';
const USDC = addressOf('usdc mint');
const KNOWN = [{ mint: USDC, symbol: 'USDC' }];

const reserve = (label: string, mint: string, overrides: Partial<ReserveInput> = {}, config = 'initial', seconds = 0) =>
  buildReserveInput(label, seconds, config, {
    tokenMint: addressOf(mint),
    protocol: NAMELESS,
    tokenSymbol: '',
    ...overrides,
  });
const named = (label: string, mint: string, tokenSymbol: string, lendingMarket: string | undefined) =>
  reserve(label, mint, { protocol: 'kamino', tokenSymbol, lendingMarket: lendingMarket ?? '' });
const stored = async () => {
  const rows = await database.sql<{ address: string; name: string | null }[]>`
    SELECT address, nullif(token_symbol, '') || ' ' || token_symbol_origin AS name
    FROM lend.reserves WHERE protocol = ${NAMELESS}`;
  return new Map(rows.map(({ address, name }) => [address, name]));
};
const nameOf = async (label: string) => (await stored()).get(addressOf(label));
const mintOf = (mint: string, symbol: string | null, seconds = 0) => ({
  address: addressOf(mint),
  symbol,
  multiplierF: null,
  newMultiplierF: null,
  newMultiplierEffectiveSeconds: null,
  ...bankAt(seconds),
});
const nameAll = (known = KNOWN) => nameReserves(database.sql, { protocol: NAMELESS, known });

beforeEach(async () => {
  await database.sql`TRUNCATE lend.reserves, lend.lending_markets, lend.token_mints, lend.configurations CASCADE`;
  await upsertLendingMarkets(database.sql, [
    buildMarketInput(0, { address: LISTED ?? '' }),
    buildMarketInput(0, { address: WILD ?? '', listed: false }),
  ]);
});

describe('nameReserves', () => {
  it('takes the list before another protocol, that before metadata, and leaves what an account says', async () => {
    await upsertReserves(database.sql, [
      reserve('own', 'usdc mint', { tokenSymbol: 'OWN' }),
      reserve('a', 'usdc mint'),
      reserve('b', 'shared mint'),
      reserve('c', 'new mint'),
      reserve('d', 'silent mint'),
      named('k1', 'usdc mint', 'USD Coin', LISTED),
      named('k2', 'shared mint', 'SHARED', LISTED),
    ]);
    await upsertTokenMints(database.sql, [
      mintOf('usdc mint', 'META'),
      mintOf('shared mint', 'META'),
      mintOf('new mint', 'NEW'),
      mintOf('silent mint', null),
    ]);
    expect(await nameAll()).toBe(3);
    const names = await Promise.all(['own', 'a', 'b', 'c', 'd'].map(nameOf));
    expect(names).toEqual(['OWN account', 'USDC list', 'SHARED other_protocol', 'NEW metadata', null]);
    expect(await nameAll()).toBe(0);
  });

  it('believes no name of a market that is not listed, and no metadata that take the name of another mint', async () => {
    await upsertReserves(database.sql, [
      reserve('a', 'x mint'),
      reserve('b', 'fake mint'),
      named('k', 'x mint', 'USDC', WILD),
    ]);
    await upsertTokenMints(database.sql, [mintOf('fake mint', 'uSdC')]);
    expect(await nameAll()).toBe(0);
    expect([await nameOf('a'), await nameOf('b')]).toEqual([null, null]);
  });

  it('follows metadata that change, and a list that grows', async () => {
    await upsertReserves(database.sql, [reserve('a', 'new mint')]);
    await upsertTokenMints(database.sql, [mintOf('new mint', 'ONE')]);
    await nameAll();
    await upsertTokenMints(database.sql, [mintOf('new mint', 'TWO', 10)]);
    await nameAll();
    expect(await nameOf('a')).toBe('TWO metadata');
    await nameAll([...KNOWN, { mint: addressOf('new mint'), symbol: 'LISTED' }]);
    expect(await nameOf('a')).toBe('LISTED list');
  });

  it('is not undone by a new configuration, which logs no change of the symbol; an account that names its token is believed', async () => {
    await upsertReserves(database.sql, [reserve('a', 'new mint')]);
    await upsertTokenMints(database.sql, [mintOf('new mint', 'NEW')]);
    await nameAll();
    const { configChanges } = await upsertReserves(database.sql, [reserve('a', 'new mint', {}, 'changed', 20)]);
    expect(configChanges.map(({ field }) => field)).toEqual(['name']);
    expect(await nameOf('a')).toBe('NEW metadata');
    await upsertReserves(database.sql, [reserve('a', 'new mint', { tokenSymbol: 'OWN' }, 'again', 30)]);
    expect(await nameOf('a')).toBe('OWN account');
    await nameAll();
    expect(await nameOf('a')).toBe('OWN account');
  });
});
