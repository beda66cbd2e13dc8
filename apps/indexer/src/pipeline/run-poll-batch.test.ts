import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { createHash } from 'node:crypto';
import {
  DECODER_VERSION,
  decodeReserve,
  deriveReserve,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
} from '@tidemark/protocols/kamino';
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
  await chain.putMarket('lending market', { referralFeeBps: 1_500 });
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterEach(async () => {
  pipeline.close();
  await database.drop();
});

let nextId = 0;
const poll = (addresses: readonly string[], id = `test-${nextId++}`, target = pipeline) =>
  target.runBatch({ id, index: 0, addresses });

const latestOf = async (reserve: string) => {
  const [row] = await database.sql`SELECT * FROM lend.reserve_latest WHERE reserve = ${reserve}`;
  return row;
};
const snapshotsOf = (reserve: string) =>
  database.sql`SELECT * FROM lend.reserve_snapshots WHERE reserve = ${reserve} ORDER BY slot`;

describe('a poll batch', () => {
  it('stores what the account holds and what it has become by the slot of the clock', async () => {
    const fields = buildReserve({ symbol: 'USDC', lastUpdate: { slot: BigInt(START_SLOT - 1_000), timestamp: 7 } });
    const data = encodeReserve(fields);
    const address = addressFromLabel('usdc');
    await chain.put(address, data);
    await chain.setClock({ slot: START_SLOT + 50, unixTime: START_TIME + 20 });

    const report = await poll([address]);

    const derived = deriveReserve(decodeReserve({ address, owner: KAMINO_LEND_PROGRAM_ADDRESS, data }), {
      slot: BigInt(START_SLOT + 50),
      unixTimestamp: BigInt(START_TIME + 20),
      slotDurationMs: 400,
      referralFeeBps: 1_500,
    });
    expect(derived.accrued.borrowedSf).toBeGreaterThan(fields.liquidity.borrowedAmountSf);
    expect(report.bank).toEqual({
      slot: BigInt(START_SLOT + 50),
      unixTimestamp: BigInt(START_TIME + 20),
    });
    const expected = {
      lending_market: MARKET,
      slot: BigInt(START_SLOT + 50),
      observed_at: new Date((START_TIME + 20) * 1000),
      last_update_slot: BigInt(START_SLOT - 1_000),
      last_update_at: new Date(7_000),
      available_amount_raw: String(fields.liquidity.availableAmountRaw),
      borrowed_amount_sf: String(fields.liquidity.borrowedAmountSf),
      accrued_borrowed_amount_sf: String(derived.accrued.borrowedSf),
      accrued_total_supply_sf: String(derived.accrued.totalSupplySf),
      accrued_pending_referrer_fees_sf: String(derived.accrued.pendingReferrerFeesSf),
      supplied_amount_f: derived.suppliedAmountF,
      supplied_amount_usd_f: derived.suppliedAmountUsdF,
      utilization_f: derived.utilizationF,
      borrow_apy_f: derived.borrowApyF,
      supply_apy_f: derived.supplyApyF,
      slot_duration_ms_f: 400,
      slot_duration_source: 'performance_samples',
      interest_rate_basis: 'legacy',
      compounding: 'since-1.17',
      account_sha256: createHash('sha256').update(data).digest(),
      decoder_version: DECODER_VERSION,
    };
    expect(await latestOf(address)).toMatchObject(expected);
    expect(await snapshotsOf(address)).toMatchObject([{ ...expected, reason: 'first' }]);
  });

  it('derives an unchanged account again at the new slot and keeps no further snapshot', async () => {
    const address = await chain.putReserve('usdc');
    await poll([address]);
    const before = await latestOf(address);
    await chain.setClock({ slot: START_SLOT + 100, unixTime: START_TIME + 40 });
    const { result } = await poll([address]);
    const after = await latestOf(address);
    expect(result).toMatchObject({ latestWritten: 1, unchanged: 1, snapshotsWritten: 0 });
    expect(after?.['slot']).toBe(BigInt(START_SLOT + 100));
    expect(BigInt(after?.['accrued_borrowed_amount_sf'])).toBeGreaterThan(
      BigInt(before?.['accrued_borrowed_amount_sf']),
    );
    expect(await snapshotsOf(address)).toHaveLength(1);
  });

  it('keeps a snapshot when the account changed, and when the last one is older than the heartbeat', async () => {
    const address = await chain.putReserve('usdc');
    await poll([address]);
    await chain.putReserve('usdc', { liquidity: { availableAmountRaw: 5n } });
    await chain.setClock({ slot: START_SLOT + 1, unixTime: START_TIME + 1 });
    await poll([address]);
    await chain.setClock({ slot: START_SLOT + 2, unixTime: START_TIME + 600 });
    await poll([address]);
    await chain.setClock({ slot: START_SLOT + 3, unixTime: START_TIME + 601 });
    await poll([address]);
    expect((await snapshotsOf(address)).map(({ slot, reason }) => [slot, reason])).toEqual([
      [BigInt(START_SLOT), 'first'],
      [BigInt(START_SLOT + 1), 'changed'],
      [BigInt(START_SLOT + 3), 'heartbeat'],
    ]);
  });

  it('writes the configuration again when it changed, and only then', async () => {
    const address = await chain.putReserve('usdc');
    await poll([address]);
    const configOf = async () =>
      (
        await database.sql`SELECT loan_to_value_pct, config_slot, config FROM lend.reserves WHERE address = ${address}`
      )[0];
    await chain.setClock({ slot: START_SLOT + 1, unixTime: START_TIME + 1 });
    // A withdrawal moves the counter of the cap, which lies in the configuration's bytes.
    const cap = { capacityRaw: 0n, currentTotalRaw: -5n, intervalStartAt: 9n, intervalSeconds: 0n };
    await chain.putReserve('usdc', { config: { debtWithdrawalCap: cap } });
    await poll([address]);
    expect(await configOf()).toMatchObject({ loan_to_value_pct: 75, config_slot: BigInt(START_SLOT) });

    await chain.setClock({ slot: START_SLOT + 2, unixTime: START_TIME + 2 });
    await chain.putReserve('usdc', { config: { loanToValuePct: 60 } });
    await poll([address]);
    const changed = await configOf();
    expect(changed).toMatchObject({ loan_to_value_pct: 60, config_slot: BigInt(START_SLOT + 2) });
    expect(changed?.['config']).toMatchObject({ loanToValuePct: 60, depositLimitRaw: '1000000000000000000' });
  });

  it('writes the work of one id once, however often it is delivered', async () => {
    const address = await chain.putReserve('usdc');
    const first = await poll([address], 'same');
    await chain.setClock({ slot: START_SLOT + 9, unixTime: START_TIME + 4 });
    const second = await poll([address], 'same');
    expect([first.result.alreadyWritten, second.result.alreadyWritten]).toEqual([false, true]);
    expect(await latestOf(address)).toMatchObject({ slot: BigInt(START_SLOT) });
    expect(await database.sql`SELECT id, outcome FROM lend.poll_batches`).toMatchObject([
      { id: 'same', outcome: 'committed' },
    ]);
  });

  it('never replaces a row by one of an older slot', async () => {
    const address = await chain.putReserve('usdc');
    await chain.setClock({ slot: START_SLOT + 500, unixTime: START_TIME + 200 });
    await poll([address]);
    await chain.setClock({ slot: START_SLOT + 100, unixTime: START_TIME + 40 });
    await chain.putReserve('usdc', { liquidity: { availableAmountRaw: 1n } });
    // Another process, which does not know how far the chain had come.
    const other = openPipeline(chain, database);
    const { result } = await poll([address], 'late', other);
    other.close();
    expect(result).toMatchObject({ olderThanLatest: 1, latestWritten: 0 });
    expect(await latestOf(address)).toMatchObject({
      slot: BigInt(START_SLOT + 500),
      available_amount_raw: '400000000000',
    });
  });

  it('does not take an answer from before the slot that the lane had reached', async () => {
    const address = await chain.putReserve('usdc');
    await chain.setClock({ slot: START_SLOT + 500, unixTime: START_TIME + 200 });
    await pipeline.runBatch({ id: 'a', index: 0, addresses: [address], lane: 'poll-0' });
    await chain.setClock({ slot: START_SLOT + 100, unixTime: START_TIME + 40 });
    const late = pipeline.runBatch({ id: 'b', index: 0, addresses: [address], lane: 'poll-0' });
    await expect(late).rejects.toMatchObject({ code: 'NODE_BEHIND' });
  });

  it('counts an account that is not there, marks its reserve missing, and unmarks it when it is back', async () => {
    const usdc = await chain.putReserve('usdc');
    const sol = await chain.putReserve('sol');
    await poll([usdc, sol]);
    const missingSince = async () => {
      const [row] = await database.sql`SELECT missing_since_slot AS slot FROM lend.reserves WHERE address = ${usdc}`;
      return row?.['slot'];
    };
    await chain.remove(usdc);
    await chain.setClock({ slot: START_SLOT + 10, unixTime: START_TIME + 4 });
    const { result } = await poll([usdc, sol]);
    expect(result).toMatchObject({ missing: 1, latestWritten: 1 });
    expect(await missingSince()).toBe(BigInt(START_SLOT + 10));
    await chain.putReserve('usdc');
    await chain.setClock({ slot: START_SLOT + 20, unixTime: START_TIME + 8 });
    await poll([usdc, sol]);
    expect(await missingSince()).toBeNull();
  });

  it('refuses a reserve whose market does not exist, and takes it as soon as the market does', async () => {
    const market = addressFromLabel('another market');
    const address = await chain.putReserve('usdc', { lendingMarket: market });
    const refused = await poll([address]);
    expect(refused.quarantined).toMatchObject([{ address, reasonCode: 'UNKNOWN_LENDING_MARKET', actual: market }]);
    await chain.putMarket('another market', { referralFeeBps: 300 });
    const fresh = openPipeline(chain, database);
    const taken = await poll([address], 'taken', fresh);
    fresh.close();
    expect(taken.result).toMatchObject({ latestWritten: 1, quarantined: 0 });
    expect(await database.sql`SELECT address, referral_fee_bps FROM lend.lending_markets`).toEqual([
      { address: market, referral_fee_bps: 300 },
    ]);
  });

  it('leaves a row that says why when the provider fails', async () => {
    const address = await chain.putReserve('usdc');
    await chain.setFaults({ http5xxRate: 1 });
    await expect(poll([address], 'failed')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    expect(await database.sql`SELECT * FROM lend_v1.poll_batches`).toMatchObject([
      {
        poll_batch_id: 'failed',
        outcome_str: 'failed',
        error_code_str: 'HTTP_ERROR',
        requested: 1,
        slot: null,
        not_observed: [address],
      },
    ]);
    expect(await latestOf(address)).toBeUndefined();
  });

  it('commits under the id of a failed attempt when the same job is delivered again, and keeps the attempt', async () => {
    const address = await chain.putReserve('usdc');
    await chain.setFaults({ http5xxRate: 1 });
    await expect(poll([address], 'again')).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    await chain.setFaults({});
    await poll([address], 'again');
    expect(
      await database.sql`SELECT poll_batch_id, outcome_str, error_code_str FROM lend_v1.poll_batches ORDER BY started_at`,
    ).toEqual([
      { poll_batch_id: 'again', outcome_str: 'failed', error_code_str: 'HTTP_ERROR' },
      { poll_batch_id: 'again', outcome_str: 'committed', error_code_str: null },
    ]);
  });
});
