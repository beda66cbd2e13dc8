import type { Metrics } from '@tidemark/runtime';
import type { AuditEndpoint, AuditFindingCount } from '@tidemark/schema';
import { readInTime } from '../read-in-time.ts';

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
export function auditMetrics(metrics: Metrics) {
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
