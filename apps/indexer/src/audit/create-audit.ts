import { countOpenAuditFindings, getAuditProgress, listAuditFindings } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { AuditSummary } from '../metrics-observed.ts';
import { type AuditReport, runAudit, type RunAuditDeps } from './run-audit.ts';

export interface CreateAuditDeps extends RunAuditDeps {
  readonly logger: Logger;
  /** Is told where the summary of this protocol's audits comes from. */
  readonly metrics: { readonly observeAudits: (read: () => Promise<AuditSummary>) => void };
}

/** New findings that the log names one by one. */
const NAMED_FINDINGS = 10;

/** Runs of the audit, with what log and metrics say of them. */
export function createAudit(deps: CreateAuditDeps): () => Promise<AuditReport | null> {
  const { database, logger, metrics } = deps;
  const protocol = deps.protocol.name;
  const { sql } = database;
  metrics.observeAudits(async () => ({
    findings: await countOpenAuditFindings(sql, { protocol }),
    newest: await getAuditProgress(sql, { protocol }),
  }));
  return async () => {
    const report = await runAudit(deps);
    if (report === null) return null;
    const { opened, resolved, open } = report;
    if (opened > 0) {
      const newest = (await listAuditFindings(sql, { protocol, openOnly: true, limit: 1_000 }))
        .filter(({ timesSeen }) => timesSeen === 1n)
        .slice(0, NAMED_FINDINGS)
        .map(({ checkName: check, severity, subject, message }) => ({ check, severity, subject, message }));
      logger.warn({ opened, open, newest }, 'the audit found something');
    } else if (resolved > 0) {
      logger.info({ resolved, open }, 'what an audit found no longer holds');
    }
    return report;
  };
}
