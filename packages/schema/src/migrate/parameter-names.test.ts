import { createTestDatabase } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { addressOf, bankAt, buildReserveInput, buildMarketInput, sha256Of } from '../../test/support/build-rows.ts';
import { createDatabase } from '../create-database.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import type { JsonValue } from '../tables/index.ts';
import { listMigrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

const FILE = '0170_names_of_parameters.sql';
const U64_MAX = '18446744073709551615';

/** Path, old value, new value; as published. */
const OF_RESERVE: readonly (readonly [
  path: string,
  old: JsonValue,
  value: JsonValue,
  name: string,
  ...as: JsonValue[],
])[] = [
  ['depositLimitRaw', '100', U64_MAX, 'deposit_limit_raw'],
  ['loanToValuePct', 75, 70, 'loan_to_value_pct'],
  ['status', 'active', 'hidden', 'status_str'],
  [
    'fees.originationFeeSf',
    '0',
    '11529215046068469',
    'origination_fee_raw',
    '0',
    '0.009999999999999999340805079128813304123468697071075439453125',
  ],
  ['fees.flashLoanFeeSf', '1152921504606846976', U64_MAX, 'flash_loan_fee_raw', '1', null],
  ['tokenInfo.scopeTwapChain.3', 1, 2, 'token_info.scope_twap_chain.3'],
  ['borrowRateCurve.1.borrowRateBps', 800, 950, 'borrow_rate_curve.1.borrow_rate_bps'],
  ['identity.tokenMint', 'a', 'b', 'token_address'],
  ['identity.feeVault', 'a', 'b', 'fee_vault'],
  ['farm', null, 'a', 'farm'],
];
const OF_MARKET = [
  ['referralFeeBps', 0, 10, 'lending_market_referral_fee_bps'],
  ['identity.name', '', 'N', 'name'],
] as const;

it('renames the rows of a version before, with the values of their columns, and nothing a second time', async () => {
  const { url, drop } = await createTestDatabase();
  const database = createDatabase({ url });
  try {
    await migrate({ url });
    const { sql } = database;
    await upsertReserves(sql, [buildReserveInput('r', 0, '', { configSha256: sha256Of('r') })]);
    await upsertLendingMarkets(sql, [buildMarketInput(0, {})]);
    const insert = (account: string, kind: string, path: string, old: JsonValue, value: JsonValue) => sql`
      INSERT INTO lend.config_changes (account, account_kind, protocol, lending_market, field, old_value, new_value, slot,
        observed_at, previous_slot, previous_observed_at)
      VALUES (${account}, ${kind}, 'kamino', ${addressOf('market')}, ${path}, ${JSON.stringify(old)}::text::jsonb,
        ${JSON.stringify(value)}::text::jsonb, ${bankAt(60).slot}, ${bankAt(60).observedAt}, ${bankAt(0).slot}, ${bankAt(0).observedAt})`;
    for (const [path, old, value] of OF_RESERVE) await insert(addressOf('r'), 'reserve', path, old, value);
    for (const [path, old, value] of OF_MARKET) await insert(addressOf('market'), 'lending_market', path, old, value);

    const file = (await listMigrationFiles()).find(({ name }) => name === FILE);
    await sql.unsafe(file?.sql ?? '').simple();
    const rows = async () =>
      await sql`SELECT field, old_value AS old, new_value AS value FROM lend_v1.config_changes ORDER BY field COLLATE "C"`;
    const expected = [...OF_RESERVE, ...OF_MARKET].map(([, old, value, field, ...as]) => ({
      field,
      old: as.length === 0 ? old : as[0],
      value: as.length === 0 ? value : as[1],
    }));
    const found = await rows();
    expect(found.map((row) => ({ ...row }))).toEqual(expected.toSorted((a, b) => (a.field < b.field ? -1 : 1)));
    await sql.unsafe(file?.sql ?? '').simple();
    expect(await rows()).toEqual(found);
  } finally {
    await database.close();
    await drop();
  }
});
