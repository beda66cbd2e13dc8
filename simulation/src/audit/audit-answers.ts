import { type FaultName, FAULTS, type Lane } from '../plan/fault-list.ts';
import type { ApiWatch } from '../watch/watch-api.ts';
import type { Finding } from './finding.ts';

/** What may take the process away before an answer, or in the middle of one. */
const EXCUSES: ReadonlySet<Lane> = new Set(['api', 'deploy']);

/** Answers that no document promises, and those that did not come, or not whole, although nothing had been done to the API. */
export function auditAnswers(
  { wrong, broken }: Pick<ApiWatch, 'wrong' | 'broken'>,
  strikes: readonly { readonly fault: FaultName; readonly from: Date; readonly to: Date }[],
): Finding[] {
  const unexcused = broken.filter(
    ({ from, to }) =>
      !strikes.some((strike) => EXCUSES.has(FAULTS[strike.fault].lane) && strike.from <= to && strike.to >= from),
  );
  return [...wrong, ...unexcused.map(({ words }) => words)].map((message) => ({ invariant: 'answers', message }));
}
