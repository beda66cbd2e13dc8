import { withTimeout } from '@tidemark/core';
import type { Metrics } from '@tidemark/runtime';
import type { AuditEndpoint, AuditFindingCount, QuarantineCount } from '@tidemark/schema';

/** Jobs of one queue in one state. */
export interface QueueDepthSample {
  readonly queue: string;
  readonly state: string;
  readonly jobs: number;
}

/** What the audits have found, whichever process made them. */
export interface AuditSummary {
  readonly findings: readonly AuditFindingCount[];
  /** Of the newest audit that ended well; null before the first. */
  readonly newest: {
    readonly startedAt: Date;
    readonly finishedAt: Date;
    readonly endpoints: Readonly<Record<string, AuditEndpoint>>;
  } | null;
}

const READ_TIMEOUT_MS = 2_000;

/**
 * A value that is read when the metrics are. A read that fails or does not answer within two seconds gives undefined, so that the
 * other metrics are still served; the next one is not sent before it has answered.
 */
export class Observed<Value> {
  #source: (() => Promise<Value>) | undefined;
  #pending: Promise<Value | undefined> | undefined;

  /** Where the value comes from; undefined = nowhere any more. */
  observe(source: (() => Promise<Value>) | undefined): void {
    this.#source = source;
  }

  get isObserved(): boolean {
    return this.#source !== undefined;
  }

  read(): Promise<Value | undefined> {
    this.#pending ??= (this.#source?.() ?? Promise.resolve(undefined))
      .catch(() => undefined)
      .finally(() => {
        this.#pending = undefined;
      });
    return withTimeout(this.#pending, READ_TIMEOUT_MS, 'the reading').catch(() => undefined);
  }
}

/** What is read from the queue or the database when the metrics are. */
export function observedMetrics(metrics: Metrics) {
  const depths = new Observed<readonly QueueDepthSample[]>();
  const database = new Observed<unknown>();
  const quarantine = new Observed<readonly QuarantineCount[]>();
  const audits = new Observed<AuditSummary>();

  metrics.readGauge(
    'queue_jobs',
    'Jobs on the queues, by queue and state',
    async () => ((await depths.read()) ?? []).map(({ queue, state, jobs }) => [{ queue, state }, jobs]),
    ['queue', 'state'],
  );
  metrics.readGauge(
    'quarantine_accounts',
    'Accounts of listed markets, and mints and oracles of theirs, that any indexer refused in the hour before the newest stored bank, by account kind and reason',
    async () =>
      ((await quarantine.read()) ?? []).map(({ accountKind, reasonCode, accounts }) => [
        { account_kind: accountKind, reason: reasonCode },
        accounts,
      ]),
    ['account_kind', 'reason'],
  );
  // Batches do not show it: while the database is away no poll learns what to read, so that none begins and none fails.
  metrics.readGauge(
    'database_up',
    '1 when Postgres answered within two seconds of the metrics being asked for, else 0',
    async () => {
      if (!database.isObserved) return Number.NaN;
      return (await database.read()) === undefined ? 0 : 1;
    },
  );
  auditMetrics(metrics, audits);
  return {
    queueDepths: depths,
    quarantineCounts: quarantine,
    audits,
    /** Any query of the database. */
    observeDatabase: (ping: () => Promise<unknown>) => database.observe(async () => (await ping()) ?? true),
  };
}

/** Read from the database, so that every indexer shows the same. */
function auditMetrics(metrics: Metrics, audits: Observed<AuditSummary>): void {
  metrics.readGauge(
    'audit_open_findings',
    'Findings of the audits that hold at the moment, by check and severity; a check without any has no series',
    async () =>
      ((await audits.read())?.findings ?? []).map(({ checkName: check, severity, findings }) => [
        { check, severity },
        findings,
      ]),
    ['check', 'severity'],
  );
  const endpoints = async (valueOf: (endpoint: AuditEndpoint) => number | null) =>
    Object.entries((await audits.read())?.newest?.endpoints ?? {}).flatMap(([endpoint, facts]) => {
      const value = valueOf(facts);
      return value === null ? [] : [[{ endpoint }, value] as const];
    });
  metrics.readGauge(
    'audit_endpoint_lag_slots',
    'Slots that an RPC endpoint was behind the furthest one in the newest audit, by endpoint host',
    () => endpoints(({ lagSlots }) => lagSlots),
    ['endpoint'],
  );
  metrics.readGauge(
    'audit_endpoint_differing_accounts',
    'Accounts that an RPC endpoint held otherwise than the first one in the newest audit, by endpoint host',
    () => endpoints(({ differingAccounts }) => differingAccounts),
    ['endpoint'],
  );
  const newestMs = async (valueOf: (newest: NonNullable<AuditSummary['newest']>) => number): Promise<number> => {
    const newest = (await audits.read())?.newest;
    return newest ? valueOf(newest) / 1000 : Number.NaN;
  };
  metrics.readGauge(
    'audit_last_timestamp_seconds',
    'When the newest audit that came to its end ended, in unix seconds of the database',
    () => newestMs(({ finishedAt }) => finishedAt.getTime()),
  );
  metrics.readGauge('audit_duration_seconds', 'How long the newest audit that came to its end took', () =>
    newestMs(({ startedAt, finishedAt }) => finishedAt.getTime() - startedAt.getTime()),
  );
}

/** Audits of several protocols as one: findings together, and of the newest audits the one that ended first. */
export function mergeSummaries(summaries: readonly AuditSummary[]): AuditSummary {
  const counts = new Map<string, AuditFindingCount>();
  for (const count of summaries.flatMap(({ findings }) => findings)) {
    const key = `${count.checkName} ${count.severity}`;
    counts.set(key, { ...count, findings: count.findings + (counts.get(key)?.findings ?? 0) });
  }
  const newest = summaries.map((summary) => summary.newest);
  const ended = newest.filter((run) => run !== null);
  const [oldest = null] = ended.toSorted((a, b) => a.finishedAt.getTime() - b.finishedAt.getTime());
  return { findings: [...counts.values()], newest: ended.length === newest.length ? oldest : null };
}
