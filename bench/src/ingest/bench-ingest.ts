import { randomBytes } from 'node:crypto';
import {
  createDatabase,
  type Database,
  type PollBatch,
  RESERVE_STATE_SPECS,
  type ReserveState,
  reserveLatest,
  writePollBatch,
} from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { copyRows } from '../history/copy-rows.ts';
import { type BenchStack, startBenchStack, startFleetIndexer, startFleetLocalnet } from '../lib/bench-stack.ts';
import type { Section } from '../lib/report.ts';
import { FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { median } from '../lib/statistics.ts';

const AIM_OF_COPY = 0.6;
const ROUNDS = 30;
const WARM_UP_ROUNDS = 5;
/** What the indexer reads at one bank: a call takes 100 accounts, and one is the clock. */
const BANK_SIZE = 99;
const ROUND_MS = 60_000;
const ROUND_SLOTS = 150n;
const TABLE = 'lend.reserve_snapshots';
const COLUMNS = [
  ...RESERVE_STATE_SPECS,
  { key: 'pollBatchId', name: 'poll_batch_id' },
  { key: 'reason', name: 'reason' },
  { key: 'recordedAt', name: 'recorded_at' },
];

type WriteRound = (states: readonly ReserveState[]) => Promise<unknown>;

/** A poll round of the whole fleet in which every account has changed, written as batches are and as bare rows of the same table. */
export async function benchIngest(): Promise<Section> {
  const stack = await startBenchStack();
  const database = createDatabase({ url: stack.databaseUrl, maxConnections: 8, applicationName: 'bench' });
  try {
    const fleet = await readFleet(stack, database);
    const { sql } = database;
    const written: Record<'one' | 'banks' | 'copy', WriteRound> = {
      one: (states) => writePollBatch(sql, batchOf(states)),
      banks: (states) => Promise.all(inBanks(states).map((part) => writePollBatch(sql, batchOf(part)))),
      copy: (states) => copyRows(sql, TABLE, COLUMNS, states.map(toSnapshot)),
    };
    const ms = { one: Array<number>(), banks: Array<number>(), copy: Array<number>() };
    let round = 0;
    for (let turn = 0; turn < ROUNDS + WARM_UP_ROUNDS; turn += 1) {
      for (const name of ['one', 'banks', 'copy'] as const) {
        const states = changeAll(fleet, (round += 1));
        const startedAt = performance.now();
        await written[name](states);
        if (turn >= WARM_UP_ROUNDS) ms[name].push(performance.now() - startedAt);
      }
    }
    return describe(ms);
  } finally {
    await database.close();
    await stack.stop();
  }
}

/** The states of the fleet as the indexer derives them. */
async function readFleet(stack: BenchStack, { db }: Database): Promise<ReserveState[]> {
  const indexer = await startFleetIndexer(stack, await startFleetLocalnet(stack, 0), 1_000);
  const latest = () => db.select().from(reserveLatest);
  await waitFor(async () => (await latest()).length === FLEET_SIZE, { description: 'the whole fleet to be stored' });
  await indexer.stop();
  return latest();
}

function changeAll(fleet: readonly ReserveState[], round: number): ReserveState[] {
  const slot = fleet.reduce((newest, state) => (state.slot > newest ? state.slot : newest), 0n);
  const startMs = Math.max(...fleet.map(({ observedAt }) => observedAt.getTime()));
  return fleet.map((state) => ({
    ...state,
    slot: slot + BigInt(round) * ROUND_SLOTS,
    observedAt: new Date(startMs + round * ROUND_MS),
    accountSha256: randomBytes(32),
  }));
}

function inBanks(states: readonly ReserveState[]): ReserveState[][] {
  const count = Math.ceil(states.length / BANK_SIZE);
  return Array.from({ length: count }, (_, index) => states.slice(index * BANK_SIZE, (index + 1) * BANK_SIZE));
}

function batchOf(states: readonly ReserveState[]): PollBatch {
  const [first] = states;
  if (first === undefined) throw new RangeError('a batch without states');
  const { slot, observedAt } = first;
  const requested = states.map(({ reserve }) => reserve);
  return {
    ...{ id: `bench-${slot}-${first.reserve}`, protocol: 'kamino', batchIndex: 0, commitment: 'confirmed' },
    ...{ requested, startedAt: new Date(), durationMs: 0, rpcEndpoint: null, slot, observedAt, heartbeatMs: 600_000 },
    ...{ states, reserves: [], missing: [], quarantined: [] },
  };
}

function toSnapshot(state: ReserveState): object {
  return { ...state, pollBatchId: `bench-${state.slot}`, reason: 'changed', recordedAt: new Date() };
}

function describe({ one, banks, copy }: Record<'one' | 'banks' | 'copy', readonly number[]>): Section {
  const rowsASecond = (ms: readonly number[]) => (FLEET_SIZE / median(ms)) * 1_000;
  const line = (ms: readonly number[]) =>
    `${median(ms).toFixed(0)} ms a round, ${rowsASecond(ms).toFixed(0)} rows a second`;
  const ratioOf = (list: readonly number[]) => median(list.map((ms, round) => (copy[round] ?? Number.NaN) / ms));
  const ratio = ratioOf(one);
  return {
    title: 'Batch ingest',
    how: `A round of ${FLEET_SIZE} reserves in which each account has changed, on an embedded Postgres that syncs to disk; ${ROUNDS} rounds of each kind in turn, medians. A batch also renews the latest rows, takes the locks of its reserves, compares each account with the last snapshot, and is numbered and announced; a COPY only stores the same rows in the same table.`,
    figures: [
      { what: 'one batch, one commit', value: line(one) },
      { what: 'six batches at once, as they are polled', value: line(banks) },
      { what: `COPY into ${TABLE}, one commit`, value: line(copy) },
      { what: 'ratio of the six', value: ratioOf(banks).toFixed(2) },
      { what: 'ratio of one batch', value: ratio.toFixed(2), aim: `≥ ${AIM_OF_COPY}`, met: ratio >= AIM_OF_COPY },
    ],
  };
}
