import { DECODER_VERSION } from '@tidemark/protocols/kamino';
import { buildReserveConfig, type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import { upsertLendingMarkets, writePriceBatch } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { decimalOf, unitsOf } from './support/decimals.ts';
import { seeReserve } from './support/accounts.ts';
import { bankAt, buildMarketRow, buildState } from './support/rows.ts';
import { commitBatch, commitSeen, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const ALL = `${RESERVES}/all/detail/latest`;
const ONE = 2n ** 60n;
const NOW = 3_000_000;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const envelopeSchema = z.object({
  data: z.array(z.record(z.string(), z.unknown())),
  meta: z.record(z.string(), z.unknown()),
});

/** 400,000 available, 600,000 borrowed, 1 owed to the protocol: 999,999 supplied, at 1 USD. Indices as given. */
const plain: ReserveOverrides = {};
const usable = (status: number): ReserveOverrides => ({ lastUpdate: { priceStatus: status } });
const MILLION = 1_000_000n;
const { tokenInfo } = buildReserveConfig('x');
const capped = { capacityRaw: 5_000n * MILLION, currentTotalRaw: 1_000n * MILLION, intervalSeconds: 86_400n };

const CASES: Readonly<Record<string, ReserveOverrides>> = {
  rewarded: { liquidity: { rewardsAvailableRaw: 123_456_789n } },
  plain,
  'no price': { liquidity: { marketPriceSf: 0n } },
  'price too old': { lastUpdate: { priceStatus: 0 } },
  'never priced': { liquidity: { marketPriceUpdatedAt: 0n } },
  'over one': {
    liquidity: {
      availableAmountRaw: 0n,
      borrowedAmountSf: 1_000n * MILLION * ONE,
      accumulatedProtocolFeesSf: 100n * MILLION * ONE,
    },
  },
  limited: { config: { borrowLimitRaw: 600_010n * MILLION, depositLimitRaw: 1_000_000n * MILLION } },
  unlimited: { config: { depositLimitRaw: 2n ** 64n - 1n } },
  capped: {
    config: {
      debtWithdrawalCap: { ...capped, intervalStartAt: BigInt(unixOf(NOW)) - 3_600n },
      depositWithdrawalCap: { ...capped, intervalStartAt: BigInt(unixOf(NOW)) - 90_000n },
    },
  },
  queued: {
    withdrawQueue: {
      queuedCollateralRaw: 95_000n * MILLION,
      nextIssuedTicketSequence: 0n,
      nextWithdrawableTicketSequence: 0n,
    },
  },
  emergency: { config: { emergencyMode: true } },
  future: {
    config: {
      debtWithdrawalCap: { ...capped, intervalStartAt: BigInt(unixOf(NOW)) + 1n },
      depositWithdrawalCap: { ...capped, intervalStartAt: BigInt(unixOf(NOW)) + 1n },
    },
  },
  'with fee': { config: { fees: { originationFeeSf: ONE / 200n, flashLoanFeeSf: 0n } } },
  'groups only': { config: { borrowLimitOutsideElevationGroupRaw: 0n } },
  'blocked price': { config: { tokenInfo: { ...tokenInfo, blockPriceUsage: true } } },
  'old price': { config: { tokenInfo: { ...tokenInfo, maxAgePriceSeconds: 30n } } },
  'aged price': { lastUpdate: { priceStatus: 53 } },
  fees: {
    liquidity: {
      accumulatedReferrerFeesSf: (3n * MILLION * ONE) / 2n,
      pendingReferrerFeesSf: 250_000n * ONE,
      marketPriceSf: 4n * ONE,
    },
  },
  'no collateral': {
    collateral: { mint: addressFromLabel('c'), supplyVault: addressFromLabel('v'), mintTotalSupplyRaw: 0n },
  },
};
for (const bit of [1, 2, 4, 8, 16, 32])
  Object.assign(CASES, { [`all but ${bit}`]: usable(63 - bit), [`only ${bit}`]: usable(bit) });

const grown = (cumulativeBorrowRateBsf: bigint, extraRaw: bigint): ReserveOverrides => ({
  liquidity: { cumulativeBorrowRateBsf, availableAmountRaw: 400_001n * MILLION + extraRaw },
});

/** No transaction has changed the account since: each bank finds the same bytes. */
const still: ReserveOverrides = {
  lastUpdate: { slot: bankAt(NOW - 5_000).slot, timestamp: unixOf(NOW - 5_000) },
  liquidity: { marketPriceUpdatedAt: BigInt(unixOf(NOW - 5_030)) },
};

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await upsertLendingMarkets(database.sql, [buildMarketRow()]);
      // Starts of windows: 1 h exactly, 24 h with a start that is 26 h old, 7 d with one that is too old (11 d).
      await commitSeen(database, NOW - 950_400, [seeReserve('realised', NOW - 950_400, grown(ONE, 0n))]);
      await commitSeen(database, NOW - 93_600, [seeReserve('realised', NOW - 93_600, grown(2n * ONE, 0n))]);
      await commitSeen(database, NOW - 3_600, [
        seeReserve('realised', NOW - 3_600, grown(4n * ONE, 0n)),
        seeReserve('no collateral', NOW - 3_600, CASES['no collateral']),
        seeReserve('fallen', NOW - 3_600, grown(8n * ONE, 0n)),
      ]);
      // Rows around the begin of the hour: five minutes to either side, or further apart with an account that no transaction changed.
      await commitSeen(database, NOW - 5_000, [seeReserve('still', NOW - 5_000, still)]);
      await commitSeen(database, NOW - 3_900, [seeReserve('near', NOW - 3_900, grown(4n * MILLION * ONE, 0n))]);
      await commitSeen(database, NOW - 3_300, [
        seeReserve('near', NOW - 3_300, grown(4n * (MILLION + 6n) * ONE, 6n * MILLION)),
      ]);
      // A unit of debt grew by 1/1,000,000 in the hour, a unit of supply by 10 of 1,000,000.
      await commitSeen(database, NOW, [
        ...Object.entries(CASES).map(([label, overrides]) => seeReserve(label, NOW, overrides)),
        seeReserve('realised', NOW, grown(4n * ONE + (4n * ONE) / 1_000_000n, 10n * MILLION)),
        seeReserve('fallen', NOW, grown(7n * ONE, 0n)),
        seeReserve('near', NOW, grown(4n * (MILLION + 12n) * ONE, 12n * MILLION)),
        seeReserve('still', NOW, still),
      ]);
    },
  });
});
afterAll(() => api.stop());

