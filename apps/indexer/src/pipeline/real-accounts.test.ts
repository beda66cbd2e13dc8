import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { RESERVE_ACCOUNT_SIZE } from '@tidemark/protocols/kamino';
import { sharedDir, startLocalnet, type TestLocalnet } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

const klend = join(sharedDir() ?? '', 'klend');

/** One execution of a real program binary: a reserve refreshed `slots` after its last update. */
interface Execution {
  readonly program: string;
  readonly reserve: string;
  readonly referralFeeBps: number;
  readonly slots: string;
  readonly fromSlot: string;
  readonly after: Readonly<Record<string, string | number>>;
}

describe.skipIf(sharedDir() === null)('the real accounts', () => {
  let chain: TestLocalnet;
  let database: IndexerTestDatabase;
  let pipeline: TestPipeline;

  beforeAll(async () => {
    chain = await startLocalnet({
      accountsDir: join(klend, 'accounts'),
      slot: 378_000_000,
      unixTimeSeconds: 1_762_300_000,
      slotMs: 0,
      reportedSlotMs: 400,
      env: { LOCALNET_CONTROL: 'true' },
    });
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    database = await openTestDatabase();
    // The executed binaries compound as the program did before 1.17.
    pipeline = openPipeline(chain, database, { arithmetics: { kamino: 'before-1.17' } });
  });
  afterEach(async () => {
    pipeline.close();
    await database.drop();
  });

  it('are all discovered and stored as of one slot, without a single refusal', async () => {
    const report = await pipeline.discover('discover-1');
    expect(report).toMatchObject({ source: 'listed', markets: 2 });
    expect(await database.sql`SELECT address, reason_code FROM lend.quarantine`).toEqual([]);
    const rows = await database.sql`
      SELECT l.reserve, l.slot FROM lend.reserve_latest AS l
      JOIN lend.lending_markets AS m ON m.address = l.lending_market ORDER BY l.reserve`;
    expect(rows).toEqual((await listReserves()).map((reserve) => ({ reserve, slot: 378_000_000n })));
  });

  it('become, to the last bit, what the program itself made of them', async () => {
    const executions = await listExecutions();
    expect(executions.length).toBeGreaterThanOrEqual(40);
    for (const [index, { reserve, fromSlot, slots, after }] of executions.entries()) {
      const slot = Number(fromSlot) + Number(slots);
      await setSlot(slot);
      const id = `execution-${index}`;
      await pipeline.runBatch({ id, index: 0, addresses: [reserve] });
      const [row] = await database.sql`
        SELECT accrued_available_amount_raw, accrued_borrowed_amount_sf, accrued_cumulative_borrow_rate_bsf,
          accrued_protocol_fees_sf, accrued_pending_referrer_fees_sf, accrued_total_supply_sf, accrued_utilization_sf
        FROM lend.reserve_latest WHERE reserve = ${reserve} AND poll_batch_id = ${id}`;
      expect(row, `${reserve} after ${slots} slots`).toEqual({
        accrued_available_amount_raw: after['totalAvailableAmount'],
        accrued_borrowed_amount_sf: after['borrowedAmountSf'],
        accrued_cumulative_borrow_rate_bsf: after['cumulativeBorrowRateBsf'],
        accrued_protocol_fees_sf: after['accumulatedProtocolFeesSf'],
        accrued_pending_referrer_fees_sf: after['pendingReferrerFeesSf'],
        accrued_total_supply_sf: after['totalSupplySf'],
        accrued_utilization_sf: after['utilizationSf'],
      });
    }
  });

  async function setSlot(slot: number): Promise<void> {
    const response = await fetch(`${chain.rpcUrl}/control/clock`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ slot }),
    });
    expect(response.status).toBe(200);
  }
});

async function listReserves(): Promise<string[]> {
  const dir = join(klend, 'accounts');
  const files = await readdir(dir);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(dir, file))).size));
  const reserves = files.filter((_file, index) => sizes[index] === RESERVE_ACCOUNT_SIZE);
  return [...new Set(reserves.map((file) => file.replace(/(@.*)?\.bin$/, '')))].toSorted();
}

/** Without referrals (both markets have none), of the dumps that localnet serves, in an order in which no row goes back. */
async function listExecutions(): Promise<Execution[]> {
  const golden: { cases: Execution[] } = JSON.parse(await readFile(join(klend, 'golden', 'onchain.json'), 'utf8'));
  return golden.cases
    .filter(({ program, reserve, referralFeeBps }) => {
      return program === 'mainnet_2024' && referralFeeBps === 0 && !reserve.includes('@');
    })
    .toSorted((a, b) => Number(a.fromSlot) + Number(a.slots) - Number(b.fromSlot) - Number(b.slots));
}
