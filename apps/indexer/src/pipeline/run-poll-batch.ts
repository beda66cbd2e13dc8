import type { Protocol } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import {
  type PollBatchKind,
  type PollBatchResult,
  type QuarantineInput,
  recordFailedAttempt,
  type Sql,
  upsertReserves,
  writePollBatch,
} from '@tidemark/schema';
import type { RpcClient } from '../rpc/index.ts';
import type { CompanionBook } from './companions.ts';
import type { DatabaseClock } from './database-clock.ts';
import { decodeBatch, deriveBatch, identifyBatch } from './make-rows.ts';
import { type Bank, type FetchedBatch, fetchBatch } from './fetch-batch.ts';
import type { MarketDirectory } from './market-directory.ts';
import type { SlotDuration, SlotDurationSource } from './slot-duration.ts';
import type { SlotFloor } from './slot-floor.ts';

export interface PollBatchDeps {
  readonly protocol: Protocol;
  /** Version of the program's arithmetic that applies now. */
  readonly arithmetic: string;
  readonly companions: CompanionBook;
  readonly rpc: RpcClient;
  readonly sql: Sql;
  readonly slotDuration: SlotDurationSource;
  readonly markets: MarketDirectory;
  readonly slotFloor: SlotFloor;
  /** For the times of batches. */
  readonly wallClock: DatabaseClock;
  readonly heartbeatMs: number;
  /** Two looks that are further apart leave a gap between them. */
  readonly gapAfterMs: number;
  /** Called when all nodes were behind for so long that the floor was given up. */
  readonly onFloorGivenUp?: (lane: string) => void;
}

export interface PollBatchWork {
  /** The same work has the same id, and is written once. */
  readonly id: string;
  readonly index: number;
  /** What asked for the batch; `poll` when left out. */
  readonly kind?: PollBatchKind;
  /** At most 99 reserves. */
  readonly addresses: readonly string[];
  /** Work that comes again: its answers must not be from older and older slots. */
  readonly lane?: string;
  /** A slot that the answer must have reached, because something is known to have happened in it. */
  readonly minContextSlot?: bigint;
}

export interface PollBatchReport {
  readonly bank: Bank;
  readonly endpoint: string;
  readonly slotDuration: SlotDuration;
  readonly result: PollBatchResult;
  readonly quarantined: readonly QuarantineInput[];
}

/**
 * One poll batch from the RPC call to the commit. When it fails, the attempt is recorded where the database can be
 * reached, and it fails with the error.
 */
export async function runPollBatch(deps: PollBatchDeps, work: PollBatchWork): Promise<PollBatchReport> {
  const startedAt = await deps.wallClock.now();
  const start = performance.now();
  let fetched: FetchedBatch | undefined;
  const facts = () => ({
    id: work.id,
    protocol: deps.protocol.name,
    batchIndex: work.index,
    kind: work.kind ?? 'poll',
    gapAfterMs: deps.gapAfterMs,
    commitment: deps.rpc.commitment,
    requested: work.addresses,
    startedAt,
    durationMs: performance.now() - start,
    rpcEndpoint: fetched?.endpoint ?? null,
  });
  try {
    const answer = await fetchLane(deps, work);
    fetched = answer;
    const slotDuration = await measureOrIdentify(deps, work, answer);
    const { bank } = answer;
    const { rows, missing, quarantined } = await makeRows(deps, work, answer, slotDuration);
    const observedAt = observedAtOf(bank);
    const { heartbeatMs } = deps;
    const batch = { ...facts(), ...rows, slot: bank.slot, observedAt, heartbeatMs, missing, quarantined };
    const result = await writePollBatch(deps.sql, batch);
    return { bank, endpoint: answer.endpoint, slotDuration, result, quarantined };
  } catch (error) {
    await recordFailedAttempt(deps.sql, {
      ...facts(),
      slot: fetched?.bank.slot ?? null,
      observedAt: fetched === undefined ? null : observedAtOf(fetched.bank),
      errorCode: errorCode(error) ?? 'INTERNAL_ERROR',
      // A database that is away cannot take the row; the gap between the other rows then tells the same.
    }).catch(() => undefined);
    throw error;
  }
}

/** Fetches the batch from a bank that is not older than the one that served the lane before. */
async function fetchLane(deps: PollBatchDeps, work: PollBatchWork): Promise<FetchedBatch> {
  const { lane } = work;
  const requestId = work.id;
  const keys = [...work.addresses, ...deps.companions.of(work.addresses)];
  if (lane === undefined) return fetchBatch(deps.rpc, keys, { ...floorOf(work.minContextSlot), requestId });
  const floor = floorOf(work.minContextSlot, deps.slotFloor.of(lane));
  try {
    const fetched = await fetchBatch(deps.rpc, keys, { ...floor, requestId });
    deps.slotFloor.reached(lane, fetched.bank.slot);
    return fetched;
  } catch (error) {
    if (errorCode(error) === 'NODE_BEHIND' && deps.slotFloor.refused(lane)) deps.onFloorGivenUp?.(lane);
    throw error;
  }
}

/** The highest of the slots that an answer must have reached, as an option of the fetch. */
function floorOf(...slots: readonly (bigint | undefined)[]): { minContextSlot?: bigint } {
  const [highest] = slots.filter((slot) => slot !== undefined).toSorted((a, b) => (a > b ? -1 : 1));
  return highest === undefined ? {} : { minContextSlot: highest };
}

/**
 * The slot duration. While none is known, the reserves are at least registered: they are then polled, and two polls some
 * minutes apart tell the duration where the provider does not.
 */
async function measureOrIdentify(
  deps: PollBatchDeps,
  work: PollBatchWork,
  { bank, accounts }: FetchedBatch,
): Promise<SlotDuration> {
  try {
    return await deps.slotDuration.get();
  } catch (error) {
    const { protocol, arithmetic } = deps;
    const { decoded } = decodeBatch(protocol, work.addresses, accounts);
    await upsertReserves(deps.sql, identifyBatch(decoded, { protocol, arithmetic, bank, found: accounts }));
    throw error;
  }
}

async function makeRows(
  deps: PollBatchDeps,
  work: PollBatchWork,
  { bank, accounts }: FetchedBatch,
  slotDuration: SlotDuration,
) {
  const { protocol, arithmetic } = deps;
  const { decoded, missing, quarantined } = decodeBatch(protocol, work.addresses, accounts);
  for (const { account, reserve } of decoded) deps.companions.learn(account.address, protocol.companions(reserve));
  const markets = await deps.markets.get(decoded.map(({ lendingMarket }) => lendingMarket));
  const derived = deriveBatch(decoded, { protocol, arithmetic, bank, slotDuration, markets, found: accounts });
  return {
    rows: { states: derived.states, reserves: derived.reserves },
    missing,
    quarantined: [...quarantined, ...derived.quarantined],
  };
}

function observedAtOf(bank: Bank): Date {
  return new Date(Number(bank.unixTimestamp) * 1000);
}
