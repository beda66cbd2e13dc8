import type { Past, PastObservation } from '@tidemark/protocols/localnet';
import { isAttemptRecorded, type Sql } from '@tidemark/schema';
import type { FetchedBatch } from '../pipeline/fetch-batch.ts';
import type { PastBank, Pipeline } from '../pipeline/pipeline.ts';
import { ACCOUNTS_METHOD, RpcError } from '../rpc/index.ts';

/** In place of the host of an endpoint: provenance that cannot be taken for a node's. */
export const PAST_ENDPOINT = 'simulated-past';
/** Longer than the half of an hour between two observations, and shorter than the outage. */
const GAP_AFTER_MS = 2_100_000;

/** Stored by one transaction: polls wait for some tenths of a second at most until all are. */
const BANKS_AT_ONCE = 24;

export interface StoreDayOptions {
  readonly sql: Sql;
  readonly pipeline: Pipeline;
  readonly past: Past;
  /** Place of the day; 0 is the oldest. */
  readonly day: number;
  readonly slotDurationMs: number;
  readonly errorCode: string;
  readonly signal: AbortSignal;
}

/**
 * Stores a day of the past of a protocol, some observations after the others, each as a poll that read it: decoded, derived and written by
 * the same steps: what did not change is stored again after the indexer's own `HEARTBEAT_MS`. What is stored already stays as it is. False
 * where it was stopped before the end.
 */
export async function storeDay(options: StoreDayOptions): Promise<boolean> {
  const { pipeline, past, day, signal } = options;
  for (const failedAt of past.days[day]?.failedAt ?? []) {
    if (signal.aborted) return false;
    await recordOutage(options, new Date(failedAt * 1000));
  }
  let banks: PastBank[] = [];
  for (const observation of past.observe(pipeline.name, day)) {
    if (signal.aborted) return false;
    if (observation.accounts.length > 0) banks.push(bankOf(options, observation));
    if (banks.length < BANKS_AT_ONCE) continue;
    await pipeline.storePast(banks);
    banks = [];
  }
  await pipeline.storePast(banks);
  return true;
}

function bankOf(
  { pipeline, slotDurationMs }: StoreDayOptions,
  { slot, unixTime, accounts }: PastObservation,
): PastBank {
  const fetched: FetchedBatch = {
    bank: { slot: BigInt(slot), unixTimestamp: BigInt(unixTime) },
    accounts: new Map(accounts.map((account) => [account.address, account])),
    epoch: 0n,
    endpoint: PAST_ENDPOINT,
  };
  const work = { id: `past-${pipeline.name}-${slot}`, index: 0, addresses: accounts.map(({ address }) => address) };
  return { work, ...readAt(slotDurationMs, new Date(unixTime * 1000), () => Promise.resolve(fetched)) };
}

/** An attempt that failed, recorded as a poll's; once, however often it is asked for. */
async function recordOutage(
  { sql, pipeline, past, slotDurationMs, errorCode: code }: StoreDayOptions,
  at: Date,
): Promise<void> {
  const { name: protocol } = pipeline;
  const id = `past-${protocol}-failed-${at.getTime() / 1000}`;
  if (await isAttemptRecorded(sql, { protocol, batchId: id })) return;
  const addresses = past.reservesOf(protocol);
  if (addresses.length === 0) return;
  const context = { method: ACCOUNTS_METHOD, endpoint: PAST_ENDPOINT };
  const error = new RpcError(code === 'TIMEOUT' ? code : 'CONNECTION_FAILED', 'the simulated outage', context);
  const work = { id, index: 0, addresses };
  const bank = { work, ...readAt(slotDurationMs, at, () => Promise.reject(error)) };
  await pipeline.failInPast(bank).catch((failure: unknown) => {
    if (failure !== error) throw failure;
  });
}

function readAt(slotDurationMs: number, at: Date, fetch: () => Promise<FetchedBatch>): Omit<PastBank, 'work'> {
  return {
    slotFloor: { fetch },
    slotDuration: { get: () => Promise.resolve({ slotDurationMs, source: 'configured' }) },
    wallClock: { now: () => Promise.resolve(at) },
    gapAfterMs: GAP_AFTER_MS,
  };
}
