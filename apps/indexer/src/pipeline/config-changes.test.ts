import { encodeReserve } from '@tidemark/protocols/kamino';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MARKET, START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
let pipeline: TestPipeline;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());

beforeEach(async () => {
  await chain.reset();
  await chain.putMarket('lending market');
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterEach(async () => {
  pipeline.close();
  await database.drop();
});

/** Moves the clock by slots of 400 ms and polls. */
const pollAt = async (slots: number, address: string) => {
  await chain.setClock({ slot: START_SLOT + slots, unixTime: START_TIME + Math.floor(slots * 0.4) });
  return pipeline.runBatch({ id: `at ${slots}`, index: 0, addresses: [address] });
};
const logged = () => database.sql`
  SELECT field, old_value, new_value, slot, observed_at, previous_slot, poll_batch_id FROM lend_v1.config_changes
  ORDER BY slot, field`;

describe('a parameter that changes on chain', () => {
  it('is logged with both values and both banks, and counted; the first sight is not', async () => {
    const curve = (kinkBps: number) =>
      Array.from({ length: 11 }, (_, place) => {
        if (place === 0) return { utilizationRateBps: 0, borrowRateBps: 1 };
        if (place === 1) return { utilizationRateBps: 8_000, borrowRateBps: kinkBps };
        return { utilizationRateBps: 10_000, borrowRateBps: 6_000 };
      });
    const before = { loanToValuePct: 75, borrowRateCurve: curve(800), depositLimitRaw: 10n ** 18n };
    const address = await chain.putReserve('usdc', { config: before });
    await pollAt(0, address);
    await pollAt(25, address);
    expect(await logged()).toEqual([]);

    const after = { loanToValuePct: 0, borrowRateCurve: curve(950), depositLimitRaw: 2n ** 64n - 1n };
    await chain.putReserve('usdc', { config: after });
    const { result } = await pollAt(50, address);
    expect(result.configChanges).toHaveLength(3);
    const banks = {
      slot: BigInt(START_SLOT + 50),
      observed_at: new Date((START_TIME + 20) * 1000),
      previous_slot: BigInt(START_SLOT + 25),
      poll_batch_id: 'at 50',
    };
    expect(await logged()).toEqual([
      { ...banks, field: 'borrow_rate_curve.1.borrow_rate_bps', old_value: 800, new_value: 950 },
      { ...banks, field: 'deposit_limit_raw', old_value: '1000000000000000000', new_value: '18446744073709551615' },
      { ...banks, field: 'loan_to_value_pct', old_value: 75, new_value: 0 },
    ]);
    expect(await pipeline.metrics.metrics.render()).toContain(
      'tidemark_indexer_config_changes_total{account_kind="reserve"} 3',
    );
  });

  it('is told from the counters of the withdrawal caps, which lie among the parameters', async () => {
    const cap = { capacityRaw: 100n, currentTotalRaw: 0n, intervalStartAt: 0n, intervalSeconds: 60n };
    const address = await chain.putReserve('usdc', { config: { depositWithdrawalCap: cap, debtWithdrawalCap: cap } });
    await pollAt(0, address);
    const moved = { ...cap, currentTotalRaw: -7n, intervalStartAt: 99n };
    await chain.putReserve('usdc', { config: { depositWithdrawalCap: moved, debtWithdrawalCap: moved } });
    await pollAt(5, address);
    expect(await logged()).toEqual([]);
    await chain.putReserve('usdc', {
      config: { depositWithdrawalCap: { ...moved, capacityRaw: 50n }, debtWithdrawalCap: moved },
    });
    await pollAt(10, address);
    expect(await logged()).toMatchObject([{ field: 'deposit_cap_capacity_raw', old_value: '100', new_value: '50' }]);
  });

  it('is logged although the numbers of the reserve cannot be derived', async () => {
    const address = await chain.putReserve('usdc', { config: { loanToValuePct: 75 } });
    await pollAt(0, address);
    const future = BigInt(START_SLOT + 1_000_000);
    await chain.putReserve('usdc', { config: { loanToValuePct: 10 }, lastUpdate: { slot: future } });
    const { quarantined } = await pollAt(5, address);
    expect(quarantined).toMatchObject([{ reasonCode: 'SLOT_BEFORE_LAST_UPDATE' }]);
    expect(await logged()).toMatchObject([{ field: 'loan_to_value_pct', old_value: 75, new_value: 10 }]);
  });

  it('is none where the account says another market: that never changes, and the account is refused', async () => {
    await chain.putMarket('another market');
    const address = await chain.putReserve('usdc');
    await pollAt(0, address);
    await chain.put(
      address,
      encodeReserve(buildReserve({ symbol: 'usdc', lendingMarket: addressFromLabel('another market') })),
    );
    const { quarantined } = await pollAt(5, address);
    expect(quarantined).toMatchObject([
      {
        reasonCode: 'IDENTITY_CHANGED',
        expected: `lendingMarket ${MARKET}`,
        actual: `lendingMarket ${addressFromLabel('another market')}`,
      },
    ]);
    expect(await logged()).toEqual([]);
  });

  it('is found in a lending market by the next discovery', async () => {
    await chain.putReserve('usdc');
    await pipeline.discover('discover-1');
    await chain.putMarket('lending market', { borrowDisabled: true, referralFeeBps: 1_500 });
    await chain.setClock({ slot: START_SLOT + 1_500, unixTime: START_TIME + 600 });
    await pipeline.discover('discover-2');
    const rows = await database.sql`
      SELECT account_kind_str, reserve, lending_market, field, old_value, new_value, previous_slot
      FROM lend_v1.config_changes ORDER BY field`;
    const common = {
      account_kind_str: 'lending_market',
      reserve: null,
      lending_market: MARKET,
      previous_slot: BigInt(START_SLOT),
    };
    expect(rows).toEqual([
      { ...common, field: 'lending_market_borrow_disabled_b', old_value: false, new_value: true },
      { ...common, field: 'lending_market_referral_fee_bps', old_value: 0, new_value: 1_500 },
    ]);
    expect(await pipeline.metrics.metrics.render()).toContain(
      'tidemark_indexer_config_changes_total{account_kind="lending_market"} 2',
    );
  });

  it('is logged once where two indexers poll the same reserve', async () => {
    const address = await chain.putReserve('usdc', { config: { loanToValuePct: 75 } });
    await pollAt(0, address);
    const other = openPipeline(chain, database);
    await chain.putReserve('usdc', { config: { loanToValuePct: 50 } });
    await chain.setClock({ slot: START_SLOT + 5, unixTime: START_TIME + 2 });
    await Promise.all(
      [pipeline, other].map((target, index) => target.runBatch({ id: `of ${index}`, index: 0, addresses: [address] })),
    );
    other.close();
    expect(await logged()).toMatchObject([{ field: 'loan_to_value_pct', old_value: 75, new_value: 50 }]);
  });
});
