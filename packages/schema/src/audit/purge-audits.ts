import type { Sql } from '../create-database.ts';

export interface AuditPurgeResult {
  readonly runs: number;
  readonly findings: number;
}

/** Rows a statement deletes, so that none runs for long. */
const CHUNK = 5_000;

/**
 * Deletes audits that ended before `before` and findings resolved before it. The newest audit that came to its end stays: it
 * says how far rows were checked. What is open stays, however old. May be broken off at any time.
 */
export async function purgeAudits(sql: Sql, { before }: { readonly before: Date }): Promise<AuditPurgeResult> {
  const runs = await deleteInChunks(
    () => sql`
      DELETE FROM lend.audit_runs WHERE id IN (
        SELECT r.id FROM lend.audit_runs AS r
        WHERE r.finished_at < ${before}::timestamptz AND r.id <> ALL (
          SELECT max(k.id) FROM lend.audit_runs AS k WHERE k.outcome = 'completed' GROUP BY k.protocol)
        ORDER BY r.id LIMIT ${CHUNK})`,
  );
  const findings = await deleteInChunks(
    () => sql`
      DELETE FROM lend.audit_findings WHERE id IN (
        SELECT id FROM lend.audit_findings WHERE resolved_at < ${before}::timestamptz ORDER BY id LIMIT ${CHUNK})`,
  );
  return { runs, findings };
}

async function deleteInChunks(deleteChunk: () => PromiseLike<{ readonly count: number }>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { count } = await deleteChunk();
    deleted += count;
    if (count < CHUNK) return deleted;
  }
}
