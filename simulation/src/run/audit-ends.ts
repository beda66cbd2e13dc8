import type { Finding } from '../audit/finding.ts';
import { FAULTS, type Lane } from '../plan/fault-list.ts';
import type { Strike } from './play-plan.ts';
import type { AskedEnd, UnaskedEnd } from './supervisor.ts';

/** What a process may have to wait for while it puts everything in order. */
const EXCUSES: ReadonlySet<Lane> = new Set(['postgres', 'redis', 'rpc']);
/** A log line may hold a whole script. */
const LONGEST_LINE = 500;

/** What ended by itself, which nothing does. */
export function auditUnaskedEnds(ends: readonly UnaskedEnd[]): Finding[] {
  return ends.map((end) => toFinding('ended by itself', end));
}

/**
 * Ends that were asked for with SIGTERM. A process ends by itself, whatever is going on: it never has to be killed. It ends in
 * order, with 0 and before its own deadline, where nothing that it talks to was away meanwhile. One that was started a moment
 * before does not listen to signals yet, and has nothing to put in order. After the faults, from `quietFrom` on, nothing
 * excuses any more: those that are ended then have answered before.
 */
export function auditAskedEnds(ends: readonly AskedEnd[], strikes: readonly Strike[], quietFrom: Date): Finding[] {
  return ends.flatMap((end): Finding[] => {
    const { code, signal } = end.exit;
    if (signal === 'SIGKILL') return [toFinding('had to be killed after SIGTERM and ended', end)];
    if (code === 0 && !end.isForced) return [];
    if (end.from >= quietFrom) return [toFinding('ended on SIGTERM after the faults', end)];
    if (signal === 'SIGTERM') return [];
    const isExcused = strikes.some(
      ({ fault, from, to, lingers }) =>
        EXCUSES.has(FAULTS[fault].lane) && from <= end.to && (lingers || to >= end.from),
    );
    if (isExcused) return [];
    const how = end.isForced ? 'was forced to end on SIGTERM' : 'ended on SIGTERM';
    return [toFinding(`${how}, while no fault of ${[...EXCUSES].join(', ')} was in force,`, end)];
  });
}

function toFinding(what: string, { name, exit, tail }: UnaskedEnd): Finding {
  const lines = tail.map((line) => line.slice(0, LONGEST_LINE)).join('\n');
  return { invariant: 'processes', message: `${name} ${what} with ${exit.signal ?? exit.code}:\n${lines}` };
}
