import {
  type Database,
  type PollBatchResult,
  type ReserveState,
  upsertLendingMarkets,
  upsertReserves,
  writePollBatch,
} from '@tidemark/schema';
import { bankAt, buildMarketRow, buildReserveRow } from './rows.ts';

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
): Promise<PollBatchResult> {
  return writePollBatch(sql, {
    id: `kamino:0:${seconds}`,
    protocol: 'kamino',
    batchIndex: 0,
    commitment: 'confirmed',
    requested: states.map((state) => state.reserve),
    startedAt: new Date(),
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
