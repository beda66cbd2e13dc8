import { upsertLendingMarkets, upsertReserves, upsertTokenMints } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/info/reserves';
const MARKETS = '/v1/kamino/lend/info/markets';
const envelopeSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.record(z.string(), z.unknown()),
});
const U64_MAX = '18446744073709551615';
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;

/** In the column and in the configuration. */
const withBorrowFactor = (borrowFactorPct: bigint) => ({
  borrowFactorPct,
  config: { ...buildReserveRow('any').config, borrowFactorPct: String(borrowFactorPct) },
});

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await seedReserves(database, []);
      await upsertLendingMarkets(database.sql, [
        buildMarketRow({ address: addressFromLabel('empty market'), displayName: 'Empty' }),
      ]);
      await upsertReserves(database.sql, [
        buildReserveRow('SOL', withBorrowFactor(125n)),
        buildReserveRow('orphan', { lendingMarket: addressFromLabel('unread market') }),
        buildReserveRow('USDC', {
          status: 'hidden',
          interestRateBasis: 'true_apr',
          ...withBorrowFactor(50n),
          configFlags: ['borrow_factor', 'oracle'],
          flashLoanFee: 2n ** 50n,
          utilizationLimitBlockBorrowingPct: 95,
          maxPriceAgeSeconds: 2n ** 64n - 1n,
          depositLimitRaw: 0n,
        }),
      ]);
      await commitBatch(database, 30, [buildState('SOL', 30)]);
      await database.sql`
        UPDATE lend.reserves SET missing_since_slot = 1, missing_since_at = ${bankAt(40).observedAt}
        WHERE address = ${addressFromLabel('USDC')}`;
    },
  });
});
afterAll(() => api.stop());

const ask = async (path: string) => envelopeSchema.parse((await api.call(path)).json());
const row = async (path: string, label: string) =>
  (await ask(path)).data.find((candidate) => candidate['reserve'] === addressFromLabel(label));

describe('GET info/reserves', () => {
  it('gives the settings of a reserve as an analyst needs them', async () => {
    expect(await row(RESERVES, 'SOL')).toEqual({
      timestamp: unixOf(30),
      lending_market: addressFromLabel('market'),
      lending_market_name: 'Main Market',
      listed_b: true,
      reserve: addressFromLabel('SOL'),
      token_address: addressFromLabel('SOL mint'),
      token_symbol: 'SOL',
      token_symbol_origin_str: 'account',
      token_decimals: 6,
      token_program: addressFromLabel('token program'),
      collateral_token_address: addressFromLabel('SOL collateral mint'),
      status_str: 'active',
      loan_to_value_f: 0.74,
      liquidation_threshold_f: 0.8,
      borrow_factor_f: 1.25,
      protocol_take_rate_f: 0.1,
      protocol_liquidation_fee_f: 0.5,
      min_liquidation_bonus_f: 0.02,
      max_liquidation_bonus_f: 0.1,
      bad_debt_liquidation_bonus_f: 0.0099,
      deposit_limit_raw: '1000000000000',
      borrow_limit_raw: '750000000000',
      borrow_limit_outside_elevation_group_raw: U64_MAX,
      host_fixed_interest_rate_f: 0.01,
      origination_fee_f: 1 / 1024,
      flash_loan_fee_f: null,
      utilization_limit_block_borrowing_f: null,
      interest_rate_basis_str: 'legacy',
      max_price_age_seconds: 180,
      first_seen_timestamp: unixOf(0),
      last_seen_timestamp: unixOf(30),
      missing_since_timestamp: null,
      ui_multiplier_f: null,
      next_ui_multiplier_f: null,
      ui_multiplier_effective_timestamp: null,
      underlying_protocol: null,
      underlying_reserve: null,
      quarantine_reason_str: null,
      config_flags: [],
    });
  });

  it('says null for no limit and for disabled, keeps a measured zero, and never lets a borrow factor be below 1', async () => {
    expect(await row(RESERVES, 'USDC')).toMatchObject({
      status_str: 'hidden',
      interest_rate_basis_str: 'true_apr',
      borrow_factor_f: 1,
      config_flags: ['borrow_factor', 'oracle'],
      flash_loan_fee_f: 1 / 1024,
      utilization_limit_block_borrowing_f: 0.95,
      max_price_age_seconds: null,
      deposit_limit_raw: '0',
      missing_since_timestamp: unixOf(40),
    });
  });

  it('lists every reserve ever seen, also one that was never polled or has left the chain, and counts them', async () => {
    const { data, meta } = await ask(RESERVES);
    expect(data.map((entry) => entry['token_symbol'])).toEqual(['orphan', 'SOL', 'USDC']);
    expect(meta).toEqual({ as_of: unixOf(30), count: 3 });
  });

  it.each([
    [`lending_market=${addressFromLabel('market')}`, ['SOL', 'USDC']],
    [`reserve=${addressFromLabel('SOL')}`, ['SOL']],
    [`token_address=${addressFromLabel('USDC mint')}`, ['USDC']],
    ['token_symbol=SOL', ['SOL']],
    ['status_str=active', ['orphan', 'SOL']],
    ['status_str=active&token_symbol=USDC', []],
    ["token_symbol=' OR 1=1 --", []],
  ])('filters by %s', async (query, symbols) => {
    const { data, meta } = await ask(`${RESERVES}?${query.replaceAll(' ', '%20')}`);
    expect(data.map((entry) => entry['token_symbol'])).toEqual(symbols);
    expect(meta['count']).toBe(symbols.length);
  });

  it('has no as_of where no row is left', async () => {
    expect((await ask(`${RESERVES}?token_symbol=none`)).meta).toEqual({ as_of: null, count: 0 });
  });

  it('shows a change of the settings within moments', async () => {
    await api.database.sql`UPDATE lend.reserves SET loan_to_value_pct = 11 WHERE token_symbol = 'USDC'`;
    await expect.poll(async () => (await row(RESERVES, 'USDC'))?.['loan_to_value_f']).toBe(0.11);
  });
});

