import { z } from 'zod';
import type { DiscoverReport } from '../pipeline/discover.ts';
import { factsOf, type JobDefinition, keepFinished, TRY_AGAIN } from './job-definition.ts';
import { tickOf } from './poll.ts';

export const DISCOVER_JOB = 'discover';

export interface DiscoverJobDeps {
  /** One report per protocol. */
  readonly discover: (id: string) => Promise<readonly DiscoverReport[]>;
}

const payload = z.object({});

/** Looks for lending markets and reserves, slowly. */
export function createDiscoverJob(deps: DiscoverJobDeps): JobDefinition<z.output<typeof payload>> {
  return {
    name: DISCOVER_JOB,
    concurrency: 1,
    options: { ...keepFinished(20), ...TRY_AGAIN },
    payload,
    logLevel: 'info',
    async run(_payload, job) {
      return factsOf(await deps.discover(`discover-${tickOf(job)}`));
    },
  };
}
