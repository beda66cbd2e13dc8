import type { Queryable } from '../create-database.ts';
import type { AuditFindingRow, AuditSeverity } from '../tables/index.ts';

/** A finding as outsiders may see it: which endpoint one is about, and what it answered, is left out (null). */
export type AuditFinding = Omit<AuditFindingRow, 'subject' | 'detail'> & {
  readonly subject: string | null;
  readonly detail: AuditFindingRow['detail'] | null;
};

export interface AuditFindingFilter {
  readonly protocol: string;
  /** Leaves out what is resolved. */
  readonly openOnly: boolean;
  readonly limit: number;
}

/** Open ones first, the gravest first, then those seen last. */
export async function listAuditFindings(
  sql: Queryable,
  { protocol, openOnly, limit }: AuditFindingFilter,
): Promise<AuditFinding[]> {
  const rows = await sql<AuditFinding[]>`
    SELECT id, protocol, check_name AS "checkName", subject_kind AS "subjectKind",
      CASE WHEN subject_kind <> 'endpoint' THEN subject END AS subject, severity, message,
      CASE WHEN subject_kind <> 'endpoint' THEN detail END AS detail, first_seen_at AS "firstSeenAt",
      last_seen_at AS "lastSeenAt", times_seen AS "timesSeen", resolved_at AS "resolvedAt"
    FROM lend.audit_findings
    WHERE protocol = ${protocol} AND (resolved_at IS NULL OR NOT ${openOnly}::boolean)
    ORDER BY resolved_at IS NOT NULL, array_position(ARRAY['critical', 'warning', 'info'], severity), last_seen_at DESC,
      id DESC
    LIMIT ${limit}::int`;
  return rows.map((row) => ({ ...row }));
}

/** How many findings of a check are open. */
export interface AuditFindingCount {
  readonly checkName: string;
  readonly severity: AuditSeverity;
  readonly findings: number;
}

/** Open findings by check and severity; a check without any is left out. */
export async function countOpenAuditFindings(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AuditFindingCount[]> {
  const rows = await sql<AuditFindingCount[]>`
    SELECT check_name AS "checkName", severity, count(*)::int AS findings FROM lend.audit_findings
    WHERE protocol = ${protocol} AND resolved_at IS NULL
    GROUP BY check_name, severity ORDER BY check_name, severity`;
  return rows.map((row) => ({ ...row }));
}

/** Open findings of some checks, whole: for the next audit, which looks again at what they are about. */
export async function listOpenAuditFindings(
  sql: Queryable,
  { protocol, checkNames }: { readonly protocol: string; readonly checkNames: readonly string[] },
): Promise<AuditFindingRow[]> {
  const rows = await sql<AuditFindingRow[]>`
    SELECT id, protocol, check_name AS "checkName", subject_kind AS "subjectKind", subject, severity, message, detail,
      first_seen_at AS "firstSeenAt", last_seen_at AS "lastSeenAt", times_seen AS "timesSeen",
      resolved_at AS "resolvedAt"
    FROM lend.audit_findings
    WHERE protocol = ${protocol} AND resolved_at IS NULL AND check_name = ANY (${[...checkNames]}::text[])
    ORDER BY id`;
  return rows.map((row) => ({ ...row }));
}
