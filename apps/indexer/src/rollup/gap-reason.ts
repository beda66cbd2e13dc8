import type { PollFailure, QuarantineSightings, StoredSpan } from '@tidemark/schema';
import type { TimeRange } from './hours.ts';

/** Where a reserve was asked for and no state came of it: a run of looks that did not observe it. */
export type VainLook = Pick<StoredSpan, 'from' | 'to'>;

export interface GapEvidence {
  readonly vainLooks: readonly VainLook[];
  readonly refusals: readonly Pick<QuarantineSightings, 'firstSeenAt' | 'lastSeenAt'>[];
  /** Failed batches that asked for the reserve, the first one first. */
  readonly failures: readonly Pick<PollFailure, 'errorCode'>[];
}

const RANKS = ['not_polled', 'poll_failed', 'account_missing', 'quarantined'];

/** Why a reserve was not observed, from what is on record: the strongest evidence decides. */
export function gapReasonOf(gap: TimeRange, { vainLooks, refusals, failures }: GapEvidence): string {
  const within = vainLooks.filter((look) => look.to > gap.from && look.from <= gap.to);
  const isRefused = (look: VainLook) =>
    refusals.some(({ firstSeenAt, lastSeenAt }) => firstSeenAt <= look.to && lastSeenAt >= look.from);
  if (within.some(isRefused)) return 'quarantined';
  if (within.length > 0) return 'account_missing';
  const [first] = failures;
  return first === undefined ? 'not_polled' : `poll_failed:${first.errorCode}`;
}

/** The one with the stronger evidence. Of two failures the one that is known longer. */
export function strongerReason(known: string, found: string): string {
  return rankOf(found) > rankOf(known) ? found : known;
}

/** Whether a failed poll would be the stronger evidence. */
export function isWeakerThanFailure(known: string): boolean {
  return rankOf(known) < rankOf('poll_failed');
}

function rankOf(reason: string): number {
  return RANKS.indexOf(reason.split(':', 1)[0] ?? '');
}
