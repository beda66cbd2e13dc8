import type { AuditFinding } from '../audit/list-audit-findings.ts';
import type { Queryable } from '../create-database.ts';

export interface ResolvedAuditFindings {
  /** All that were resolved since then. */
  readonly count: number;
  /** The newest of them first. */
  readonly findings: readonly AuditFinding[];
}

/** Findings that were resolved in the `seconds` before now, by the database's clock. Of endpoints nothing is told. */
export async function listResolvedAuditFindings(
  sql: Queryable,
  { protocol, seconds, limit }: { readonly protocol: string; readonly seconds: number; readonly limit: number },
): Promise<ResolvedAuditFindings> {
  const rows = await sql<(AuditFinding & { count: number })[]>`
    SELECT id, protocol, check_name AS "checkName", subject_kind AS "subjectKind",
      CASE WHEN subject_kind <> 'endpoint' THEN subject END AS subject, severity, message,
      CASE WHEN subject_kind <> 'endpoint' THEN detail END AS detail, first_seen_at AS "firstSeenAt",
      last_seen_at AS "lastSeenAt", times_seen AS "timesSeen", resolved_at AS "resolvedAt",
      (count(*) OVER ())::int AS count
    FROM lend.audit_findings
    WHERE protocol = ${protocol} AND resolved_at >= clock_timestamp() - make_interval(secs => ${seconds}::float8)
    ORDER BY resolved_at DESC, id DESC
    LIMIT ${limit}::int`;
  return { count: rows[0]?.count ?? 0, findings: rows.map(({ count: _count, ...finding }) => finding) };
}
