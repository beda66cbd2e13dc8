import {
  type Database,
  type PollBatchResult,
  type ReserveState,
  upsertLendingMarkets,
  upsertReserves,
  writePollBatch,
} from '@tidemark/schema';
import type { SeenReserve } from './accounts.ts';
import { AT_WORK, bankAt, buildMarketRow, buildReserveRow } from './rows.ts';

/** Registers the market and the reserves with these labels. */
export async function seedReserves({ sql }: Database, labels: readonly string[]): Promise<void> {
  await upsertLendingMarkets(sql, [buildMarketRow()]);
  await upsertReserves(
    sql,
    labels.map((label) => buildReserveRow(label)),
  );
}

/** Stores the states as one committed batch at second `seconds`, with its notification, as the indexer does. */
export function commitBatch(
  { sql }: Database,
  seconds: number,
  states: readonly ReserveState[],
  protocol = 'kamino',
): Promise<PollBatchResult> {
  return writePollBatch(sql, {
    id: `${protocol}:0:${seconds}`,
    protocol,
    batchIndex: 0,
    commitment: 'confirmed',
    requested: states.map((state) => state.reserve),
    startedAt: AT_WORK,
    durationMs: 1,
    rpcEndpoint: 'rpc.example',
    ...bankAt(seconds),
    heartbeatMs: 600_000,
    states,
    reserves: [],
    missing: [],
    quarantined: [],
  });
}

/** Stores reserves as the indexer does when it saw them all in the bank of second `seconds`. */
export async function commitSeen(database: Database, seconds: number, seen: readonly SeenReserve[]): Promise<void> {
  await upsertReserves(
    database.sql,
    seen.map(({ row }) => row),
  );
  await commitBatch(
    database,
    seconds,
    seen.map(({ state }) => state),
  );
}
