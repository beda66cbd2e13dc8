import { createMetrics, type Metrics } from '@tidemark/runtime';
import { auditMetrics } from './audit/audit-metrics.ts';
import { databaseMetrics } from './database-metrics.ts';
import { followMetrics } from './follow/follow-metrics.ts';
import { quarantineMetrics } from './pipeline/quarantine-metrics.ts';
import { readInTime } from './read-in-time.ts';
import { rollupMetrics } from './rollup/rollup-metrics.ts';

/** Everything that /metrics of the indexer says, beside what prom-client says of the process. */
export type IndexerMetrics = ReturnType<typeof createIndexerMetrics>;

const RPC_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const JOB_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createIndexerMetrics() {
  const metrics = createMetrics({ prefix: 'tidemark_indexer' });
  const lag = lagMetrics(metrics);
  return {
    metrics,
    ...rpcMetrics(metrics),
    ...lag,
    ...followMetrics(metrics, lag.newestStoredSlot),
    ...rowMetrics(metrics),
    ...quarantineMetrics(metrics),
    ...jobMetrics(metrics),
    ...databaseMetrics(metrics),
    ...rollupMetrics(metrics),
    ...auditMetrics(metrics),
  };
}

function rpcMetrics(metrics: Metrics) {
  return {
    rpcDuration: metrics.histogram({
      name: 'rpc_request_duration_seconds',
      help: 'Time of single RPC requests, by method and endpoint host',
      labelNames: ['method', 'endpoint'],
      buckets: RPC_SECONDS,
    }),
    rpcErrors: metrics.counter({
      name: 'rpc_errors_total',
      help: 'RPC requests that failed, by method, endpoint host and code',
      labelNames: ['method', 'endpoint', 'code'],
    }),
    slotDuration: metrics.gauge({
      name: 'slot_duration_seconds',
      help: 'Slot duration in use, by where it comes from',
      labelNames: ['source'],
    }),
    slotDurationRefused: metrics.counter({
      name: 'slot_duration_refused_total',
      help: 'Sources of the slot duration that failed or said something that cannot be',
      labelNames: ['source'],
    }),
    clockFallbacks: metrics.counter({
      name: 'clock_fallbacks_total',
      help: 'Batches whose time is a block time because the provider had no Clock sysvar',
    }),
  };
}

function lagMetrics(metrics: Metrics) {
  let newest: { slot: number; unixSeconds: number; slotDurationMs: number } | undefined;
  const lagSeconds = (): number => (newest === undefined ? Number.NaN : Date.now() / 1000 - newest.unixSeconds);
  metrics.gauge({
    name: 'last_slot',
    help: 'Newest slot that this process stored',
    collect() {
      this.set(newest?.slot ?? Number.NaN);
    },
  });
  metrics.gauge({
    name: 'lag_seconds',
    help: 'Age of the newest bank that this process stored, by its own clock',
    collect() {
      this.set(lagSeconds());
    },
  });
  metrics.gauge({
    name: 'lag_slots',
    help: 'Age of the newest bank that this process stored, in slots of the duration in use',
    collect() {
      this.set((lagSeconds() * 1000) / (newest?.slotDurationMs ?? Number.NaN));
    },
  });
  return {
    /** A bank was stored. */
    recordBank(bank: { slot: bigint; unixTimestamp: bigint }, slotDurationMs: number): void {
      const slot = Number(bank.slot);
      if (newest !== undefined && newest.slot > slot) return;
      newest = { slot, unixSeconds: Number(bank.unixTimestamp), slotDurationMs };
    },
    newestStoredSlot: (): number | undefined => newest?.slot,
  };
}

function rowMetrics(metrics: Metrics) {
  return {
    batches: metrics.counter({
      name: 'poll_batches_total',
      help: 'Poll batches by outcome: committed, repeated (done before) or the code of their failure',
      labelNames: ['outcome'],
    }),
    rows: metrics.counter({
      name: 'rows_written_total',
      help: 'Rows written, by kind: snapshot, latest, unchanged (no snapshot kept), older (newer one stored)',
      labelNames: ['kind'],
    }),
    missing: metrics.counter({ name: 'missing_accounts_total', help: 'Accounts asked for that do not exist' }),
    configChanges: metrics.counter({
      name: 'config_changes_total',
      help: 'Parameters found changed since the read before, by account kind',
      labelNames: ['account_kind'],
    }),
    reserves: metrics.gauge({ name: 'reserves', help: 'Reserves that the last poll asked for' }),
    discovered: metrics.gauge({
      name: 'discovered_accounts',
      help: 'Accounts that the last discovery found, by kind',
      labelNames: ['account_kind'],
    }),
    listingRefused: metrics.gauge({
      name: 'program_listing_refused',
      help: '1 when the provider does not list program accounts and a configured or built-in list is used',
    }),
  };
}

/** Jobs of one queue in one state. */
export interface QueueDepthSample {
  readonly queue: string;
  readonly state: string;
  readonly jobs: number;
}

function jobMetrics(metrics: Metrics) {
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
    jobDuration: metrics.histogram({
      name: 'job_duration_seconds',
      help: 'Time of jobs, by kind and outcome (ok or the code of the failure)',
      // Not `job`: Prometheus has that for itself and would rename ours.
      labelNames: ['kind', 'outcome'],
      buckets: JOB_SECONDS,
    }),
    skippedTicks: metrics.counter({
      name: 'skipped_polls_total',
      help: 'Polls left out because batches of the one before were not done',
    }),
    backendErrors: metrics.counter({
      name: 'queue_errors_total',
      help: 'Errors of the connections to the queue backend',
    }),
  };
}
