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
    ...priceMetrics(metrics),
    ...liquidityMetrics(metrics),
    ...observedMetrics(metrics),
  };
}

function rpcMetrics(metrics: Metrics) {
  return {
    rpcDuration: metrics.histogram(
      'rpc_request_duration_seconds',
      'Time of single RPC requests, by method and endpoint host',
      RPC_SECONDS,
      ['method', 'endpoint'],
    ),
    rpcErrors: metrics.counter('rpc_errors_total', 'RPC requests that failed, by method, endpoint host and code', [
      'method',
      'endpoint',
      'code',
    ]),
    slotDuration: metrics.gauge('slot_duration_seconds', 'Slot duration in use, by where it comes from', ['source']),
    slotDurationRefused: metrics.counter(
      'slot_duration_refused_total',
      'Sources of the slot duration that failed or said something that cannot be',
      ['source'],
    ),
  };
}

function lagMetrics(metrics: Metrics) {
  let newest: { slot: number; unixSeconds: number; slotDurationMs: number } | undefined;
  const lagSeconds = (): number => (newest === undefined ? Number.NaN : Date.now() / 1000 - newest.unixSeconds);
  metrics.readGauge('last_slot', 'Newest slot that this process stored', () => newest?.slot ?? Number.NaN);
  metrics.readGauge('lag_seconds', 'Age of the newest bank that this process stored, by its own clock', () =>
    lagSeconds(),
  );
  metrics.readGauge(
    'lag_slots',
    'Age of the newest bank that this process stored, in slots of the duration in use',
    () => (lagSeconds() * 1000) / (newest?.slotDurationMs ?? Number.NaN),
  );
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
    batches: metrics.counter(
      'poll_batches_total',
      'Poll batches by outcome: committed, repeated (done before) or the code of their failure',
      ['outcome'],
    ),
    rows: metrics.counter(
      'rows_written_total',
      'Rows written, by kind: snapshot, latest, unchanged (no snapshot kept), older (newer one stored)',
      ['kind'],
    ),
    missing: metrics.counter('missing_accounts_total', 'Accounts asked for that do not exist'),
    quarantined: metrics.counter(
      'quarantined_accounts_total',
      'Accounts that could not become a row, each time one is met, by account kind and reason',
      ['account_kind', 'reason'],
    ),
    configChanges: metrics.counter(
      'config_changes_total',
      'Parameters found changed since the read before, by account kind',
      ['account_kind'],
    ),
    reserves: metrics.gauge('reserves', 'Reserves that the last poll asked for'),
    discovered: metrics.gauge('discovered_accounts', 'Accounts that the last discovery found, by kind', [
      'account_kind',
    ]),
    unknownSizes: metrics.gauge(
      'accounts_of_unknown_size',
      'Accounts of the program that are reserves or markets by their bytes, in a size that no decoder knows; counted by this process once a day',
      ['protocol', 'account_kind', 'size'],
    ),
    listingRefused: metrics.gauge(
      'program_listing_refused',
      '1 when the provider does not list program accounts and a configured or built-in list is used',
    ),
  };
}

function jobMetrics(metrics: Metrics) {
  return {
    jobDuration: metrics.histogram(
      'job_duration_seconds',
      'Time of jobs, by kind and outcome (ok or the code of the failure)',
      JOB_SECONDS,
      // Not `job`: Prometheus has that for itself and would rename ours.
      ['kind', 'outcome'],
    ),
    skippedTicks: metrics.counter(
      'skipped_polls_total',
      'Polls without a batch that an earlier one had asked for and that had not ended',
    ),
    backendErrors: metrics.counter('queue_errors_total', 'Errors of the connections to the queue backend'),
  };
}

