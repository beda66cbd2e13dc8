import { join } from 'node:path';
import { queueBackends, sharedDir, stopAllProcesses, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FullStack, startFullStack } from '../support/full-stack.ts';
import { nearestDouble, readOnchainCases, readSdkReserves } from './golden-files.ts';

const shared = sharedDir();

/** Any time will do: reserves on the slot basis do not depend on it, and it must only move forward. */
const FIRST_UNIX_TIME = 1_762_300_000n;
const APY_TOLERANCE = 1.5e-8;
/** Forty moments, each with a poll that must have seen it. */
const RUN_TIMEOUT_MS = 900_000;

interface Row {
  readonly timestamp: number;
  readonly reserve: string;
  readonly token_symbol: string;
  readonly available_amount_f: number;
  readonly available_amount_usd_f: number;
  readonly supplied_amount_f: number;
  readonly supplied_amount_usd_f: number;
  readonly utilization_f: number;
  readonly borrow_apy_f: number;
  readonly supply_apy_f: number;
}

/** Moves the frozen chain to a slot and waits until the API answers from there. */
async function readAt(stack: FullStack, reserve: string, slot: bigint, unixTime: bigint): Promise<Row> {
  await stack.setClock({ slot, unixTime });
  return waitFor(
    async () => {
      const response = await fetch(`${stack.apiUrl}/v1/kamino/lend/reserves/${reserve}/latest`);
      if (response.status !== 200) return null;
      const rows: readonly Row[] = JSON.parse(await response.text());
      const [row] = rows;
      return row?.timestamp === Number(unixTime) ? row : null;
    },
    { description: `${reserve} at slot ${slot}` },
  );
}

/** The shortest and the longest slot time, both queue backends where Redis is at hand, one and two indexers on one queue. */
const RUNS = [
  { slotMs: 400, backend: 'postgres', indexers: 1 },
  { slotMs: 500, backend: queueBackends().includes('redis') ? 'redis' : 'postgres', indexers: 2 },
];

// Of the file, not of a run, which would stop the others too. Each run stops its own stack; this stops what is left of one
// that failed half-way to its start.
afterAll(stopAllProcesses);

// Side by side: each run has processes and a database of its own, and mostly waits for polls.
describe.skipIf(shared === null).concurrent.each(RUNS)(
  'real accounts through RPC, queue, Postgres and HTTP at $slotMs ms a slot, queue on $backend, $indexers indexer(s)',
  ({ slotMs, backend, indexers }) => {
    const dir = shared ?? '';
    const sdkReserves = shared === null ? {} : readSdkReserves(dir);
    const onchain = shared === null ? [] : readOnchainCases(dir);
    // The folder holds two dumps of one address; localnet serves the one without a label.
    const reserves = Object.entries(sdkReserves)
      .filter(([key]) => !key.includes('@'))
      .map(([, reserve]) => reserve);
    const moments = reserves
      .flatMap((reserve) =>
        onchain
          .filter((each) => each.reserve === reserve.address && each.fromSlot === reserve.lastUpdateSlot)
          .filter((each) => each.program === 'mainnet_2024' && each.referralFeeBps === 0)
          .map((each) => ({ reserve, onchain: each, slot: BigInt(each.fromSlot) + BigInt(each.slots) })),
      )
      .toSorted((a, b) => Number(a.slot - b.slot));
    const rows = new Map<string, Row>();
    let stack: FullStack;

    beforeAll(async () => {
      const [first] = moments;
      if (first === undefined) throw new Error('the golden files hold no executions of the unlabelled accounts');
      stack = await startFullStack({
        localnet: {
          accountsDir: join(dir, 'klend', 'accounts'),
          slotMs: 0,
          slot: first.slot,
          unixTimeSeconds: FIRST_UNIX_TIME,
          reportedSlotMs: slotMs,
        },
        indexerEnv: { KLEND_ACCRUAL_VARIANT: 'before-1.17', QUEUE_PREFIX: `golden-${process.pid}-${slotMs}` },
        ...(backend === 'redis' ? { redisUrl: process.env['REDIS_URL'] ?? '' } : {}),
        indexers,
      });
      let unixTime = FIRST_UNIX_TIME;
      for (const moment of moments) {
        unixTime += 1n;
        rows.set(
          `${moment.reserve.address}+${moment.onchain.slots}`,
          await readAt(stack, moment.reserve.address, moment.slot, unixTime),
        );
      }
    }, RUN_TIMEOUT_MS);
    afterAll(() => stack?.stop());

    it('stores each account once, however often it was polled and by however many indexers', async () => {
      const sql = postgres(stack.databaseUrl, { max: 1 });
      const stored = await sql<{ reserve: string; snapshots: number; polled: number }[]>`
      SELECT reserve, count(*)::int AS snapshots,
             (SELECT count(*)::int FROM lend_v1.poll_batches WHERE outcome_str = 'committed') AS polled
      FROM lend_v1.reserve_snapshots GROUP BY reserve`;
      await sql.end();
      expect(stored).toHaveLength(reserves.length);
      expect(stored.every((row) => row.snapshots === 1)).toBe(true);
      expect(stored[0]?.polled).toBeGreaterThanOrEqual(moments.length);
    });

    it('covers every unlabelled reserve at its own slot and at later ones', () => {
      expect(new Set(moments.map((moment) => moment.reserve.address)).size).toBe(4);
      expect(moments).toHaveLength(40);
      expect(rows.size).toBe(moments.length);
    });

    it('amounts, values and utilization are the nearest doubles of what the program holds after a refresh', () => {
      for (const { reserve, onchain: execution } of moments) {
        const row = rows.get(`${reserve.address}+${execution.slots}`);
        const { after } = execution;
        const { decimals, symbol } = reserve.static;
        expect(row, `${symbol} + ${execution.slots}`).toMatchObject({
          token_symbol: symbol,
          available_amount_f: nearestDouble(BigInt(after.totalAvailableAmount), 0, decimals),
          supplied_amount_f: nearestDouble(BigInt(after.totalSupplySf), 60, decimals),
          utilization_f: nearestDouble(BigInt(after.utilizationSf), 60, 0),
        });
        const price = Number(reserve.static.priceSaved);
        expect(row?.supplied_amount_usd_f).toBeCloseTo((row?.supplied_amount_f ?? Number.NaN) * price, 4);
      }
    });

    it('APYs are the SDK’s at the same reported slot time, where both use the same formula', () => {
      let compared = 0;
      for (const { reserve, onchain: execution } of moments) {
        const row = rows.get(`${reserve.address}+${execution.slots}`);
        const sdk = reserve.at.find(
          (each) =>
            each.recentSlotDurationMs === slotMs && each.slotDelta === execution.slots && each.referralFeeBps === 0,
        );
        // Beyond a few slots the SDK's utilization is that of interest overstated by the slot-time factor.
        if (sdk === undefined || row === undefined || Number(execution.slots) > 5) continue;
        compared += 1;
        expect(
          Math.abs(row.borrow_apy_f - Number(sdk.borrowAPY)),
          `${reserve.static.symbol} + ${execution.slots}`,
        ).toBeLessThanOrEqual(APY_TOLERANCE * (1 + Number(sdk.borrowAPY)));
        expect(
          Math.abs(row.supply_apy_f - Number(sdk.supplyAPY)),
          `${reserve.static.symbol} + ${execution.slots}`,
        ).toBeLessThanOrEqual(APY_TOLERANCE * (1 + Number(sdk.supplyAPY)));
      }
      expect(compared).toBe(24);
    });
  },
);