const detailOf = async (label: string) => {
  const answer = await api.call(`${RESERVES}/${addressFromLabel(label)}/detail/latest`);
  const [row] = envelopeSchema.parse(answer.json()).data;
  return row ?? {};
};

describe('the detail of a reserve', () => {
  it('begins with the twelve fields of its snapshot', async () => {
    const snapshot = await api.call(`${RESERVES}/${addressFromLabel('plain')}/latest`);
    const [twelve] = z.array(z.record(z.string(), z.unknown())).parse(snapshot.json());
    const detail = await detailOf('plain');
    expect(Object.keys(detail).slice(0, 12)).toEqual(Object.keys(twelve ?? {}));
    expect(detail).toMatchObject(twelve ?? {});
  });

  it('says where its numbers come from, exactly', async () => {
    expect(await detailOf('plain')).toMatchObject({
      slot: Number(bankAt(NOW).slot),
      last_update_slot: Number(bankAt(NOW).slot),
      stale_slots: 0,
      last_update_stale_b: false,
      last_update_timestamp: null,
      slot_duration_ms_f: 400,
      slot_duration_source_str: 'performance_samples',
      interest_rate_basis_str: 'legacy',
      compounding_str: 'since-1.17',
      decoder_version: DECODER_VERSION,
      available_amount_raw: '400000000000',
      accrued_available_amount_raw: '400000000000',
      borrowed_amount_raw: '600000000000',
      accrued_borrowed_amount_raw: '600000000000',
      accrued_total_supply_raw: '999999000000',
      collateral_supply_raw: '950000000000',
      price_raw: '1',
      cumulative_borrow_rate_raw: decimalOf((ONE * 11n) / 10n),
      borrowed_amount_f: 600_000,
      borrowed_amount_usd_f: 600_000,
      price_usd_f: 1,
      price_timestamp: unixOf(NOW) - 30,
      price_age_seconds: 30,
    });
  });

  it('tells stored from accrued amounts, and how many slots lie between them', async () => {
    const stale = seeReserve('stale', NOW, { lastUpdate: { slot: bankAt(NOW).slot - 1_000n } });
    await commitSeen(api.database, NOW + 1, [
      { ...stale, state: { ...stale.state, ...bankAt(NOW + 1), lastUpdateSlot: bankAt(NOW + 1).slot - 1_000n } },
    ]);
    const detail = await waitFor(async () => {
      const found = await detailOf('stale');
      return found['slot'] !== undefined && found;
    });
    expect(detail['stale_slots']).toBe(1_000);
    expect(unitsOf(String(detail['accrued_borrowed_amount_raw']))).toBeGreaterThan(unitsOf('600000000000'));
    expect(detail['borrowed_amount_raw']).toBe('600000000000');
  });

  it('adds up what lies in the vault and both parts of the yield, and says whether the market is listed', async () => {
    const details = z
      .object({ data: z.array(z.record(z.string(), z.unknown())) })
      .parse((await api.call(ALL)).json()).data;
    const rows = await api.database.sql<Record<string, unknown>[]>`
      SELECT reserve, vault_balance_raw, vault_balance_f, vault_balance_usd_f, supply_apy_total_f, listed_b, available_amount_raw, rewards_available_raw
      FROM lend_v1.reserve_latest`;
    const stored = new Map(rows.map((row) => [row['reserve'], row]));
    for (const detail of details) {
      const { available_amount_raw, rewards_available_raw, ...row } = stored.get(detail['reserve']) ?? {};
      expect(detail).toMatchObject(row);
      expect(BigInt(String(row['vault_balance_raw']))).toBe(
        BigInt(String(available_amount_raw)) + BigInt(String(rewards_available_raw)),
      );
      expect(detail['supply_apy_total_f']).toBe(Number(detail['supply_apy_f']) + Number(detail['rewards_apr_f']));
    }
    expect(details.some((detail) => detail['vault_balance_raw'] !== detail['available_amount_raw'])).toBe(true);
  });

  it('says null for every value in USD without a price, never 0', async () => {
    const detail = await detailOf('no price');
    const usd = Object.keys(detail).filter((name) => name.includes('_usd_'));
    expect(usd).toHaveLength(16);
    for (const name of usd) expect([name, detail[name]]).toEqual([name, null]);
    expect(await detailOf('never priced')).toMatchObject({ price_timestamp: null, price_age_seconds: null });
  });

  it('gives utilization above 1 as it is, where the snapshot holds it to 1', async () => {
    // 1,000 borrowed of 900 supplied.
    expect((await detailOf('over one'))['utilization_f']).toBeCloseTo(10 / 9, 15);
    const snapshot = await api.call(`${RESERVES}/${addressFromLabel('over one')}/latest`);
    expect(snapshot.text).toContain('"utilization_f":1,');
  });

  it('names the fees that are owed', async () => {
    expect(await detailOf('fees')).toMatchObject({
      accrued_protocol_fees_raw: '1000000',
      protocol_fees_f: 1,
      protocol_fees_usd_f: 4,
      accumulated_referrer_fees_raw: '1500000',
      referrer_fees_f: 1.5,
      referrer_fees_usd_f: 6,
      accrued_pending_referrer_fees_raw: '250000',
      pending_referrer_fees_f: 0.25,
      pending_referrer_fees_usd_f: 1,
    });
  });
});

