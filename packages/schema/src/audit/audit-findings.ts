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

/** Open findings of some checks, whole: for the next audit, which checks what they are about again. */
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
