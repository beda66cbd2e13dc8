import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, bankAt, buildMarketInput, buildReserveInput, sha256Of } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { JsonObject } from '../tables/index.ts';
import { type ConfigChangeEntry, type ConfigChangeFilter, listConfigChanges } from './list-config-changes.ts';
import { upsertLendingMarkets } from './upsert-lending-markets.ts';
import { upsertReserves } from './upsert-reserves.ts';

let database: OpenTestDatabase;

const see = (label: string, seconds: number, config: JsonObject, overrides = {}) =>
  upsertReserves(database.sql, [
    buildReserveInput(label, seconds, '', { config, configSha256: sha256Of(JSON.stringify(config)), ...overrides }),
  ]);

beforeAll(async () => {
  database = await openTestDatabase();
  await upsertLendingMarkets(database.sql, [buildMarketInput(0, { config: { referralFeeBps: 0 } })]);
  for (const label of ['a', 'b']) await see(label, 0, { x: 0, y: 'old', z: [1, 2] });
  await see('other', 0, { x: 0 }, { protocol: 'other' });
  await see('a', 10, { x: 1, y: 'new', z: [1, 2] });
  await see('b', 10, { x: 2, y: 'old', z: [1, 2] });
  await upsertLendingMarkets(database.sql, [buildMarketInput(20, { config: { referralFeeBps: 5 } })]);
  await see('a', 30, { x: 1, y: 'new', z: [3, 4] });
  await see('other', 30, { x: 9 }, { protocol: 'other' });
});
afterAll(() => database.drop());

const list = (filter: Partial<ConfigChangeFilter> = {}) =>
  listConfigChanges(database.sql, {
    protocol: 'kamino',
    from: new Date(0),
    to: null,
    after: null,
    limit: 100,
    ...filter,
  });
const seconds = ({ slot }: ConfigChangeEntry) => Number(slot - bankAt(0).slot) / 2;
const brief = (rows: ConfigChangeEntry[]) => rows.map((row) => `${seconds(row)} ${row.field}`);
/** Changes of one bank come by account, then by field, both backwards. */
const atTen = [
  ...['x', 'y'].map((field) => ({ account: addressOf('a'), field })),
  { account: addressOf('b'), field: 'x' },
]
  .toSorted((one, other) => (`${one.account} ${one.field}` < `${other.account} ${other.field}` ? 1 : -1))
  .map(({ field }) => `10 ${field}`);

describe('listConfigChanges', () => {
  it('gives the changes of one protocol, newest first, with the names of what they belong to', async () => {
    const rows = await list();
    expect(brief(rows)).toEqual(['30 z.1', '30 z.0', '20 lending_market_referral_fee_bps', ...atTen]);
    const names = { lendingMarket: addressOf('market'), lendingMarketName: 'Main Market' };
    expect(rows[1]).toEqual({
      ...names,
      account: addressOf('a'),
      reserve: addressOf('a'),
      accountKind: 'reserve',
      tokenSymbol: 'a',
      field: 'z.0',
      oldValue: 1,
      newValue: 3,
      ...bankAt(30),
      previousSlot: bankAt(10).slot,
      previousAt: bankAt(10).observedAt,
    });
    expect(rows[2]).toMatchObject({
      ...names,
      account: addressOf('market'),
      accountKind: 'lending_market',
      tokenSymbol: null,
      oldValue: 0,
      newValue: 5,
    });
    expect(rows.find(({ field }) => field === 'y')).toMatchObject({ oldValue: 'old', newValue: 'new' });
  });

  it('keeps to one reserve', async () => {
    expect(brief(await list({ reserve: addressOf('b') }))).toEqual(['10 x']);
    expect(await list({ reserve: addressOf('nobody') })).toEqual([]);
  });

  it('takes the start of the range in and leaves the end out', async () => {
    const at = (value: number) => bankAt(value).observedAt;
    expect(brief(await list({ from: at(20) }))).toEqual(['30 z.1', '30 z.0', '20 lending_market_referral_fee_bps']);
    expect(brief(await list({ from: at(20), to: at(30) }))).toEqual(['20 lending_market_referral_fee_bps']);
    expect(await list({ from: at(11), to: at(20) })).toEqual([]);
  });

  it('gives every change once when it is read page by page, whatever the size of a page', async () => {
    const all = await list();
    for (let limit = 1; limit <= all.length + 1; limit += 1) {
      const read: ConfigChangeEntry[] = [];
      for (
        let page = await list({ limit });
        page.length > 0;
        page = await list({ limit, after: read.at(-1) ?? null })
      ) {
        read.push(...page);
      }
      expect(read).toEqual(all);
    }
  });

  it('reads a page from the index, however long the log is', async () => {
    await database.sql`
      INSERT INTO lend.config_changes
        (account, account_kind, protocol, lending_market, field, old_value, new_value, slot, observed_at, previous_slot,
         previous_observed_at)
      SELECT ${addressOf('long')}, 'reserve', 'long', ${addressOf('market')}, 'f' || n, '0', '1', n,
        timestamptz '2020-01-01' + n * interval '1 second', n - 1, timestamptz '2020-01-01'
      FROM generate_series(1, 20000) AS n`;
    await database.sql`ANALYZE lend.config_changes`;
    const plan = await database.sql<{ 'QUERY PLAN': string }[]>`
      EXPLAIN SELECT * FROM lend.config_changes
      WHERE protocol = 'long' AND observed_at >= ${new Date(0)}::timestamptz
        AND (observed_at, slot, account, field)
          < (timestamptz '2020-01-01 02:00', ${7_200n}::bigint, ${addressOf('long')}, 'f7200')
      ORDER BY observed_at DESC, slot DESC, account DESC, field DESC LIMIT 100`;
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toContain(
      'Index Scan Backward using config_changes_observed_at_idx',
    );
  });
});