describe('the verdict of the program on a price', () => {
  const BITS = [
    [1, 'price_loaded_b', true],
    [2, 'price_age_checked_b', true],
    [4, 'twap_checked_b', false],
    [8, 'twap_age_checked_b', false],
    [16, 'heuristic_checked_b', false],
    [32, 'price_usage_allowed_b', true],
  ] as const;
  const names = BITS.map(([, name]) => name);

  it.each(BITS)('reads bit %i as %s', async (bit, name, neededForLiquidation) => {
    const [only, without] = [await detailOf(`only ${bit}`), await detailOf(`all but ${bit}`)];
    expect(names.filter((candidate) => only[candidate] === true)).toEqual([name]);
    expect(names.filter((candidate) => without[candidate] === false)).toEqual([name]);
    expect(only).toMatchObject({ price_status: bit, usable_for_borrow_b: false, usable_for_liquidation_b: false });
    expect(without).toMatchObject({
      usable_for_borrow_b: false,
      usable_for_liquidation_b: !neededForLiquidation,
    });
  });

  it('is no to both at status 0, which leaves the price, its age and every value as they are', async () => {
    const [plainDetail, tooOld] = [await detailOf('plain'), await detailOf('price too old')];
    expect(tooOld).toMatchObject({ price_status: 0, usable_for_borrow_b: false, usable_for_liquidation_b: false });
    const values = Object.keys(plainDetail).filter(
      (name) => (name.includes('_usd_') && !name.startsWith('market_')) || name.startsWith('price_age_s'),
    );
    expect(values.length).toBeGreaterThan(8);
    for (const name of values.filter((candidate) => !candidate.startsWith('borrowable'))) {
      expect([name, tooOld[name]]).toEqual([name, plainDetail[name]]);
      expect(tooOld[name]).not.toBeNull();
    }
  });

  it('is yes to both where every check passed', async () => {
    expect(await detailOf('plain')).toMatchObject({ usable_for_borrow_b: true, usable_for_liquidation_b: true });
  });
});

