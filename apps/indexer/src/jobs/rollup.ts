import { z } from 'zod';
import type { RollupReport } from '../rollup/tally.ts';
import { factsOf, type JobDefinition, keepFinished } from './job-definition.ts';

export const ROLLUP_JOB = 'rollup';

export interface RollupJobDeps {
  /** One report per protocol; null: another process is at it. */
  readonly rollUp: () => Promise<readonly (RollupReport | null)[]>;
}

const payload = z.object({});

/** Brings gaps, hours and days up to date with what was committed. */
export function createRollupJob(deps: RollupJobDeps): JobDefinition<z.output<typeof payload>> {
  return {
    name: ROLLUP_JOB,
    concurrency: 1,
    // Not tried again by the queue: the next run does what this one did not.
    options: keepFinished(50),
    payload,
    // A run that wrote something says so itself.
    logLevel: 'debug',
    async run() {
      const reports = await deps.rollUp();
      return factsOf(reports.map((report) => report ?? { skipped: true }));
    },
  };
}
