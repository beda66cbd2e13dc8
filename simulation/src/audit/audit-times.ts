import type { Finding } from './finding.ts';
import type { StoredFacts } from './stored-facts.ts';

/** What reading another clock over a network on a busy machine may cost. */
const AHEAD_MS = 2_000;
/** A batch may have been at work for as long as its process slept, or the database was away. */
const BEHIND_MS = 10 * 60_000;

/**
 * When work on a batch began, by a clock that several processes share, against the moment at which the database stored it.
 * The clocks of the processes are set wrong by up to hours meanwhile.
 */
export function auditTimes({ batches }: StoredFacts): Finding[] {
  return batches.flatMap(({ id, startedAt, recordedAt }): Finding[] => {
    const beforeMs = recordedAt.getTime() - startedAt.getTime();
    if (beforeMs >= -AHEAD_MS && beforeMs <= BEHIND_MS) return [];
    const message = `batch ${id} says that it began ${startedAt.toISOString()}, and was stored ${recordedAt.toISOString()}`;
    return [{ invariant: 'times', message }];
  });
}