describe('realised rates', () => {
  it('come from the indices at both ends and the time between them', async () => {
    const detail = await detailOf('realised');
    // Debt: (1 + 1e-6)^8760 − 1. Supply: (1 + 1e-5)^8760 − 1. An hour is 1/8760 of a year.
    expect(detail['realised_1h_seconds']).toBe(3_600);
    expect(detail['borrow_apy_realised_1h_f']).toBeCloseTo(0.008_798_476_664_15, 13);
    expect(detail['supply_apy_realised_1h_f']).toBeCloseTo(0.091_550_936_030_56, 13);
    expect(detail).toMatchObject({ borrow_apy_realised_1h_gap_str: null, supply_apy_realised_1h_gap_str: null });
  });

  it('begin at the very moment of the window, on the line between two rows that are near it', async () => {
    const detail = await detailOf('near');
    expect(detail['realised_1h_seconds']).toBe(3_600);
    // In the middle: 3 of a million, from 12 of it.
    const wanted = Math.expm1(8_760 * Math.log1p(9e-6 / (1 + 3e-6)));
    for (const side of ['borrow', 'supply'])
      expect([side, detail[`${side}_apy_realised_1h_gap_str`], detail[`${side}_apy_realised_1h_f`]]).toEqual([
        side,
        null,
        expect.closeTo(wanted, 12),
      ]);
  });

  it('begin exactly one window before the end where no transaction changed the account: with what the program accrues', async () => {
    const detail = await detailOf('still');
    const at = await api.call(`${RESERVES}/${addressFromLabel('still')}/at/${unixOf(NOW - 3_600)}`);
    const { data: begin } = z.object({ data: z.record(z.string(), z.unknown()) }).parse(at.json());
    expect(begin['proven_b']).toBe(true);
    const growthOf = (name: string) => {
      const [before, after] = [unitsOf(String(begin[name])), unitsOf(String(detail[name]))];
      return Number(((after - before) * 10n ** 40n) / before) / 1e40;
    };
    expect(detail['realised_1h_seconds']).toBe(3_600);
    for (const [side, name] of [
      ['borrow', 'accrued_cumulative_borrow_rate_raw'],
      ['supply', 'accrued_total_supply_raw'],
    ] as const) {
      const wanted = Math.expm1(8_760 * Math.log1p(growthOf(name)));
      expect(wanted).toBeGreaterThan(0.01);
      expect(Number(detail[`${side}_apy_realised_1h_f`]) / wanted).toBeCloseTo(1, 5);
    }
  });

  it('take the newest start at or before that of the window where another account came in a gap, and say how long it really was', async () => {
    const detail = await detailOf('realised');
    expect(detail['realised_24h_seconds']).toBe(93_600);
    // The debt doubled, and a little: 2.000002^(365 · 24 / 26) is beyond 1e101.
    expect(detail['borrow_apy_realised_24h_f']).toBeGreaterThan(1e101);
  });

  it('are null with a reason where the start is more than half a window too old, or not there', async () => {
    const missing = { borrow: 'not_enough_history', supply: 'not_enough_history' };
    for (const window of ['7d', '30d']) {
      expect(await detailOf('realised')).toMatchObject({
        [`realised_${window}_seconds`]: null,
        [`borrow_apy_realised_${window}_f`]: null,
        [`borrow_apy_realised_${window}_gap_str`]: missing.borrow,
        [`supply_apy_realised_${window}_f`]: null,
        [`supply_apy_realised_${window}_gap_str`]: missing.supply,
      });
    }
  });

  it('say why one side is not known while the other is', async () => {
    expect(await detailOf('no collateral')).toMatchObject({
      realised_1h_seconds: 3_600,
      borrow_apy_realised_1h_f: 0,
      supply_apy_realised_1h_f: null,
      supply_apy_realised_1h_gap_str: 'no_collateral',
    });
    expect(await detailOf('fallen')).toMatchObject({
      borrow_apy_realised_1h_f: null,
      borrow_apy_realised_1h_gap_str: 'index_reset',
      supply_apy_realised_1h_f: 0,
    });
  });

  it.each([
    ['realised', '1h'],
    ['realised', '24h'],
    ['near', '1h'],
    ['still', '1h'],
    ['no collateral', '1h'],
    ['fallen', '1h'],
  ])('are what lend_v1.realised_apy gives a reader: %s, %s', async (label, window) => {
    const [found] = await api.database.sql.begin(async (tx) => {
      await tx`SET LOCAL ROLE tidemark_reader`;
      return tx`
        SELECT extract(epoch FROM a.end_at - a.start_at)::int AS seconds, a.borrow_apy_realised_f AS borrow,
          a.supply_apy_realised_f AS supply
        FROM lend_v1.reserve_latest AS l
        CROSS JOIN LATERAL lend_v1.realised_apy(l.reserve, l.observed_at - ${window}::text::interval, l.observed_at) AS a
        WHERE l.reserve = ${addressFromLabel(label)}`;
    });
    const detail = await detailOf(label);
    expect(found?.['seconds']).toBe(detail[`realised_${window}_seconds`]);
    for (const side of ['borrow', 'supply']) {
      const [wanted, given] = [detail[`${side}_apy_realised_${window}_f`], found?.[side]];
      const isSame = wanted === given || Math.abs(Number(given) / Number(wanted) - 1) < 1e-12;
      expect([side, wanted, given, isSame]).toEqual([side, wanted, given, true]);
    }
  });
});

