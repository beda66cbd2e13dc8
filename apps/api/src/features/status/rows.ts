import type {
  AuditFinding as AuditFindingRow,
  ProtocolStatus,
  SimulatedHistory,
  StatusAudit,
  StatusMeta,
} from '@tidemark/contract';
import { unixSecondsOf, unixSecondsOrNull } from '@tidemark/core';
import type { AuditFinding, AuditRun, AuditSeverity, SimulatedHistoryRow, Sql } from '@tidemark/schema';
import type { InfoCache, InfoTables } from '../info/query.ts';
import type { CacheStatus, LatestCache } from '../latest/cache.ts';
import { findCauses, type StatusLimits, type UnjudgedStatus, worstVerdict } from './causes.ts';
import { loadStatusFacts, type StatusFacts } from './facts.ts';
import { countReserveStates } from './reserve-states.ts';

export interface StatusInput {
  readonly protocol: string;
  /** The latest reserves in memory. */
  readonly latest: CacheStatus;
  readonly info: Pick<InfoTables, 'reserves' | 'quarantined'>;
  readonly facts: StatusFacts;
  readonly limits: StatusLimits;
}

/** Puts together what is known about the numbers of a protocol, and judges it. */
export function toProtocolStatus(input: StatusInput): ProtocolStatus {
  const { facts, latest, limits } = input;
  const { protocol, ...parts } = partsOf(input);
  const causes = findCauses({
    status: { protocol, ...parts },
    failingWith: facts.ingest.failingWith,
    isUnreachable: latest.failing || latest.dataset === null,
    findings: { critical: countOf(facts, 'critical'), warning: countOf(facts, 'warning') },
    limits,
  });
  return { protocol, verdict_str: worstVerdict(causes.map(({ verdict_str }) => verdict_str)), causes, ...parts };
}

function partsOf({ protocol, latest, info, facts, limits }: StatusInput): UnjudgedStatus {
  const { ingest } = facts;
  const nowMs = ingest.readAt.getTime();
  const slot = latest.dataset?.slot ?? null;
  const timestamp = latest.dataset?.asOfSeconds ?? null;
  const bankAgeSeconds = secondsOrNull(latest.bankAgeMs);
  const staleAfterSeconds = Math.ceil(Math.max(limits.readyMaxAgeMs, ingest.gapAfterMs ?? 0) / 1000);
  const newest = Math.max(...info.reserves.map((row) => row.timestamp));
  const gaps = ingest.openGaps.map(({ reason, gaps: count, oldestFrom }) => ({
    gap_reason_str: reason,
    gap_count: count,
    oldest_gap_timestamp: unixSecondsOf(oldestFrom),
  }));
  const limitsOfStates = { bankAgeSeconds, staleAfterSeconds, frozen: facts.frozen, newest };
  return {
    protocol,
    slot: slot === null ? null : Number(slot),
    timestamp,
    data_age_seconds: secondsOrNull(latest.dataAgeMs),
    bank_age_seconds: bankAgeSeconds,
    poll_age_seconds: secondsOrNull(ingest.pollAgeMs),
    poll_interval_seconds: ingest.pollIntervalMs === null ? null : ingest.pollIntervalMs / 1000,
    stale_after_seconds: staleAfterSeconds,
    reserves: countReserveStates(ofListing(info, true), limitsOfStates),
    unlisted_reserves: countReserveStates(ofListing(info, false), limitsOfStates),
    gap_count: gaps.reduce((sum, { gap_count }) => sum + gap_count, 0),
    oldest_gap_timestamp: gaps.length === 0 ? null : Math.min(...gaps.map((gap) => gap.oldest_gap_timestamp)),
    open_gaps: gaps,
    final_hour_timestamp: unixSecondsOrNull(ingest.finalHourAt),
    rollup_lag_seconds: secondsOrNull(ingest.rollupLagMs),
    audit: auditOf(facts, limits, nowMs),
  };
}

function secondsOrNull(ms: number | null): number | null {
  return ms === null ? null : Math.floor(ms / 1000);
}

/** The reserves of listed markets, or the others: anybody can make a market, so these alone are judged. */
function ofListing({ reserves, quarantined }: StatusInput['info'], listed: boolean): StatusInput['info'] {
  return {
    reserves: reserves.filter((row) => row.listed_b === listed),
    quarantined: quarantined.filter((row) => row.listed_b === listed),
  };
}

