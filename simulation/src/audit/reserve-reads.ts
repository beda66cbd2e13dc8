import { FAULTS, type Lane } from '../plan/fault-list.ts';
import type { SentAnswer } from './sent-log.ts';
import type { StoredBatch } from './stored-facts.ts';
import { type StrikeSpan, wasInForce } from './strike-span.ts';

/** A batch of prices with its bank; both times of it by the database's clock. */
export interface PricedBank {
  /** Unix seconds of the bank. */
  readonly unixTime: number;
  readonly startedAt: Date;
  readonly recordedAt: Date;
  /** Of its round. */
  readonly isFirst: boolean;
}

/** Whether a reserve counts as not read at a batch of prices, and for how long it may not have been read. */
export interface ReserveReads {
  /** What is wrong with the verdict `not_read`, or with its absence; null where nothing is. */
  problemOf(reserve: string, batch: PricedBank, isNotRead: boolean): string | null;
}

interface ReadOfReserve {
  /** Unix seconds of its bank. */
  readonly unixTime: number;
  readonly recordedAt: number;
}

/**
 * Between the list of reserves with the times of their reads and the first batch made of it; clocks differ, too. With thirty processes that
 * wait for a processor it was ten seconds.
 */
const PLAN_MS = 15_000;
/** How long ago a fault may have held back a process between that list and its batch. */
const HELD_BACK_MS = 60_000;
const HOLDING_BACK: ReadonlySet<Lane> = new Set(['postgres', 'indexer', 'clock', 'deploy']);
/** Banks have whole seconds. */
const BANK_SECONDS = 1;

/**
 * The rule in words: a reserve's own price counts as not read where its newest read, of those that were stored when the batch began, is
 * older than `gapAfterMs` at the bank of the batch.
 */
export function reserveReads(
  batches: readonly StoredBatch[],
  answers: readonly SentAnswer[],
  strikes: readonly StrikeSpan[],
): ReserveReads {
  const sent = new Map(answers.map((answer) => [`${answer.id} ${answer.slot}`, answer]));
  const reads = new Map<string, ReadOfReserve[]>();
  for (const batch of batches) {
    if (batch.outcome !== 'committed' || batch.observedAt === null) continue;
    const answer = sent.get(`${batch.id} ${batch.slot}`);
    const lost = new Set([...batch.notObserved, ...batch.refused, ...(answer?.absent ?? [])]);
    const read = { unixTime: batch.observedAt.getTime() / 1000, recordedAt: batch.recordedAt.getTime() };
    // What followed a notification is known of what the node was asked for alone.
    for (const reserve of batch.requested ?? answer?.addresses ?? []) {
      if (lost.has(reserve)) continue;
      const known = reads.get(reserve) ?? [];
      reads.set(reserve, known);
      known.push(read);
    }
  }
  const gapSeconds = Math.max(...batches.map(({ gapAfterMs }) => gapAfterMs)) / 1000;
  const newest = (reserve: string, untilMs: number): number => {
    const known = (reads.get(reserve) ?? []).filter(({ recordedAt }) => recordedAt <= untilMs);
    return Math.max(Number.NEGATIVE_INFINITY, ...known.map(({ unixTime }) => unixTime));
  };
  return {
    problemOf(reserve, { unixTime, startedAt, recordedAt, isFirst }, isNotRead) {
      if (!isNotRead) {
        const age = unixTime - newest(reserve, recordedAt.getTime());
        return age > gapSeconds + BANK_SECONDS ? `it counts as read, and was not for ${age} s` : null;
      }
      const span = { from: new Date(startedAt.getTime() - HELD_BACK_MS), to: startedAt };
      // The first batch follows the list at once; others wait for the calls of those before them.
      const isHeldBack = (lane: Lane) => HOLDING_BACK.has(lane) || (lane === 'rpc' && !isFirst);
      if (strikes.some((strike) => isHeldBack(FAULTS[strike.fault].lane) && wasInForce(strike, span, 0))) return null;
      const age = unixTime - newest(reserve, startedAt.getTime() - PLAN_MS);
      return age < gapSeconds - BANK_SECONDS ? `it counts as not read, and was ${age} s before` : null;
    },
  };
}