async function compareWithDetails(view: 'reserve_risk_latest' | 'reserve_price_divergence_latest') {
  const rows = await api.database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    return tx<{ reserve: string; row: Record<string, unknown> }[]>`
      SELECT reserve, to_jsonb(v) AS row FROM ${tx(`lend_v1.${view}`)} AS v`;
  });
  const details = envelopeSchema.parse((await api.call(ALL)).json()).data;
  expect(rows.map(({ reserve }) => reserve).toSorted()).toEqual(
    details.map(({ reserve }) => String(reserve)).toSorted(),
  );
  // Those that JSON has under another name, and rates that are the same but for the last digits.
  const {
    price_at: _,
    observed_at: __,
    protocol: ___,
    market_price_at: ____,
    market_price_usd_raw: _____,
    ...names
  } = rows[0]?.row ?? {};
  for (const { reserve, row } of rows) {
    const detail = details.find((candidate) => candidate['reserve'] === reserve) ?? {};
    const differing = Object.keys(names).filter((name) => {
      const [found, wanted] = [row[name], detail[name]];
      return found !== wanted && !(Math.abs(Number(found) / Number(wanted) - 1) < 1e-12);
    });
    expect({ reserve, differing }).toEqual({ reserve, differing: [] });
  }
  return Object.keys(names).length;
}

