import type { Struck } from './struck.ts';
import type { Supervisor } from './supervisor.ts';

/** After so long without a sign of life the jobs of an indexer are another's: `LOCK_DURATION_MS` of its job-queue.ts. */
export const JOB_LOCK_MS = 10_000;

/**
 * Stops a process until the end. A deploy wakes one that it ends: a sleep that is to last at least `leastMs` and is cut short, or
 * whose process is another one by then, has met nothing.
 */
export function pause(
  victim: Pick<Supervisor, 'running' | 'signal'>,
  leastMs: number,
  now = (): number => performance.now(),
): Struck {
  const [sleeper, from] = [victim.running(), now()];
  victim.signal('SIGSTOP');
  const hasSlept = (): boolean => leastMs === 0 || (victim.running() === sleeper && now() - from >= leastMs);
  return {
    end: async () => victim.signal('SIGCONT'),
    effects: async () => (sleeper !== null && hasSlept() ? 1 : 0),
  };
}
