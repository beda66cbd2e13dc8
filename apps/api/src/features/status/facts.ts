import { STATUS_MAX_FINDINGS, STATUS_MAX_RESOLVED } from '@tidemark/contract';
import {
  type AuditFinding,
  type AuditFindingCount,
  type AuditProgress,
  type AuditRun,
  type ChainRow,
  countOpenAuditFindings,
  getAuditProgress,
  getChainLabel,
  getIngestStatus,
  getNewestAuditRun,
  getSimulatedHistory,
  type IngestStatus,
  listAuditFindings,
  listOpenAuditFindings,
  listResolvedAuditFindings,
  type Queryable,
  type ResolvedAuditFindings,
  type SimulatedHistoryRow,
  type Sql,
} from '@tidemark/schema';

/** What is on record about a protocol, beside its reserves. */
export interface StatusFacts {
  readonly ingest: IngestStatus;
  /** The newest audit, and the newest that came to its end; null before the first. */
  readonly newestRun: AuditRun | null;
  readonly newestCompleted: Pick<AuditProgress, 'finishedAt'> | null;
  readonly openCounts: readonly AuditFindingCount[];
  /** Some of the open ones, the gravest first. */
  readonly open: readonly AuditFinding[];
  readonly resolved: ResolvedAuditFindings;
  /** Reserves that the newest audits found standing still. */
  readonly frozen: ReadonlySet<string>;
  /** Null before the first indexer. */
  readonly chain: Pick<ChainRow, 'clusterLabel' | 'isSimulated'> | null;
  readonly past: SimulatedHistoryRow | null;
}

const RESOLVED_SECONDS = 86_400;
/** The check of the audit that finds reserves standing still. */
const FROZEN_CHECK = 'frozen_accounts';

/** Reads the database, as of one moment. A few small statements, whatever is asked for. */
export function loadStatusFacts(sql: Sql, protocol: string): Promise<StatusFacts> {
  return sql.begin('isolation level repeatable read read only', async (tx) => ({
    ingest: await getIngestStatus(tx, { protocol }),
    chain: await getChainLabel(tx),
    past: await getSimulatedHistory(tx),
    newestRun: await getNewestAuditRun(tx, { protocol }),
    newestCompleted: await getAuditProgress(tx, { protocol }),
    openCounts: await countOpenAuditFindings(tx, { protocol }),
    open: await listAuditFindings(tx, { protocol, openOnly: true, limit: STATUS_MAX_FINDINGS }),
    frozen: await listFrozen(tx, protocol),
    resolved: await listResolvedAuditFindings(tx, { protocol, seconds: RESOLVED_SECONDS, limit: STATUS_MAX_RESOLVED }),
  }));
}

async function listFrozen(sql: Queryable, protocol: string): Promise<ReadonlySet<string>> {
  const findings = await listOpenAuditFindings(sql, { protocol, checkNames: [FROZEN_CHECK] });
  return new Set(findings.flatMap(({ subjectKind, subject }) => (subjectKind === 'reserve' ? [subject] : [])));
}
