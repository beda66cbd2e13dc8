import type { AuditedScope, AuditFindingInput, CompletedAudit, FailedAudit } from './audit-reads.ts';
import type { Queryable, Sql } from '../create-database.ts';
import { retryConflicts } from '../queries/retry-conflicts.ts';
import { toJson } from '../rows/encode-record.ts';
import type { AuditEndpoint, AuditRunRow } from '../tables/index.ts';

/** What an audit changed, and how many findings are open after it. */
export interface AuditRunResult {
  readonly id: bigint;
  readonly opened: number;
  readonly resolved: number;
  readonly open: number;
}

/** Findings that no audit has looked at for so long are closed: their endpoint is no longer asked, or their check is gone. */
const FORGOTTEN_AFTER = '1 day';

/**
 * Stores one audit and what it found: what was open stays open and is counted again, what no longer holds is resolved. All times
 * are of the database's clock, since audits of several indexers take turns.
 */
export function writeAuditRun(sql: Sql, audit: CompletedAudit): Promise<AuditRunResult> {
  return retryConflicts(() =>
    sql.begin(async (tx) => {
      const opened = await upsertFindings(tx, audit);
      const resolved = await resolveFindings(tx, audit);
      const [row] = await tx<{ id: bigint; open: number }[]>`
        INSERT INTO lend.audit_runs (protocol, started_at, finished_at, outcome, commit_seq, findings_opened,
          findings_resolved, findings_open, checks, account_kinds, endpoints)
        SELECT ${audit.protocol}::text, now() - make_interval(secs => ${audit.durationMs / 1000}::float8), now(), 'completed',
          ${audit.commitSeq}::bigint, ${opened}::int, ${resolved}::int, count(*)::int, ${toJson(audit.checks)}::text::jsonb,
          ${toJson(audit.accountKinds)}::text::jsonb, ${toJson(audit.endpoints)}::text::jsonb
        FROM lend.audit_findings WHERE protocol = ${audit.protocol} AND resolved_at IS NULL
        RETURNING id, findings_open AS open`;
      if (row === undefined) throw new Error('the audit was not stored');
      return { id: row.id, opened, resolved, open: row.open };
    }),
  );
}

/** Stores that an audit failed; what is open stays open. */
export async function writeFailedAuditRun(sql: Queryable, audit: FailedAudit): Promise<void> {
  await sql`
    INSERT INTO lend.audit_runs (protocol, started_at, finished_at, outcome, error_code, findings_opened,
      findings_resolved, findings_open, checks, account_kinds, endpoints)
    SELECT ${audit.protocol}::text, now() - make_interval(secs => ${audit.durationMs / 1000}::float8), now(), 'failed',
      ${audit.errorCode}::text, 0, 0, count(*)::int, '{}'::jsonb, '{}'::jsonb, '{}'::jsonb
    FROM lend.audit_findings WHERE protocol = ${audit.protocol} AND resolved_at IS NULL`;
}

/** Returns how many of the findings are new. */
async function upsertFindings(tx: Queryable, { protocol, findings }: CompletedAudit): Promise<number> {
  if (findings.length === 0) return 0;
  const rows = await tx<{ isNew: boolean }[]>`
    INSERT INTO lend.audit_findings AS f (protocol, check_name, subject_kind, subject, severity, message, detail,
      first_seen_at, last_seen_at, times_seen)
    SELECT ${protocol}::text, check_name, subject_kind, subject, severity, message, detail, now(), now(), 1
    FROM json_to_recordset(${toJson(findings.map(toRecord))}::text::json)
      AS i(check_name text, subject_kind text, subject text, severity text, message text, detail jsonb)
    ORDER BY check_name COLLATE "C", subject_kind, subject COLLATE "C"
    ON CONFLICT (protocol, check_name, subject_kind, subject) WHERE resolved_at IS NULL DO UPDATE SET
      severity = excluded.severity, message = excluded.message, detail = excluded.detail,
      last_seen_at = greatest(f.last_seen_at, excluded.last_seen_at), times_seen = f.times_seen + 1
    RETURNING f.times_seen = 1 AS "isNew"`;
  return rows.filter(({ isNew }) => isNew).length;
}

function toRecord(finding: AuditFindingInput) {
  return {
    check_name: finding.checkName,
    subject_kind: finding.subjectKind,
    subject: finding.subject,
    severity: finding.severity,
    message: finding.message,
    detail: finding.detail,
  };
}

/** `last_seen_at` of what was just found is the time of this transaction; that of everything else is before it. */
async function resolveFindings(tx: Queryable, { protocol, scopes }: CompletedAudit): Promise<number> {
  const { count } = await tx`
    UPDATE lend.audit_findings AS f SET resolved_at = greatest(now(), f.last_seen_at)
    WHERE f.protocol = ${protocol} AND f.resolved_at IS NULL AND f.last_seen_at < now()
      AND (f.last_seen_at < now() - ${FORGOTTEN_AFTER}::interval OR EXISTS (
        SELECT FROM json_to_recordset(${toJson(scopes.map(toScopeRecord))}::text::json)
          AS s(check_name text, subject_kind text, subjects text[])
        WHERE s.check_name = f.check_name AND s.subject_kind = f.subject_kind
          AND (s.subjects IS NULL OR f.subject = ANY (s.subjects))))`;
  return count;
}

function toScopeRecord({ checkName, subjectKind, subjects }: AuditedScope) {
  return { check_name: checkName, subject_kind: subjectKind, subjects };
}

/** An audit as outsiders may see it: without the endpoints. */
export type AuditRun = Omit<AuditRunRow, 'endpoints'>;

/** The newest audit, whether it came to its end or failed; null before the first. */
export async function getNewestAuditRun(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AuditRun | null> {
  const [row] = await sql<AuditRun[]>`
    SELECT id, protocol, started_at AS "startedAt", finished_at AS "finishedAt", outcome, error_code AS "errorCode",
      commit_seq AS "commitSeq", findings_opened AS "findingsOpened", findings_resolved AS "findingsResolved",
      findings_open AS "findingsOpen", checks, account_kinds AS "accountKinds"
    FROM lend.audit_runs WHERE protocol = ${protocol} ORDER BY id DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}

/** What the next audit goes on from, and what is said of the endpoints. */
export interface AuditProgress {
  readonly id: bigint;
  readonly commitSeq: bigint;
  readonly startedAt: Date;
  readonly finishedAt: Date;
  /** By label. */
  readonly endpoints: Readonly<Record<string, AuditEndpoint>>;
}

/** The newest audit that came to its end; null before the first. */
export async function getAuditProgress(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AuditProgress | null> {
  const [row] = await sql<AuditProgress[]>`
    SELECT id, commit_seq AS "commitSeq", started_at AS "startedAt", finished_at AS "finishedAt", endpoints
    FROM lend.audit_runs WHERE protocol = ${protocol} AND outcome = 'completed' ORDER BY id DESC LIMIT 1`;
  return row === undefined ? null : { ...row };
}

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
