import { withTimeout } from '@tidemark/core';
import type { Metrics } from '@tidemark/runtime';
import type { AuditEndpoint, AuditFindingCount, QuarantineCount } from '@tidemark/schema';

/** What is read from the queue or the database when somebody asks for the metrics. */
export function observedMetrics(metrics: Metrics) {
  return {
    ...queueMetrics(metrics),
    ...databaseMetrics(metrics),
    ...quarantineMetrics(metrics),
    ...auditMetrics(metrics),
  };
}

const READ_TIMEOUT_MS = 2_000;

/**
 * A reader for metrics: one that fails or does not answer within two seconds gives nothing, so that it does not take the other
 * metrics with it, and is not asked again before it has answered.
 */
export function readInTime<Item>(read: () => Promise<readonly Item[]>): () => Promise<readonly Item[]> {
  let underWay: Promise<readonly Item[]> | undefined;
  return () => {
    underWay ??= read()
      .catch(() => [])
      .finally(() => {
        underWay = undefined;
      });
    return withTimeout(underWay, READ_TIMEOUT_MS, 'the reading').catch(() => []);
  };
}

/** Jobs of one queue in one state. */
export interface QueueDepthSample {
  readonly queue: string;
  readonly state: string;
  readonly jobs: number;
}

function queueMetrics(metrics: Metrics) {
  let readDepths: (() => Promise<readonly QueueDepthSample[]>) | undefined;
  metrics.gauge({
    name: 'queue_jobs',
    help: 'Jobs on the queues, by queue and state',
    labelNames: ['queue', 'state'],
    async collect() {
      this.reset();
      for (const { queue, state, jobs } of (await readDepths?.()) ?? []) this.set({ queue, state }, jobs);
    },
  });
  return {
    /** Where the depths come from when somebody reads the metrics; undefined = nowhere any more. */
    observeQueues(read: (() => Promise<readonly QueueDepthSample[]>) | undefined): void {
      readDepths = read === undefined ? undefined : readInTime(read);
    },
  };
}

/**
 * Whether the database is there. Batches do not tell: while it is away no poll learns what to ask for, so that none begins
 * and none fails.
 */
function databaseMetrics(metrics: Metrics) {
  let read: (() => Promise<readonly true[]>) | undefined;
  metrics.gauge({
    name: 'database_up',
    help: '1 when Postgres answered within two seconds of the metrics being asked for, else 0',
    async collect() {
      if (read === undefined) this.set(Number.NaN);
      else this.set((await read()).length);
    },
  });
  return {
    /** What asks the database for anything when somebody reads the metrics. */
    observeDatabase(ping: () => Promise<unknown>): void {
      read = readInTime(async () => {
        await ping();
        return [true];
      });
    },
  };
}

/** Accounts that could not become a row. */
function quarantineMetrics(metrics: Metrics) {
  let readCounts:
    | (() => Promise<readonly Pick<QuarantineCount, 'accountKind' | 'reasonCode' | 'accounts'>[]>)
    | undefined;
  metrics.gauge({
    name: 'quarantine_accounts',
    help: 'Accounts that any indexer refused in the hour before the newest stored bank, by account kind and reason',
    labelNames: ['account_kind', 'reason'],
    async collect() {
      this.reset();
      for (const { accountKind, reasonCode, accounts } of (await readCounts?.()) ?? []) {
        this.set({ account_kind: accountKind, reason: reasonCode }, accounts);
      }
    },
  });
  return {
    /** Where the counts come from when somebody reads the metrics. */
    observeQuarantine(read: () => Promise<readonly QuarantineCount[]>): void {
      readCounts = readInTime(read);
    },
  };
}

/** What the audits have said, whichever process made them. */
export interface AuditSummary {
  readonly findings: readonly AuditFindingCount[];
  /** Of the newest audit that came to its end; null before the first. */
  readonly newest: {
    readonly startedAt: Date;
    readonly finishedAt: Date;
    readonly endpoints: Readonly<Record<string, AuditEndpoint>>;
  } | null;
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

/** What /metrics says of the audits: read from the database, so that every indexer tells the same. */
function auditMetrics(metrics: Metrics) {
  let read: (() => Promise<readonly AuditSummary[]>) | undefined;
  const summary = async (): Promise<AuditSummary | undefined> => (await read?.())?.[0];
  const endpointsOf = (known: AuditSummary | undefined): [string, AuditEndpoint][] =>
    Object.entries(known?.newest?.endpoints ?? {});

  metrics.gauge({
    name: 'audit_open_findings',
    help: 'Findings of the audits that hold at the moment, by check and severity; a check without any has no series',
    labelNames: ['check', 'severity'],
    async collect() {
      const known = await summary();
      this.reset();
      for (const { checkName: check, severity, findings } of known?.findings ?? [])
        this.set({ check, severity }, findings);
    },
  });
  metrics.gauge({
    name: 'audit_last_timestamp_seconds',
    help: 'When the newest audit that came to its end ended, in unix seconds of the database',
    async collect() {
      const finishedAt = (await summary())?.newest?.finishedAt;
      this.set(finishedAt === undefined ? Number.NaN : finishedAt.getTime() / 1000);
    },
  });
  metrics.gauge({
    name: 'audit_duration_seconds',
    help: 'How long the newest audit that came to its end took',
    async collect() {
      const newest = (await summary())?.newest;
      const durationMs = newest ? newest.finishedAt.getTime() - newest.startedAt.getTime() : Number.NaN;
      this.set(durationMs / 1000);
    },
  });
  metrics.gauge({
    name: 'audit_endpoint_lag_slots',
    help: 'Slots that an RPC endpoint was behind the furthest one in the newest audit, by endpoint host',
    labelNames: ['endpoint'],
    async collect() {
      const known = await summary();
      this.reset();
      for (const [endpoint, { lagSlots }] of endpointsOf(known)) {
        if (lagSlots !== null) this.set({ endpoint }, lagSlots);
      }
    },
  });
  metrics.gauge({
    name: 'audit_endpoint_differing_accounts',
    help: 'Accounts that an RPC endpoint held otherwise than the first one in the newest audit, by endpoint host',
    labelNames: ['endpoint'],
    async collect() {
      const known = await summary();
      this.reset();
      for (const [endpoint, { differingAccounts }] of endpointsOf(known)) this.set({ endpoint }, differingAccounts);
    },
  });
  return {
    /** Where the summary comes from when somebody reads the metrics. */
    observeAudits(readSummary: () => Promise<AuditSummary>): void {
      read = readInTime(async () => [await readSummary()]);
    },
  };
}