/** `newestStoredSlot` is that of this process, undefined before it stored one. */
function followMetrics(metrics: Metrics, newestStoredSlot: () => number | undefined) {
  const heard = hearingMetrics(metrics, newestStoredSlot);
  return {
    ...heard,
    followConnected: metrics.gauge(
      'follow_connected',
      '1 while notifications are subscribed to, 0 while only polls look for changes',
    ),
    followReconnects: metrics.counter(
      'follow_reconnects_total',
      'Sessions that ended or did not come about, by reason',
      ['reason'],
    ),
    followIgnored: metrics.counter(
      'follow_ignored_messages_total',
      'Messages of a node that were left aside, by reason',
      ['reason'],
    ),
    followBatches: metrics.counter(
      'follow_batches_total',
      'Batches read because of notifications, or to catch up, by outcome: ok or the code of their failure',
      ['outcome'],
    ),
    followCommit: metrics.histogram(
      'follow_commit_seconds',
      'Time from the first notification about a reserve to the commit of its row',
      COMMIT_SECONDS,
    ),
    followNewcomers: metrics.counter(
      'follow_unknown_reserves_total',
      'Reserves named by notifications and not known, for which discovery was asked',
    ),
  };
}

function hearingMetrics(metrics: Metrics, newestStoredSlot: () => number | undefined) {
  let newestSlot: number | undefined;
  let lastHeardAt: number | undefined;
  const notifications = metrics.counter('follow_notifications_total', 'Notifications about changed reserves');
  metrics.readGauge(
    'follow_notification_age_seconds',
    'Time since the last notification about a changed reserve',
    () => (lastHeardAt === undefined ? Number.NaN : (performance.now() - lastHeardAt) / 1000),
  );
  metrics.readGauge(
    'follow_lag_slots',
    'Slots between the newest one heard of on the socket and the newest one that this process stored',
    () => Math.max(0, (newestSlot ?? Number.NaN) - (newestStoredSlot() ?? Number.NaN)),
  );
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

function priceMetrics(metrics: Metrics) {
  return {
    prices: metrics.gauge('prices', 'Tokens by what can be said of their price, by the last read of this process', [
      'status',
    ]),
    priceFeeds: metrics.gauge(
      'price_feeds',
      'Feeds of prices by source, and by whether they were used or why not, by the last read of this process',
      ['source', 'outcome'],
    ),
  };
}

function liquidityMetrics(metrics: Metrics) {
  return {
    liquidityTokens: metrics.gauge(
      'liquidity_tokens',
      'Tokens by whether their depth is known or why not, by the last read of this process',
      ['outcome'],
    ),
    liquidityPools: metrics.gauge(
      'liquidity_pools',
      'Pools by whether they count for a token or why not, by the last read of this process; a pool of two lent tokens is two',
      ['outcome'],
    ),
    liquidityFollowed: metrics.gauge(
      'liquidity_followed_pools',
      'Pools whose changes are subscribed to; 0 where none are, or while there is no subscription',
    ),
    liquiditySearches: metrics.counter(
      'liquidity_searches_total',
      'Searches for pools of a token by outcome: ok or the code of the failure',
      ['outcome'],
    ),
  };
}

/** What the rollups tell about themselves; how long a run takes is in `job_duration_seconds`. */
function rollupMetrics(metrics: Metrics) {
  let waiting: { readonly ageMs: number; readonly seenAt: number } | null | undefined;
  metrics.readGauge(
    'rollup_lag_seconds',
    'Age of the oldest commit that hours and days do not hold yet, by what the last run of this process saw',
    () => {
      if (waiting === undefined) return Number.NaN;
      return waiting === null ? 0 : (waiting.ageMs + performance.now() - waiting.seenAt) / 1000;
    },
  );
  return {
    /** How old the oldest commit that is not rolled up is now, by the clock that it was timed with; null: all are. */
    recordOldestWaiting(ageMs: number | null): void {
      waiting = ageMs === null ? null : { ageMs, seenAt: performance.now() };
    },
    bucketsWritten: metrics.counter(
      'rollup_buckets_written_total',
      'Quarters of an hour, hours and days of reserves that were new or came out differently, by grain (quarter_hourly, hourly, daily)',
      ['grain'],
    ),
    refusedReserves: metrics.gauge(
      'rollup_refused_reserves',
      'Reserves of which the last run of this process could make no hours: their observations contradict each other, or their settings are unusable',
    ),
    openGaps: metrics.gauge(
      'rollup_open_gaps',
      'Reserves of listed markets that are not observed at the moment, as the ledger of gaps said after the last run of this process',
    ),
  };
}
