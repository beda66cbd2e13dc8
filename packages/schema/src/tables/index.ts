export {
  apiKeys,
  type ApiKeyRow,
  apiKeyUsage,
  type ApiKeyUsageRow,
  apiKeyUsageWriters,
  type ApiKeyUsageWriterRow,
} from './api-keys.ts';
export {
  auditFindings,
  type AuditFindingRow,
  type AuditSeverity,
  type AuditSubjectKind,
} from './audit-findings.ts';
export {
  type AuditAccountKind,
  type AuditCheckCount,
  type AuditEndpoint,
  type AuditOutcome,
  type AuditRunRow,
  auditRuns,
} from './audit-runs.ts';
export { batchCommits, type BatchCommitRow } from './batch-commits.ts';
export {
  BUCKET_AGGREGATES,
  type BucketAggregate,
  type BucketNumberColumn,
  bucketNumberColumn,
  INTEREST_RECEIVERS,
} from './bucket-names.ts';
export { chain, type ChainRow } from './chain.ts';
export { commitOrder } from './commit-order.ts';
export type { JsonObject, JsonScalar, JsonValue } from './column-types.ts';
export { type ConfigAccountKind, type ConfigChangeRow, configChanges } from './config-changes.ts';
export { configurations } from './configurations.ts';
export { failedAttempts, type FailedAttemptRow } from './failed-attempts.ts';
export { ingestGaps, type IngestGapRow } from './ingest-gaps.ts';
export { lend } from './lend-schema.ts';
export { lendingMarkets, type LendingMarketInput, type LendingMarketRow } from './lending-markets.ts';
export { observationSpans, type ObservationSpanRow } from './observation-spans.ts';
export { pollBatches, type PollBatchKind, type PollBatchOutcome, type PollBatchRow } from './poll-batches.ts';
export { pollSchedule } from './poll-schedule.ts';
export { quarantine, type QuarantineRow } from './quarantine.ts';
export { reserveDaily, type ReserveBucketRow, reserveHourly } from './reserve-buckets.ts';
export { reserveLatest, type ReserveLatestRow, type ReserveState } from './reserve-latest.ts';
export { reserveSets, type ReserveSetRow } from './reserve-sets.ts';
export { reserveSnapshots, type ReserveSnapshotRow, type SnapshotReason } from './reserve-snapshots.ts';
export type { InterestRateBasis, SlotDurationSource } from './reserve-state-columns.ts';
export { reserves, type ReserveInput, type ReserveRow, type ReserveStatus } from './reserves.ts';
export { rollupState, type RollupStateRow } from './rollup-state.ts';
export { tokenMints, type TokenMintRow } from './token-mints.ts';
