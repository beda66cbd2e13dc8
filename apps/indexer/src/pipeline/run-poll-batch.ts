import { errorCode } from '@tidemark/runtime';
import {
  type PollBatch,
  type PollBatchKind,
  type PollBatchResult,
  type QuarantineInput,
  recordFailedAttempt,
  type Sql,
  upsertReserves,
  writePollBatch,
} from '@tidemark/schema';
import type { Rpc, RpcErrorCode } from '../rpc/index.ts';
import type { CompanionBook } from './companions.ts';
import type { DatabaseClock } from './database-clock.ts';
import type { IdentityBook } from './identities.ts';
import { deriveBatch, identifyBatch } from './make-rows.ts';
import { type Bank, observedAtOf } from './bank.ts';
import { batchSizeOf, type FetchedBatch } from './fetch-batch.ts';
import type { MarketDirectory } from './market-directory.ts';
import type { Listing } from './quarantine.ts';
import { type ReadReserves, readReserves } from './read-reserves.ts';
import type { ReserveDecoder } from './reserve-decoder.ts';
import type { SlotDuration, SlotDurationSource } from './slot-duration.ts';
import type { SlotFloor } from './slot-floor.ts';

export interface PollBatchDeps extends Listing {
  /** Version of the program's arithmetic that applies now. */
  readonly arithmetic: string;
  readonly decoder: ReserveDecoder;
  readonly companions: CompanionBook;
  readonly identities: IdentityBook;
  readonly rpc: Rpc;
  readonly sql: Sql;
  readonly slotDuration: Pick<SlotDurationSource, 'get'>;
  readonly markets: MarketDirectory;
  readonly slotFloor: Pick<SlotFloor, 'fetch'>;
  /** For the times of batches. */
  readonly wallClock: Pick<DatabaseClock, 'now'>;
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
  const attempt = await beginAttempt(deps);
  try {
    const { batch, ...read } = await readPollBatch(deps, work, attempt);
    const result = await writePollBatch(deps.sql, batch);
    return { ...read, result, quarantined: batch.quarantined };
  } catch (error) {
    await recordFailure(deps, work, attempt, errorCode(error) ?? 'INTERNAL_ERROR');
    throw error;
  }
}

/** What kept a batch on the queue: a limit of calls, or the workers of the batches, which others had. */
export type WaitCode = Extract<RpcErrorCode, 'RATE_LIMITED'> | 'WAITED_FOR_WORKER';

/** Records a failed attempt for a batch that was not sent yet. */
export async function recordWaiting(deps: PollBatchDeps, work: PollBatchWork, code: WaitCode): Promise<void> {
  await recordFailure(deps, work, await beginAttempt(deps), code);
}

async function recordFailure(
  deps: PollBatchDeps,
  work: PollBatchWork,
  attempt: BatchAttempt,
  code: string,
): Promise<void> {
  const bank = attempt.fetched?.bank;
  await recordFailedAttempt(deps.sql, {
    ...factsOf(deps, work, attempt),
    slot: bank?.slot ?? null,
    observedAt: bank === undefined ? null : observedAtOf(bank),
    errorCode: code,
    // A database that is away cannot take the row; the gap between the other rows says the same.
  }).catch(() => undefined);
}

/** When a batch was begun, and what was fetched of it so far. */
export interface BatchAttempt {
  readonly startedAt: Date;
  /** By `performance.now()`. */
  readonly startMs: number;
  fetched?: FetchedBatch;
}

export async function beginAttempt({ wallClock }: Pick<PollBatchDeps, 'wallClock'>): Promise<BatchAttempt> {
  return { startedAt: await wallClock.now(), startMs: performance.now() };
}

/** All of a batch but its write. */
export async function readPollBatch(
  deps: PollBatchDeps,
  work: PollBatchWork,
  attempt: BatchAttempt,
): Promise<Pick<PollBatchReport, 'bank' | 'endpoint' | 'slotDuration'> & { readonly batch: PollBatch }> {
  const keys = [...work.addresses, ...(work.companions ?? deps.companions.of(work.addresses, batchSizeOf(deps.rpc)))];
  const { lane, minContextSlot, id: requestId } = work;
  const fetch = (avoid?: string): Promise<FetchedBatch> =>
    deps.slotFloor.fetch(deps.rpc, {
      ...{ keys, minContextSlot, requestId },
      // Another endpoint may be some slots behind the one that is in doubt.
      ...(avoid === undefined ? { lane } : { lane: undefined, avoid }),
    });
  const read = await readReserves({ ...deps, fetch }, work.addresses);
  attempt.fetched = read.answer;
  const slotDuration = await measureOrIdentify(deps, read);
  const { bank, endpoint } = read.answer;
  const { rows, missing, quarantined } = await makeRows(deps, read, slotDuration);
  const observedAt = observedAtOf(bank);
  const { heartbeatMs } = deps;
  const facts = factsOf(deps, work, attempt);
  const batch = { ...facts, ...rows, slot: bank.slot, observedAt, heartbeatMs, missing, quarantined };
  return { bank, endpoint, slotDuration, batch };
}

function factsOf(deps: PollBatchDeps, work: PollBatchWork, { startedAt, startMs, fetched }: BatchAttempt) {
  return {
    id: work.id,
    protocol: deps.protocol.name,
    batchIndex: work.index,
    kind: work.kind ?? 'poll',
    gapAfterMs: deps.gapAfterMs,
    commitment: deps.rpc.commitment,
    requested: work.addresses,
    startedAt,
    durationMs: performance.now() - startMs,
    rpcEndpoint: fetched?.endpoint ?? null,
  };
}

/**
 * The slot duration. While none is known, the reserves are at least registered: they are then polled, and two polls some
 * minutes apart measure the duration where the provider does not.
 */
async function measureOrIdentify(
  deps: PollBatchDeps,
  { answer: { bank, accounts }, decoded }: ReadReserves,
): Promise<SlotDuration> {
  try {
    return await deps.slotDuration.get();
  } catch (error) {
    const { protocol, arithmetic } = deps;
    await upsertReserves(deps.sql, identifyBatch(decoded, { protocol, arithmetic, bank, found: accounts }));
    throw error;
  }
}

async function makeRows(
  deps: PollBatchDeps,
  { answer: { bank, accounts }, decoded, missing, quarantined }: ReadReserves,
  slotDuration: SlotDuration,
) {
  const { protocol, isListed, arithmetic } = deps;
  for (const { parts } of decoded) deps.companions.learn(parts.identity.address, parts.companions);
  const markets = await deps.markets.get(decoded.map(({ parts }) => parts.identity.lendingMarket));
  const derived = deriveBatch(decoded, {
    protocol,
    isListed,
    arithmetic,
    bank,
    slotDuration,
    markets,
    found: accounts,
  });
  return {
    rows: { states: derived.states, reserves: derived.reserves },
    missing,
    quarantined: [...quarantined, ...derived.quarantined],
  };
}
