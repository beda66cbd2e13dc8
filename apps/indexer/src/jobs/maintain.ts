import { z } from 'zod';
import { type JobDefinition, keepFinished, TRY_AGAIN } from './job-definition.ts';

export const MAINTAIN_JOB = 'maintain';
export const MAINTAIN_INTERVAL_MS = 24 * 3_600_000;

export interface MaintainJobDeps {
  /** Makes the partitions of the coming months; names those that were made now. */
  readonly makePartitions: () => Promise<readonly string[]>;
  /** Removes the rows about batches that are old enough; null where they are kept for ever. */
  readonly purgeBatches: () => Promise<number | null>;
  /** Removes audits that are old enough, and findings that no longer hold since then; null where they are kept for ever. */
  readonly purgeAudits: () => Promise<number | null>;
}

const payload = z.object({});

/** Keeps the database ready for the rows to come, and rid of those that have served. */
export function createMaintainJob(deps: MaintainJobDeps): JobDefinition<z.output<typeof payload>> {
  return {
    name: MAINTAIN_JOB,
    concurrency: 1,
    options: { ...keepFinished(20), ...TRY_AGAIN },
    payload,
    logLevel: 'info',
    async run() {
      const failures: unknown[] = [];
      // A step that fails, as partitions do for as long as somebody reads the table, must not keep the others back.
      const attempt = async <Result>(step: () => Promise<Result>): Promise<Result | null> =>
        step().catch((error: unknown) => {
          failures.push(error);
          return null;
        });
      const facts = {
        partitionsMade: await attempt(deps.makePartitions),
        batchesPurged: await attempt(deps.purgeBatches),
        auditsPurged: await attempt(deps.purgeAudits),
      };
      const [first, ...others] = failures;
      if (others.length > 0) throw new AggregateError(failures, wordsOf(failures), { cause: first });
      if (failures.length > 0) throw first;
      return facts;
    },
  };
}

/** The code of the whole is that of the first one, its cause. */
function wordsOf(failures: readonly unknown[]): string {
  const messages = failures.map((failure) => (failure instanceof Error ? failure.message : String(failure)));
  return `${failures.length} steps failed: ${messages.join('; ')}`;
}
