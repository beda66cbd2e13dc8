export * from './tables/index.ts';
export {
  createDatabase,
  type Database,
  type DatabaseOptions,
  type Drizzle,
  type Queryable,
  type Sql,
} from './create-database.ts';
export {
  type AggregateInputs,
  type AggregateMarket,
  type AggregateReserve,
  type AggregateState,
  listAggregateInputs,
} from './aggregates/list-aggregate-inputs.ts';
export {
  type BandExclusion,
  type BandExclusionFilter,
  type BucketTotals,
  type BucketTotalsFilter,
  listBandExclusions,
  listBucketTotals,
  type PriceBand,
  type RateWeight,
} from './aggregates/list-bucket-totals.ts';
export {
  type AuditedScope,
  type AuditFindingInput,
  type CompletedAudit,
  type FailedAudit,
  getSettledBank,
  type SettledBank,
  type AuditSnapshot,
  type IndexNeighbour,
  listAuditSnapshots,
  type SnapshotKey,
  type AuditedAccount,
  listAuditedAccounts,
  listRefusedAccounts,
  type RefusedAccount,
} from './audit/audit-reads.ts';
export {
  type AuditProgress,
  type AuditRun,
  getAuditProgress,
  getNewestAuditRun,
  type AuditPurgeResult,
  purgeAudits,
  type AuditRunResult,
  writeAuditRun,
  writeFailedAuditRun,
} from './audit/audit-runs.ts';
export {
  type AuditFinding,
  type AuditFindingCount,
  type AuditFindingFilter,
  countOpenAuditFindings,
  listAuditFindings,
  listOpenAuditFindings,
  listResolvedAuditFindings,
  type ResolvedAuditFindings,
} from './audit/audit-findings.ts';
export { type ConfigChange, type ConfigFields, diffConfig, flattenConfig } from './config-changes/diff-config.ts';
export type { AccountConfigChange } from './config-changes/write-config-changes.ts';
export { type BucketInput, toBucket } from './history/bucket-row.ts';
export type { BucketSummary } from './history/bucket-summary.ts';
export type { BucketGrain } from './history/bucket-tables.ts';
export {
  explainGaps,
  type FirstFailure,
  type GapExplanation,
  type GapTimes,
  getObservedRange,
  type ObservedRange,
} from './history/gap-evidence.ts';
export { type GapsToExplain, listGapsToExplainAgain, setAttemptsTakenIn } from './history/gaps-to-explain.ts';
export { listNeighbourLooks, type LookSide, type NeighbourLook } from './history/neighbour-looks.ts';
export { type IngestGap, listIngestGaps } from './history/ingest-gaps.ts';
export { type BatchCommit, getCommitRange, listCommitsAfter } from './history/list-commits-after.ts';
export { listNeighbourStates, type NeighbourSide } from './history/list-neighbour-states.ts';
export {
  listReservesWithTerms,
  listTermsTimelines,
  type ReserveTermsTimeline,
  type ReserveWithTerms,
} from './history/list-terms-timelines.ts';
export { listObservationSpans, type ObservationSpans, type StoredSpan } from './history/observation-spans.ts';
export { purgePollBatches, type PurgeResult } from './history/purge-poll-batches.ts';
export { refreshObservationSpans, type RefreshSpansResult } from './history/refresh-observation-spans.ts';
export { replaceIngestGaps, type WholeGap } from './history/replace-ingest-gaps.ts';
export { getRollupState, setRollupState } from './history/rollup-state.ts';
export {
  type BucketPosition,
  type StoredBucket,
  streamBuckets,
  type StreamBucketsOptions,
  streamBucketSummaries,
} from './history/stream-buckets.ts';
export {
  type StatePosition,
  type StateSummary,
  type StoredSnapshot,
  streamStates,
  type StreamStatesOptions,
  streamStateSummaries,
} from './history/stream-states.ts';
export { writeDailyBuckets, writeHourlyBuckets } from './history/write-buckets.ts';
export {
  type IngestStop,
  listIngestStops,
  type GapOfRange,
  listGapFailures,
  type CoverageFacts,
  type CoverageFilter,
  listCoverageFacts,
} from './coverage/coverage-facts.ts';
export { type FeeReserve, type InterestFilter, type InterestRow, listInterest } from './fees/list-interest.ts';
export {
  type ApiKeyInfo,
  type ApiKeyState,
  apiKeyStateAt,
  type ApiKeyLimits,
  createApiKey,
  type CreateApiKeyOptions,
  type IssuedApiKey,
  MAX_ACTIVE_KEYS,
  generateApiKey,
  hashApiKey,
  isWellFormedApiKey,
} from './keys/create-api-key.ts';
export {
  type ApiKeyUsageBatch,
  type ApiKeyUsageCount,
  getApiKey,
  listApiKeyUsage,
  writeApiKeyUsage,
} from './keys/api-key-usage.ts';
export {
  listApiKeys,
  revokeApiKey,
  rotateApiKey,
  type RotateApiKeyOptions,
  type ApiKeyUse,
  touchApiKeys,
  type ApiKeyVerification,
  listActiveApiKeys,
  verifyApiKey,
} from './keys/api-keys.ts';
export { runKeysCli } from './keys/run-keys-cli.ts';
export { migrate, type MigrateOptions, type MigrateResult } from './migrate/migrate.ts';
export { MIGRATIONS_DIR } from './migrate/migration-files.ts';
export { ensurePartitions, type EnsurePartitionsResult } from './partitions/ensure-partitions.ts';
export { setTransactionTimeout, TERMINATE_SESSION, type TransactionLimits } from './transactions.ts';
export {
  getChain,
  registerChain,
  getDatabaseTime,
  type Freshness,
  getFreshness,
  getNewestPollAt,
  getSlotClockPair,
  type SlotClockPair,
  listMarketConfigs,
  listReservesToPoll,
  type ReserveToPoll,
} from './queries/polling.ts';
export { setPollSchedule, getIngestStatus, type IngestStatus, type OpenGapCount } from './status/ingest-status.ts';
export {
  decideSnapshot,
  type PreviousSnapshot,
  LATEST_CHANNEL,
  type LatestNotification,
  type PollBatch,
  type PollBatchFacts,
  type PollBatchResult,
  type QuarantineInput,
  type FailedAttempt,
  recordFailedAttempt,
} from './queries/poll-batch.ts';
export {
  getReserveConfig,
  type ReserveConfigRow,
  listMarketInfo,
  listReserveInfo,
  type MarketInfo,
  type ReserveInfo,
  getLatestReserve,
  type LatestReserve,
  listLatestReserves,
  type LatestSummaries,
  type LatestSummary,
  listLatestSummaries,
} from './queries/latest.ts';
export {
  type ConfigChangeEntry,
  type ConfigChangeFilter,
  type ConfigChangePosition,
  listConfigChanges,
} from './queries/list-config-changes.ts';
export { type IndexPointRow, listIndexPoints } from './queries/list-index-points.ts';
export {
  listQuarantineCounts,
  type QuarantineCount,
  listQuarantinedReserves,
  type QuarantinedReserve,
  type QuarantineSighting,
  upsertQuarantine,
} from './queries/quarantine.ts';
export {
  getReserveRateState,
  listReserveDetails,
  type ReserveDetailRow,
  type ReserveRateState,
} from './queries/list-reserve-details.ts';
export { markMissing, type MissingSighting } from './queries/presence.ts';
export { listReserveMints, type ReserveMint, upsertTokenMints } from './queries/token-mints.ts';
export { findLendingMarketProblem, upsertLendingMarkets } from './queries/upsert-lending-markets.ts';
export { findReserveProblem, upsertReserves, type UpsertResult } from './queries/upsert-reserves.ts';
export { writePollBatch } from './queries/write-poll-batch.ts';
export type { RowProblem } from './rows/encode-record.ts';
export { findReserveStateProblem } from './rows/reserve-state-row.ts';
export { type ReserveParts, toLendingMarketRow, toReserveRow } from './rows/to-reserve-row.ts';
export {
  type ReserveStateSource,
  type StateColumns,
  toAccruedBalances,
  toBasis,
  toReserveState,
  toStoredState,
  toTimeBasis,
} from './rows/to-reserve-state.ts';
export { isTransientError } from './is-transient-error.ts';
export { SchemaError, type SchemaErrorCode } from './schema-error.ts';
export {
  getStreamBounds,
  listStreamCommits,
  type StreamCommit,
  type StreamState,
} from './stream/list-stream-commits.ts';
export { containReaders, type ContainedReaders, type ReaderBounds } from './roles/contain-readers.ts';
export { ensureLogins, loginNameOf, type LoginPasswords, ROLE_GROUPS, type RoleGroup } from './roles/ensure-logins.ts';