it('lend_v1.reserve_risk_latest says of every reserve what its detail says', async () => {
  expect(await compareWithDetails('reserve_risk_latest')).toBeGreaterThan(35);
});

it('the price of the token out of several sources stands beside that of the reserve, and in SQL', async () => {
  const plainReserve = seeReserve('plain', NOW).row;
  await writePriceBatch(api.database.sql, {
    id: 'prices-1',
    sourceGroup: 'chain',
    mints: [plainReserve.tokenMint],
    ...bankAt(NOW + 10),
    startedAt: bankAt(NOW).observedAt,
    durationMs: 1,
    endpoint: null,
    gapAfterMs: 30_000,
    heartbeatMs: 600_000,
    observations: [],
    verdicts: [],
    aggregates: [
      {
        tokenMint: plainReserve.tokenMint,
        tokenSymbol: 'X',
        status: 'ok',
        price: '1.25',
        publishedAt: bankAt(NOW + 6).observedAt,
        sources: 2,
        used: 2,
        spreadBps: 0,
        confidence: null,
        method: 'price-1.1',
        reservesOnly: false,
      },
    ],
    missing: 0,
    quarantined: [],
  });
  const detail = await waitFor(async () => {
    const found = await detailOf('plain');
    return found['market_price_usd_f'] !== null && found;
  });
  // The reserve holds 1 USD: a fifth below 1.25.
  expect(detail).toMatchObject({
    market_price_usd_f: 1.25,
    market_price_status_str: 'ok',
    market_price_timestamp: unixOf(NOW + 10),
    market_price_age_seconds: 4,
    market_price_divergence_bps_f: -2_000,
    market_price_divergence_gap_str: null,
    usable_for_borrow_b: true,
  });
  expect(await compareWithDetails('reserve_price_divergence_latest')).toBeGreaterThan(12);
});