describe('GET info/markets', () => {
  it('gives one row per reserve with the settings of its market', async () => {
    expect(await row(MARKETS, 'SOL')).toEqual({
      timestamp: unixOf(30),
      lending_market: addressFromLabel('market'),
      lending_market_name: 'Main Market',
      listed_b: true,
      reserve: addressFromLabel('SOL'),
      token_address: addressFromLabel('SOL mint'),
      token_symbol: 'SOL',
      status_str: 'active',
      loan_to_value_f: 0.74,
      liquidation_threshold_f: 0.8,
      borrow_factor_f: 1.25,
      lending_market_owner: addressFromLabel('owner'),
      lending_market_quote_currency_str: 'USD',
      lending_market_referral_fee_f: 0.2,
      lending_market_emergency_mode_b: false,
      lending_market_borrow_disabled_b: false,
      lending_market_rewards_max_apr_f: 0.05,
      lending_market_missing_since_timestamp: null,
    });
  });

  it('says null for the settings of a market that has not been read', async () => {
    expect(await row(MARKETS, 'orphan')).toMatchObject({
      lending_market: addressFromLabel('unread market'),
      lending_market_name: '',
      lending_market_owner: null,
      lending_market_emergency_mode_b: null,
      lending_market_referral_fee_f: null,
    });
  });

  it('names the markets that have no reserve, instead of dropping them in silence', async () => {
    const { data, meta } = await ask(`${MARKETS}?token_symbol=SOL`);
    expect(data).toHaveLength(1);
    expect(meta).toEqual({
      as_of: unixOf(30),
      count: 1,
      lending_markets_without_reserves: [addressFromLabel('empty market')],
    });
  });
});

describe('the multiplier of UI amounts', () => {
  // The rows are of second 30: a change of that second is in force, one a second later lies ahead.
  const at = (seconds: bigint) => ({ multiplierF: 1.5, newMultiplierF: 2, newMultiplierEffectiveSeconds: seconds });
  const none = { multiplierF: null, newMultiplierF: null, newMultiplierEffectiveSeconds: null };
  const changed = unixOf(30);
  const CASES = [
    ['in force', at(BigInt(changed)), { now: 2, next: null, since: changed }],
    ['ahead', at(BigInt(changed + 1)), { now: 1.5, next: 2, since: changed + 1 }],
    ['never changed', at(0n), { now: 2, next: null, since: null }],
    ['beyond all dates', at(2n ** 63n - 1n), { now: 1.5, next: 2, since: null }],
    ['before all dates', at(-(2n ** 63n)), { now: 2, next: null, since: null }],
    ['without the extension', none, { now: null, next: null, since: null }],
    ['not read', null, { now: null, next: null, since: null }],
  ] as const;

  it('is the one in force at the time of the row, with the time and value of the newest change, as in SQL', async () => {
    const labels = CASES.map(([label]) => label);
    const scaled = await startTestApi({
      prepare: async (database) => {
        await seedReserves(database, labels);
        const mints = CASES.flatMap(([label, multipliers]) =>
          multipliers === null
            ? []
            : [{ address: addressFromLabel(`${label} mint`), ...multipliers, symbol: null, ...bankAt(20) }],
        );
        await upsertTokenMints(database.sql, mints);
        await commitBatch(
          database,
          30,
          labels.map((label) => buildState(label, 30)),
        );
      },
    });
    try {
      const { data } = envelopeSchema.parse((await scaled.call(RESERVES)).json());
      const answered = data.map((entry) => ({
        label: entry['token_symbol'],
        now: entry['ui_multiplier_f'],
        next: entry['next_ui_multiplier_f'],
        since: entry['ui_multiplier_effective_timestamp'],
      }));
      const expected = CASES.map(([label, , multiplier]) => ({ label, ...multiplier }));
      const byLabel = (a: { label: unknown }, b: { label: unknown }) => String(a.label).localeCompare(String(b.label));
      expect(answered.toSorted(byLabel)).toEqual(expected.toSorted(byLabel));
      const stored = await scaled.database.sql`
        SELECT token_symbol AS label, ui_multiplier_f AS now, next_ui_multiplier_f AS next,
          extract(epoch FROM ui_multiplier_effective_at)::float8 AS since FROM lend_v1.reserves`;
      expect(stored.map((entry) => ({ label: entry['label'], ...entry })).toSorted(byLabel)).toEqual(
        expected.toSorted(byLabel),
      );
    } finally {
      await scaled.stop();
    }
  });
});