function auditOf(facts: StatusFacts, { auditMaxAgeMs }: StatusLimits, nowMs: number): StatusAudit {
  const { newestRun, newestCompleted, openCounts, resolved } = facts;
  const ageMs = newestCompleted === null ? null : nowMs - newestCompleted.finishedAt.getTime();
  return {
    // Where a replica is read, another machine's clock made the time.
    audit_age_seconds: ageMs === null ? null : Math.max(0, Math.floor(ageMs / 1000)),
    audit_max_age_seconds: Math.ceil(auditMaxAgeMs / 1000),
    newest_run: newestRun === null ? null : toRun(newestRun),
    finding_count: openCounts.reduce((sum, { findings }) => sum + findings, 0),
    findings: facts.open.map(toFinding),
    resolved_finding_count: resolved.count,
    resolved_findings: resolved.findings.map(toFinding),
  };
}

function toRun(run: AuditRun): NonNullable<StatusAudit['newest_run']> {
  return {
    started_timestamp: unixSecondsOf(run.startedAt),
    finished_timestamp: unixSecondsOf(run.finishedAt),
    outcome_str: run.outcome,
    error_code_str: run.errorCode,
    checks: Object.entries(run.checks)
      .map(([name, { checked, findings }]) => ({ check_name_str: name, checked, finding_count: findings }))
      .toSorted((left, right) => (left.check_name_str < right.check_name_str ? -1 : 1)),
  };
}

function toFinding(finding: AuditFinding): AuditFindingRow {
  return {
    check_name_str: finding.checkName,
    severity_str: finding.severity,
    subject_kind_str: finding.subjectKind,
    subject: finding.subject,
    message: finding.message,
    first_seen_timestamp: unixSecondsOf(finding.firstSeenAt),
    last_seen_timestamp: unixSecondsOf(finding.lastSeenAt),
    times_seen: Number(finding.timesSeen),
    resolved_timestamp: unixSecondsOrNull(finding.resolvedAt),
  };
}

function countOf({ openCounts }: StatusFacts, severity: AuditSeverity): number {
  return openCounts.filter((entry) => entry.severity === severity).reduce((sum, { findings }) => sum + findings, 0);
}

/** The status of a protocol, and when it was made. */
export interface DatedStatus {
  readonly status: ProtocolStatus;
  readonly checkedSeconds: number;
  /** What is said of the chain, which all protocols share. */
  readonly chain: Pick<StatusMeta, 'chain_str' | 'simulated_b' | 'simulated_history'>;
}

export interface LoadStatusOptions {
  readonly sql: Sql;
  readonly protocol: string;
  readonly latest: LatestCache;
  readonly info: InfoCache;
  readonly limits: StatusLimits;
}

/** Reads everything that the status of a protocol is made of. Rejects when the database fails. */
export async function loadStatus({ sql, protocol, latest, info, limits }: LoadStatusOptions): Promise<DatedStatus> {
  const [tables, facts] = await Promise.all([info.get(), loadStatusFacts(sql, protocol)]);
  return {
    status: toProtocolStatus({ protocol, latest: latest.status(), info: tables, facts, limits }),
    checkedSeconds: unixSecondsOf(facts.ingest.readAt),
    chain: toChainStatus(facts),
  };
}

export function toChainStatus({ chain, past }: Pick<StatusFacts, 'chain' | 'past'>): DatedStatus['chain'] {
  const isSimulated = chain?.isSimulated ?? false;
  return {
    chain_str: isSimulated ? 'localnet' : (chain?.clusterLabel ?? null),
    simulated_b: isSimulated,
    simulated_history: past === null ? null : toSimulatedHistory(past),
  };
}

function toSimulatedHistory({ fromAt, toAt, filledFrom, completedAt }: SimulatedHistoryRow): SimulatedHistory {
  const wholeMs = toAt.getTime() - fromAt.getTime();
  return {
    history_from_timestamp: unixSecondsOf(fromAt),
    history_to_timestamp: unixSecondsOf(toAt),
    filled_from_timestamp: unixSecondsOf(filledFrom),
    history_progress_f: wholeMs === 0 ? 1 : (toAt.getTime() - filledFrom.getTime()) / wholeMs,
    history_complete_b: completedAt !== null,
  };
}
