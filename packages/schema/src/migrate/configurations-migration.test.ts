import { createTestDatabase } from '@tidemark/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressOf, bankAt, buildMarketInput, buildReserveInput, sha256Of } from '../../test/support/build-rows.ts';
import { createDatabase, type Database } from '../create-database.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import type { JsonObject, ReserveInput } from '../tables/index.ts';
import { listMigrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

const FIRST = '0014_configurations.sql';
/** Columns of later files that the writers of now fill; a version before had none of them to fill. */
const LATER_COLUMNS = {
  lending_markets: ['listed boolean', 'own jsonb'],
  reserves: [
    'underlying_protocol text',
    'underlying_reserve text',
    'own jsonb',
    'companions text[]',
    "token_symbol_origin text DEFAULT 'account'",
  ],
} as const;
const alterAll = async (change: (column: string) => string) => {
  for (const [table, columns] of Object.entries(LATER_COLUMNS)) {
    await database.sql.unsafe(`ALTER TABLE lend.${table} ${columns.map(change).join(', ')}`);
  }
};
/** What the log of that version called the parameters that are changed here. */
const PATHS: Readonly<Record<string, string>> = {
  'borrow_rate_curve.1.borrow_rate_bps': 'borrowRateCurve.1.borrowRateBps',
  take_pct: 'takePct',
  token_symbol: 'identity.tokenSymbol',
  name: 'identity.name',
  lending_market_referral_fee_bps: 'referralFeeBps',
};
/** The database of that version, as it was. */
const migrateFromBefore = async () => {
  for (const [name, path] of Object.entries(PATHS)) {
    await database.sql`UPDATE lend.config_changes SET field = ${path} WHERE field = ${name}`;
  }
  await alterAll((column) => `DROP COLUMN ${column.split(' ')[0]}`);
  return await migrate({ url });
};

let url: string;
let database: Database;
let drop: () => Promise<void>;
/** A database of the version before. */
beforeEach(async () => {
  const created = await createTestDatabase();
  url = created.url;
  drop = created.drop;
  database = createDatabase({ url });
  const { sql } = database;
  await sql`CREATE SCHEMA lend`;
  await sql`
    CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
  for (const file of (await listMigrationFiles()).filter(({ name }) => name < FIRST)) {
    await sql.unsafe(file.sql).simple();
    await sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
  }
  await alterAll((column) => `ADD COLUMN ${column}`);
});
afterEach(async () => {
  await database.close();
  await drop();
});

/** Seen at a second, as the indexer of any version stores it. */
const see = (seconds: number, config: JsonObject, overrides: Partial<ReserveInput> = {}) =>
  upsertReserves(database.sql, [
    buildReserveInput('r', seconds, '', {
      config,
      configSha256: sha256Of(JSON.stringify([config, overrides])),
      ...overrides,
    }),
  ]);
const seeMarket = (seconds: number, referralFeeBps: number, name = 'Main') =>
  upsertLendingMarkets(database.sql, [buildMarketInput(seconds, { name, config: { referralFeeBps }, referralFeeBps })]);

const curve = (borrowRateBps: number) => ({
  borrowRateCurve: [
    { utilizationRateBps: 0, borrowRateBps: 1 },
    { utilizationRateBps: 10_000, borrowRateBps },
  ],
});
const listStored = (account: string) => database.sql<{ second: number; config: JsonObject }[]>`
  SELECT ((from_slot - ${bankAt(0).slot}::bigint) / 2)::integer AS second, config FROM lend.configurations
  WHERE account = ${account} ORDER BY from_slot`;
const listChanged = async (account: string, pick: (config: JsonObject) => unknown) =>
  (await listStored(account)).map(({ second, config }) => [second, pick(config)]);

const RATES = (config: JsonObject) => {
  const { borrowRateCurve: points, takePct } = config;
  return [Array.isArray(points) ? points[1] : points, takePct];
};
const point = (borrowRateBps: number) => ({ utilizationRateBps: 10_000, borrowRateBps });

it('makes a row of every configuration that a reserve and its market had, and the triggers go on from there', async () => {
  await see(0, { ...curve(500), takePct: 20, wide: '18446744073709551615', note: null });
  await see(5, { ...curve(500), takePct: 20, wide: '18446744073709551615', note: null });
  await see(10, { ...curve(800), takePct: 15, wide: '0', note: 'x' });
  await see(20, { ...curve(500), takePct: 15, wide: '0', note: 'x' }, { tokenSymbol: 'renamed' });
  await seeMarket(0, 0, '');
  await seeMarket(600, 0, 'Main');
  await seeMarket(1_200, 30, 'Main');
  await seeMarket(1_800, 30, 'Main');

  expect((await migrateFromBefore()).applied).toContain(FIRST);
  const reserve = addressOf('r');
  const past = [
    [0, [point(500), 20]],
    [10, [point(800), 15]],
    [20, [point(500), 15]],
  ];
  expect(await listChanged(reserve, RATES)).toEqual(past);
  const [first, second, third] = await listStored(reserve);
  expect(first?.config).toMatchObject({ wide: '18446744073709551615', note: null, identity: { tokenSymbol: 'r' } });
  expect(second?.config).toMatchObject({ wide: '0', note: 'x', identity: { tokenSymbol: 'r', tokenDecimals: 6 } });
  expect(third?.config).toMatchObject({ identity: { tokenSymbol: 'renamed' } });
  const market = buildMarketInput(0).address;
  const NAME_AND_FEE = ({ identity, referralFeeBps }: JsonObject) => [identity, referralFeeBps];
  const named = (name: string) => ({ name, quoteCurrency: 'USD' });
  const ofMarket = [
    [0, [named(''), 0]],
    [600, [named('Main'), 0]],
    [1_200, [named('Main'), 30]],
  ];
  expect(await listChanged(market, NAME_AND_FEE)).toEqual(ofMarket);

  // Whoever writes now, of this version or the one before: the same rows grow on.
  await see(30, { ...curve(900), takePct: 15 }, { tokenSymbol: 'renamed' });
  await see(30, { ...curve(900), takePct: 15 }, { tokenSymbol: 'renamed' });
  await see(25, { ...curve(1), takePct: 1 });
  await seeMarket(2_400, 30);
  await seeMarket(3_000, 40);
  expect(await listChanged(reserve, RATES)).toEqual([...past, [30, [point(900), 15]]]);
  expect(await listChanged(market, NAME_AND_FEE)).toEqual([...ofMarket, [3_000, [named('Main'), 40]]]);
});

it('makes the rows of a database that grew and of one that was migrated the same', async () => {
  const grow = async () => {
    for (const [second, bps] of [0, 7, 7, 3, 9].entries()) await see(second * 10, { ...curve(bps), takePct: bps });
    await seeMarket(0, 0);
    await seeMarket(10, 5);
  };
  await grow();
  await migrateFromBefore();
  const list = () =>
    database.sql`SELECT account, account_kind, protocol, lending_market, from_slot, observed_at, config
      FROM lend.configurations ORDER BY account, from_slot`;
  const migrated = [...(await list())];
  expect(migrated).toHaveLength(6);
  await database.sql`TRUNCATE lend.reserves, lend.lending_markets, lend.config_changes, lend.configurations CASCADE`;
  await grow();
  expect([...(await list())]).toEqual(migrated);
});
