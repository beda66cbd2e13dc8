import { createMetrics, type Metrics } from '@tidemark/runtime';
import { observedMetrics } from './metrics-observed.ts';

/** Everything that /metrics of the indexer says, beside what prom-client says of the process. */
export type IndexerMetrics = ReturnType<typeof createIndexerMetrics>;

const RPC_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const COMMIT_SECONDS = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5];
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
    ...jobMetrics(metrics),
    ...rollupMetrics(metrics),
    ...observedMetrics(metrics),
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
  metrics.readGauge({
    name: 'last_slot',
    help: 'Newest slot that this process stored',
    read: () => newest?.slot ?? Number.NaN,
  });
  metrics.readGauge({
    name: 'lag_seconds',
    help: 'Age of the newest bank that this process stored, by its own clock',
    read: () => lagSeconds(),
  });
  metrics.readGauge({
    name: 'lag_slots',
    help: 'Age of the newest bank that this process stored, in slots of the duration in use',
    read: () => (lagSeconds() * 1000) / (newest?.slotDurationMs ?? Number.NaN),
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
    quarantined: metrics.counter({
      name: 'quarantined_accounts_total',
      help: 'Accounts that could not become a row, each time one is met, by account kind and reason',
      labelNames: ['account_kind', 'reason'],
    }),
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

function jobMetrics(metrics: Metrics) {
  return {
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

/** `newestStoredSlot` is that of this process, undefined before it stored one. */
function followMetrics(metrics: Metrics, newestStoredSlot: () => number | undefined) {
  const heard = hearingMetrics(metrics, newestStoredSlot);
  return {
    ...heard,
    followConnected: metrics.gauge({
      name: 'follow_connected',
      help: '1 while notifications are subscribed to, 0 while only polls look for changes',
    }),
    followReconnects: metrics.counter({
      name: 'follow_reconnects_total',
      help: 'Sessions that ended or did not come about, by reason',
      labelNames: ['reason'],
    }),
    followIgnored: metrics.counter({
      name: 'follow_ignored_messages_total',
      help: 'Messages of a node that were left aside, by reason',
      labelNames: ['reason'],
    }),
    followBatches: metrics.counter({
      name: 'follow_batches_total',
      help: 'Batches read because of notifications, or to catch up, by outcome: ok or the code of their failure',
      labelNames: ['outcome'],
    }),
    followCommit: metrics.histogram({
      name: 'follow_commit_seconds',
      help: 'Time from the first notification about a reserve to the commit of its row',
      buckets: COMMIT_SECONDS,
    }),
    followNewcomers: metrics.counter({
      name: 'follow_unknown_reserves_total',
      help: 'Reserves named by notifications and not known, for which discovery was asked',
    }),
  };
}

function hearingMetrics(metrics: Metrics, newestStoredSlot: () => number | undefined) {
  let newestSlot: number | undefined;
  let lastHeardAt: number | undefined;
  const notifications = metrics.counter({
    name: 'follow_notifications_total',
    help: 'Notifications about changed reserves',
  });
  metrics.readGauge({
    name: 'follow_notification_age_seconds',
    help: 'Time since the last notification about a changed reserve',
    read: () => (lastHeardAt === undefined ? Number.NaN : (performance.now() - lastHeardAt) / 1000),
  });
  metrics.readGauge({
    name: 'follow_lag_slots',
    help: 'Slots between the newest one heard of on the socket and the newest one that this process stored',
    read: () => Math.max(0, (newestSlot ?? Number.NaN) - (newestStoredSlot() ?? Number.NaN)),
  });
  return {
    followHeardSlot(slot: bigint): void {
      newestSlot = Number(slot);
    },
    followHeardChange(): void {
      lastHeardAt = performance.now();
      notifications.inc();
    },
  };
}

/** What the rollups tell about themselves; how long a run takes is in `job_duration_seconds`. */
function rollupMetrics(metrics: Metrics) {
  let waiting: { readonly ageMs: number; readonly seenAt: number } | null | undefined;
  metrics.readGauge({
    name: 'rollup_lag_seconds',
    help: 'Age of the oldest commit that hours and days do not hold yet, by what the last run of this process saw',
    read: () => {
      if (waiting === undefined) return Number.NaN;
      return waiting === null ? 0 : (waiting.ageMs + performance.now() - waiting.seenAt) / 1000;
    },
  });
  return {
    /** How old the oldest commit that is not rolled up is now, by the clock that it was timed with; null: all are. */
    recordOldestWaiting(ageMs: number | null): void {
      waiting = ageMs === null ? null : { ageMs, seenAt: performance.now() };
    },
    bucketsWritten: metrics.counter({
      name: 'rollup_buckets_written_total',
      help: 'Quarters of an hour, hours and days of reserves that were new or came out differently, by grain (quarter_hourly, hourly, daily)',
      labelNames: ['grain'],
    }),
    refusedReserves: metrics.gauge({
      name: 'rollup_refused_reserves',
      help: 'Reserves of which the last run of this process could make no hours: their looks contradict each other, or their settings are unusable',
    }),
    openGaps: metrics.gauge({
      name: 'rollup_open_gaps',
      help: 'Reserves that are not observed at the moment, by what the last run of this process saw',
    }),
  };
}
