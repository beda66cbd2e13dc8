import { type Moment, type StoredState, unixSecondsOf } from '@tidemark/core';

/** Where in the chain's time an observation was made. */
export interface Sighting {
  readonly slot: bigint;
  readonly observedAt: Date;
}

/** The bank of an observation. */
export function momentOf(observation: Sighting): Moment {
  return { slot: observation.slot, unixSeconds: unixSecondsOf(observation.observedAt) };
}

/**
 * The bank at a time between two observations of a reserve: its slot on the straight line between theirs, cut off. Never falls
 * when `at` rises. `prev.observedAt <= at <= next.observedAt`; at `next` itself it is that bank.
 */
export function momentBetween(prev: Sighting, next: Sighting, at: Date): Moment {
  const span = next.observedAt.getTime() - prev.observedAt.getTime();
  const passed = at.getTime() - prev.observedAt.getTime();
  const unixSeconds = unixSecondsOf(at);
  if (span <= 0 || passed >= span) return { slot: next.slot, unixSeconds };
  const slots = (BigInt(passed) * (next.slot - prev.slot)) / BigInt(span);
  return { slot: prev.slot + slots, unixSeconds };
}

/**
 * Milliseconds of the time from which on the account of an observation was in force: the first at which `momentBetween` has reached its
 * last refresh, on the time basis not before the time of that. Never before the observation ahead of it, nor after the observation itself. Where
 * it was not written by a refresh since the observation ahead, or there is none, nobody knows: the time of the observation.
 */
export function writtenAtMs(prev: Sighting | undefined, state: StoredState): number {
  const seenMs = state.observedAt.getTime();
  if (prev === undefined || state.lastUpdateSlot <= prev.slot) return seenMs;
  const fromMs = prev.observedAt.getTime();
  const slots = state.slot - prev.slot;
  const spanMs = BigInt(seenMs - fromMs);
  // Rounded up.
  const passedMs = ((state.lastUpdateSlot - prev.slot) * spanMs + slots - 1n) / slots;
  const bySlotMs = fromMs + Number(passedMs);
  const byTimeMs = state.timeBasis === 'slots' ? bySlotMs : (state.lastUpdateAt?.getTime() ?? bySlotMs);
  return Math.min(seenMs, Math.max(bySlotMs, byTimeMs));
}

/**
 * The moment at which an account was refreshed last, as a moment to accrue an earlier account to. Null where that account
 * counts seconds and the later one holds no time.
 */
export function refreshMomentOf(account: StoredState, next: StoredState): Moment | null {
  const slot = next.lastUpdateSlot;
  const usesTime = account.timeBasis === 'seconds' && account.lastUpdateAt !== null;
  if (next.lastUpdateAt !== null) return { slot, unixSeconds: unixSecondsOf(next.lastUpdateAt) };
  return usesTime ? null : { slot, unixSeconds: unixSecondsOf(next.observedAt) };
}

/** True where an account had been written by the moment: by its slot, and by its time where it counts seconds. */
export function isWrittenBy(state: StoredState, moment: Moment): boolean {
  if (state.lastUpdateSlot > moment.slot) return false;
  if (state.timeBasis === 'slots' || state.lastUpdateAt === null) return true;
  return unixSecondsOf(state.lastUpdateAt) <= moment.unixSeconds;
}