describe('headroom', () => {
  it.each([
    // No utilization limit: all that lies there, the fees owed to the protocol among it.
    ['plain', 'borrowable_gross', '400000000000', 400_000, 'available_liquidity', null],
    ['plain', 'borrowable_net', '400000000000', 400_000, 'available_liquidity', null],
    ['plain', 'withdrawable', '400000000000', 400_000, 'available_liquidity', null],
    ['plain', 'depositable', '999999000001000000', 999_999_000_001, 'deposit_limit', null],
    ['limited', 'borrowable_gross', '10000000', 10, 'borrow_limit', null],
    ['limited', 'depositable', '1000000', 1, 'deposit_limit', null],
    ['unlimited', 'depositable', null, null, 'none', null],
    ['capped', 'borrowable_gross', '4000000000', 4_000, 'debt_withdrawal_cap', unixOf(NOW) + 82_800],
    ['capped', 'borrowable_in_elevation_group_net', '4000000000', 4_000, 'debt_withdrawal_cap', unixOf(NOW) + 82_800],
    // Its interval is over: the whole capacity, as far as cTokens of 1.05 units make it up, and nothing that resets.
    ['capped', 'withdrawable', '4999999999', 4_999.999_999, 'deposit_withdrawal_cap', null],
    ['future', 'borrowable_gross', '0', 0, 'debt_withdrawal_cap_starts_in_future', unixOf(NOW) + 1],
    ['future', 'withdrawable', '0', 0, 'deposit_withdrawal_cap_starts_in_future', unixOf(NOW) + 1],
    ['future', 'depositable', '0', 0, 'deposit_withdrawal_cap_starts_in_future', unixOf(NOW) + 1],
    // 0.5 % on top: 398,009.950249 and 1,990.049751 of fee are the 400,000 that lie there.
    ['with fee', 'borrowable_net', '398009950249', 398_009.950_249, 'available_liquidity', null],
    ['with fee', 'borrowable_gross', '400000000000', 400_000, 'available_liquidity', null],
    ['groups only', 'borrowable_gross', '0', 0, 'borrow_limit_outside_elevation_group', null],
    ['groups only', 'borrowable_in_elevation_group_gross', '400000000000', 400_000, 'available_liquidity', null],
    ['blocked price', 'borrowable_gross', '0', 0, 'block_price_usage', null],
    ['aged price', 'borrowable_gross', '400000000000', 400_000, 'available_liquidity', null],
    ['emergency', 'borrowable_gross', '0', 0, 'emergency_mode', null],
    ['emergency', 'depositable', '0', 0, 'emergency_mode', null],
    // 95,000 of 950,000 cTokens are worth 99,999.9.
    ['queued', 'withdrawable', '300000100000', 300_000.1, 'available_liquidity', null],
  ])('of the reserve %s: %s', async (label, side, raw, amount, constraint, resets) => {
    const what = side.replace(/_(gross|net)$/, '');
    expect(await detailOf(label)).toMatchObject({
      [`${side}_amount_raw`]: raw,
      [`${side}_amount_f`]: amount,
      [`${side}_amount_usd_f`]: amount,
      [`${what}_constraint_str`]: constraint,
      [`${what}_resets_timestamp`]: resets,
    });
  });

  it('names the collateral tokens that a withdrawal takes', async () => {
    // 950,000 cTokens stand for 999,999: one more would be worth 5,000.000001.
    expect(await detailOf('capped')).toMatchObject({ withdrawable_collateral_raw: '4750004750' });
    expect(await detailOf('emergency')).toMatchObject({ withdrawable_collateral_raw: '0' });
  });

  it('tells the stored verdict on a price from whether a borrow needs a new one', async () => {
    const verdict = (isUsable: boolean, requires: boolean | null) => ({
      usable_for_borrow_b: isUsable,
      requires_price_refresh_b: requires,
    });
    // The price is 30 s old; the maximum age is 180 s, and 30 s where it is called old.
    expect(await detailOf('plain')).toMatchObject(verdict(true, false));
    expect(await detailOf('old price')).toMatchObject(verdict(true, true));
    expect(await detailOf('aged price')).toMatchObject(verdict(false, true));
  });

  it('tells what waits in the withdrawal queue', async () => {
    expect(await detailOf('queued')).toMatchObject({
      queued_withdrawals_raw: '99999900000',
      queued_withdrawals_f: 99_999.9,
      queued_withdrawals_usd_f: 99_999.9,
    });
  });
});

