import type { Metrics } from '@tidemark/runtime';
import { systemClock } from '../rpc/index.ts';

/** What /metrics says about following by notifications. */
export type FollowMetrics = ReturnType<typeof followMetrics>;

const COMMIT_SECONDS = [0.01, 0.025, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5];

/** `newestStoredSlot` is that of this process, undefined before it stored one. */
export function followMetrics(metrics: Metrics, newestStoredSlot: () => number | undefined) {
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
  metrics.gauge({
    name: 'follow_notification_age_seconds',
    help: 'Time since the last notification about a changed reserve',
    collect() {
      this.set(lastHeardAt === undefined ? Number.NaN : (systemClock.now() - lastHeardAt) / 1000);
    },
  });
  metrics.gauge({
    name: 'follow_lag_slots',
    help: 'Slots between the newest one heard of on the socket and the newest one that this process stored',
    collect() {
      const [heard, stored] = [newestSlot, newestStoredSlot()];
      this.set(heard === undefined || stored === undefined ? Number.NaN : Math.max(0, heard - stored));
    },
  });
  return {
    followHeardSlot(slot: bigint): void {
      newestSlot = Number(slot);
    },
    followHeardChange(): void {
      lastHeardAt = systemClock.now();
      notifications.inc();
    },
  };
}
