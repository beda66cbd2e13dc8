import type { StoredBatch } from './stored-facts.ts';

/** A batch that was stored: its bank is known. */
export interface CommittedBatch extends StoredBatch {
  readonly slot: number;
  readonly observedAt: Date;
  readonly commitSeq: number;
}

/** Stored batches in the order of their commits. */
export function committedOf(batches: readonly StoredBatch[]): CommittedBatch[] {
  return batches.filter(isCommitted).toSorted((a, b) => a.commitSeq - b.commitSeq);
}

function isCommitted(batch: StoredBatch): batch is CommittedBatch {
  const { outcome, slot, observedAt, commitSeq } = batch;
  return outcome === 'committed' && slot !== null && observedAt !== null && commitSeq !== null;
}

/**
 * Reserves whose account was read and understood. A batch that follows a notification does not say what it observed; of it only the states that were stored are known.
 */
export function observedBy({ requested, notObserved, snapshotReserves }: CommittedBatch): readonly string[] {
  if (requested === null) return snapshotReserves ?? [];
  const without = new Set(notObserved);
  return requested.filter((reserve) => !without.has(reserve));
}

/** When each reserve that was ever observed was known: the time at which the first observation of it was stored. */
export function knownSinceOf(batches: readonly StoredBatch[]): ReadonlyMap<string, Date> {
  const since = new Map<string, Date>();
  for (const batch of committedOf(batches)) {
    for (const reserve of observedBy(batch)) {
      const before = since.get(reserve);
      if (before === undefined || batch.recordedAt < before) since.set(reserve, batch.recordedAt);
    }
  }
  return since;
}