describe('the details of all reserves', () => {
  it('are the rows of each, in the order of the latest reserves, with slot and time', async () => {
    const { data, meta } = envelopeSchema.parse((await api.call(ALL)).json());
    const latest = z.array(z.object({ reserve: z.string() })).parse((await api.call(`${RESERVES}/all/latest`)).json());
    expect(data.map((row) => row['reserve'])).toEqual(latest.map((row) => row.reserve));
    expect(data.find((row) => row['token_symbol'] === 'capped')).toEqual(await detailOf('capped'));
    expect(meta).toEqual({ as_of: unixOf(NOW + 1), slot: Number(bankAt(NOW + 1).slot), count: data.length });
  });

  it('can be revalidated and compressed', async () => {
    const first = await api.call(ALL, { headers: { 'accept-encoding': 'br' } });
    expect(first.headers.get('content-encoding')).toBe('br');
    const again = await api.call(ALL, {
      headers: { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' },
    });
    expect([again.status, again.sent.length]).toEqual([304, 0]);
    expect(first.headers.get('x-data-slot')).toBe(String(bankAt(NOW + 1).slot));
    const since = await api.call(ALL, { headers: { 'if-modified-since': first.headers.get('last-modified') ?? '' } });
    expect(since.status).toBe(200);
  });

  it.each([
    [`${ALL}?reserve=x`, 40001],
    [`${RESERVES}/${addressFromLabel('plain')}/detail/latest?fields=slot`, 40003],
    [`${RESERVES}/nonsense/detail/latest`, 40001],
    [`${RESERVES}/${addressFromLabel('stranger')}/detail/latest`, 40402],
  ])('refuse %s', async (path, code) => {
    const answer = await api.call(path);
    expect(answer.json()).toMatchObject({ error: { code } });
  });
});

describe('a deployment of its own', () => {
  it('has no rows, slot or time while nothing is indexed, and knows no headroom of a market that was not read', async () => {
    const empty = await startTestApi();
    try {
      expect((await empty.call(ALL)).json()).toEqual({
        data: [],
        meta: { as_of: null, slot: null, count: 0 },
        status: 200,
      });
      await seedReserves(empty.database, ['SOL']);
      await empty.database.sql`DELETE FROM lend.lending_markets`;
      await commitBatch(empty.database, 10, [buildState('SOL', 10)]);
      const row = await waitFor(async () => envelopeSchema.parse((await empty.call(ALL)).json()).data[0] ?? false);
      expect(row).toMatchObject({
        borrowable_gross_amount_raw: null,
        borrowable_in_elevation_group_net_amount_raw: null,
        withdrawable_collateral_raw: null,
        requires_price_refresh_b: null,
        borrowable_constraint_str: 'unknown',
        withdrawable_constraint_str: 'unknown',
        depositable_amount_raw: null,
        depositable_constraint_str: 'unknown',
        queued_withdrawals_raw: '0',
      });
    } finally {
      await empty.stop();
    }
  });

  it('answers for every reserve where one has a configuration that lacks a setting: what depends on it is unknown', async () => {
    const whole = seeReserve('whole', 10);
    const { borrowLimitRaw: _borrowLimitRaw, ...rest } = whole.row.config;
    const partial = seeReserve('partial', 10);
    const other = await startTestApi({
      prepare: async (database) => {
        await upsertLendingMarkets(database.sql, [buildMarketRow()]);
        await commitSeen(database, 10, [whole, { ...partial, row: { ...partial.row, config: rest } }]);
      },
    });
    try {
      const { data } = envelopeSchema.parse((await other.call(ALL)).json());
      expect(data.map((row) => [row['token_symbol'], row['borrowable_constraint_str']])).toEqual([
        ['partial', 'unknown'],
        ['whole', 'available_liquidity'],
      ]);
      expect(data[0]).toMatchObject({
        price_usd_f: 1,
        usable_for_borrow_b: null,
        queued_withdrawals_raw: null,
        withdrawable_amount_raw: null,
      });
    } finally {
      await other.stop();
    }
  });
});
