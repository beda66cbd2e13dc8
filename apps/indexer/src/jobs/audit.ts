import { z } from 'zod';
import type { AuditReport } from '../audit/run-audit.ts';
import { factsOf, type JobDefinition, keepFinished } from './job-definition.ts';

export const AUDIT_JOB = 'audit';

export interface AuditJobDeps {
  /** One report per protocol; null: another process is at it. */
  readonly audit: () => Promise<readonly (AuditReport | null)[]>;
}

const payload = z.object({});

/** Looks at what is stored: whether it has the shape that it should have, and not only whether it came. */
export function createAuditJob(deps: AuditJobDeps): JobDefinition<z.output<typeof payload>> {
  return {
    name: AUDIT_JOB,
    concurrency: 1,
    // Not tried again by the queue: the next run looks at the same.
    options: keepFinished(50),
    payload,
    logLevel: 'debug',
    async run() {
      const reports = await deps.audit();
      return factsOf(
        reports.map((report) =>
          report === null ? { skipped: true } : { ...report, commitSeq: report.commitSeq.toString() },
        ),
      );
    },
  };
}
