import { type Invariant, INVARIANT_NAMES } from '../audit/finding.ts';
import { FAULTS } from '../plan/fault-list.ts';
import type { Plan } from '../plan/plan.ts';

/** What a run can be held to whose data were not audited. */
const JUDGED_EARLY: readonly Invariant[] = ['run', 'answers', 'processes', 'recovery', 'overlap'];

export interface RunEnd {
  /** Whether the run completed, and its data were audited. */
  readonly isAudited: boolean;
  /** Whether it began with an earlier version: times of batches that such a one stored, and its reads, are not judged. */
  readonly isDeployedFromOld: boolean;
}

/** What a run could be held to. */
export function judgedOf(plan: Plan, { isAudited, isDeployedFromOld }: RunEnd): ReadonlySet<Invariant> {
  const names = isAudited ? INVARIANT_NAMES : JUDGED_EARLY;
  return new Set(
    names.filter((name) => {
      if (name === 'times' || name === 'reads' || name === 'prices' || name === 'liquidity') return !isDeployedFromOld;
      if (name === 'scenes') return plan.scene !== undefined;
      if (name === 'causes') return isScripted(plan);
      return name !== 'overlap' || hasFaults(plan);
    }),
  );
}

/** Whether each of its faults is alone, so that what is said of one is not said of another. */
export function isScripted({ episodes }: Plan): boolean {
  return episodes.some(({ fault }) => FAULTS[fault].isScripted === true);
}

/** Hardly ever a plan has nothing but its deploy. */
export function hasFaults({ episodes }: Plan): boolean {
  return episodes.some(({ lane }) => lane !== 'deploy');
}
