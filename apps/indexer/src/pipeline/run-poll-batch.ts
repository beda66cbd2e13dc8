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
import { type Bank, type FetchedBatch, observedAtOf } from './fetch-batch.ts';
import type { MarketDirectory } from './market-directory.ts';
import type { ReserveDecoder } from './reserve-decoder.ts';
import type { SlotDuration, SlotDurationSource } from './slot-duration.ts';
import type { SlotFloor } from './slot-floor.ts';

export interface PollBatchDeps {
  readonly protocol: Protocol;
  /** Version of the program's arithmetic that applies now. */
  readonly arithmetic: string;
  readonly decoder: ReserveDecoder;
  readonly companions: CompanionBook;
  readonly rpc: RpcClient;
  readonly sql: Sql;
  readonly slotDuration: SlotDurationSource;
  readonly markets: MarketDirectory;
  readonly slotFloor: SlotFloor;
  /** For the times of batches. */
  readonly wallClock: DatabaseClock;
  readonly heartbeatMs: number;
  /** Two observations that are further apart leave a gap between them. */
  readonly gapAfterMs: number;
}

export interface PollBatchWork {
  /** The same work has the same id, and is written once. */
  readonly id: string;
  readonly index: number;
  /** What asked for the batch; `poll` when left out. */
  readonly kind?: PollBatchKind;
  /** At most 99 reserves. */
  readonly addresses: readonly string[];
  /** Accounts to read with them; those that this process knows of when left out. */
  readonly companions?: readonly string[];
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
    const keys = [...work.addresses, ...(work.companions ?? deps.companions.of(work.addresses))];
    const { lane, minContextSlot, id: requestId } = work;
    const answer = await deps.slotFloor.fetch(deps.rpc, { lane, keys, minContextSlot, requestId });
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
      // A database that is away cannot take the row; the gap between the other rows says the same.
    }).catch(() => undefined);
    throw error;
  }
}

/**
 * The slot duration. While none is known, the reserves are at least registered: they are then polled, and two polls some
 * minutes apart measure the duration where the provider does not.
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
    const { rows: decoded } = decodeBatch(deps.decoder, work.addresses, accounts);
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
  const { rows: decoded, missing, quarantined } = decodeBatch(deps.decoder, work.addresses, accounts);
  for (const { parts } of decoded) deps.companions.learn(parts.identity.address, parts.companions);
  const markets = await deps.markets.get(decoded.map(({ parts }) => parts.identity.lendingMarket));
  const derived = deriveBatch(decoded, { protocol, arithmetic, bank, slotDuration, markets, found: accounts });
  return {
    rows: { states: derived.states, reserves: derived.reserves },
    missing,
    quarantined: [...quarantined, ...derived.quarantined],
  };
}
