import { auditFindingsView, auditRunsView } from './audit-views.ts';
import { reserveDailyView, reserveHourlyView, reserveQuarterHourlyView } from './bucket-views.ts';
import { configChangesView, configurationsView } from './config-changes-view.ts';
import { ingestGapsView, pollBatchesView, quarantineView } from './ingest-views.ts';
import { lendingMarketsView } from './lending-markets-view.ts';
import { batchCommitsView, observationSpansView } from './observation-views.ts';
import { ownViews } from '../own-columns.ts';
import { reservesView } from './reserves-view.ts';
import { reserveLatestView, reserveSnapshotsView } from './state-views.ts';
import type { ViewDefinition } from './view-definition.ts';

/** Every view of schema `lend_v1` with every column, by name, in the order in which documentation lists them. */
export const publicViews: Readonly<Record<string, ViewDefinition>> = {
  reserve_latest: reserveLatestView,
  reserve_snapshots: reserveSnapshotsView,
  reserve_quarter_hourly: reserveQuarterHourlyView,
  reserve_hourly: reserveHourlyView,
  reserve_daily: reserveDailyView,
  reserves: reservesView,
  lending_markets: lendingMarketsView,
  config_changes: configChangesView,
  configurations: configurationsView,
  poll_batches: pollBatchesView,
  batch_commits: batchCommitsView,
  observation_spans: observationSpansView,
  quarantine: quarantineView,
  ingest_gaps: ingestGapsView,
  audit_findings: auditFindingsView,
  audit_runs: auditRunsView,
  ...ownViews,
};
