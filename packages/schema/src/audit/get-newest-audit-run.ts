import type { Queryable } from '../create-database.ts';
import type { AuditEndpoint, AuditRunRow } from '../tables/index.ts';

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
