export * from './tables/index.ts';
export { createDatabase, type Database, type DatabaseOptions, type Queryable, type Sql } from './create-database.ts';
export * from './aggregates/list-aggregate-inputs.ts';
export { EXACT_SCALE, partsOf } from './aggregates/exact-scale.ts';
export * from './aggregates/list-totals.ts';
export * from './fees/list-totals-revisions.ts';
export { storeDueTotals } from './aggregates/write-bucket-totals.ts';
export * from './audit/audit-reads.ts';
export * from './audit/audit-runs.ts';
export * from './audit/audit-findings.ts';
export { type AccountConfigChange, type ConfigChange, diffConfig } from './config-changes/write-config-changes.ts';
export { ByteWriter, CopiedCells, recycle, textView } from './copy/bytes.ts';
export type { CopiedRows } from './copy/copy-rows.ts';
export { toBucket } from './history/bucket-row.ts';
export {
  listDayRevisions,
  listReserveDayRevisions,
  readHistoryRevision,
  type ReserveDayRevision,
} from './history/bucket-revision.ts';
export { copyStates } from './history/copy-states.ts';
export * from './history/copy-history.ts';
export { explainGaps, type FirstFailure, getObservedRange } from './history/gap-evidence.ts';
export * from './history/gap-ledger.ts';
export { listNeighbourObservations, type NeighbourObservation } from './history/neighbour-observations.ts';
export * from './history/commits.ts';
export * from './history/list-closes.ts';
export {
  listNeighbourStates,
  type StoredSnapshot,
} from './history/neighbour-states.ts';
export * from './history/list-terms-timelines.ts';
export { listObservationSpans, type ObservationSpans, type StoredSpan } from './history/observation-spans.ts';
export { isMoveAllowed, type MovedHistory, moveHistory } from './history/narrow/move-history.ts';
export { type SealedHistory, sealHistory } from './history/narrow/seal-history.ts';
export { purgePollBatches } from './history/purge-poll-batches.ts';
export { refreshObservationSpans } from './history/refresh-observation-spans.ts';
export { countBuckets, type StoredBucket, streamBuckets } from './history/stream-buckets.ts';
export { writeBuckets } from './history/write-buckets.ts';
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
export { type InterestSubject, listStoredInterest, type StoredInterestFilter } from './fees/list-stored-interest.ts';
export {
  type ApiKeyInfo,
  apiKeyStateAt,
  createApiKey,
  generateApiKey,
  isWellFormedApiKey,
} from './keys/create-api-key.ts';
export * from './keys/api-key-usage.ts';
export {
  revokeApiKey,
  rotateApiKey,
  type ApiKeyVerification,
  listActiveApiKeys,
  verifyApiKey,
} from './keys/api-keys.ts';

export * from './corrections/correct-observations.ts';
export * from './corrections/correction-days.ts';
export * from './history/narrow/archived-months.ts';
export { migrate } from './migrate/migrate.ts';
export { ensurePartitions, type MonthlyTable } from './partitions/ensure-partitions.ts';
export { setTransactionTimeout, TERMINATE_SESSION } from './transactions.ts';
export {
  getChain,
  registerChain,
  getDatabaseTime,
  getNewestBank,
  type Freshness,
  getFreshness,
  getNewestPollAt,
  getSlotClockPair,
  listMarketConfigs,
  listReservesToPoll,
} from './queries/polling.ts';
export * from './queries/simulated-history.ts';
export { setPollSchedule, getIngestStatus, listOpenGaps, type IngestStatus } from './status/ingest-status.ts';
export {
  decideSnapshot,
  LATEST_CHANNEL,
  type LatestNotification,
  type PollBatch,
  type PollBatchResult,
  type QuarantineInput,
  recordFailedAttempt,
} from './queries/poll-batch.ts';
export * from './queries/latest.ts';
export * from './queries/list-config-changes.ts';

export { type IndexPointRow, listIndexPoints, type WindowOfReserve } from './queries/list-index-points.ts';
export {
  listQuarantineCounts,
  type QuarantineCount,
  listQuarantinedReserves,
  type QuarantinedReserve,
  upsertQuarantine,
} from './queries/quarantine.ts';
export { getReserveDetail, type ReserveDetailRow, ReserveDetails } from './queries/list-reserve-details.ts';
export { markMissing } from './queries/presence.ts';
export { listReserveMints, nameReserves, upsertTokenMints } from './queries/token-mints.ts';
export { upsertLendingMarkets } from './queries/upsert-lending-markets.ts';
export { findReserveProblem, upsertReserves } from './queries/upsert-reserves.ts';
export { retryConflicts } from './queries/retry-conflicts.ts';
export { writePollBatch } from './queries/write-poll-batch.ts';
export { writePollBatches } from './queries/write-poll-batches.ts';
export type { RowProblem } from './rows/encode-record.ts';
export type { StateColumns } from './generated/stored-state.ts';
export { findReserveStateProblem, RESERVE_STATE_SPECS } from './rows/reserve-state-row.ts';
export { type ReserveParts, toLendingMarketRow, toReserveRow } from './rows/to-reserve-row.ts';
export { toAccruedBalances, toDerivedColumns, toReserveState, toStoredState } from './rows/to-reserve-state.ts';
export { type DatabaseTlsOptions, readDatabaseUrl } from './database-tls.ts';
export { identifyDatabase } from './identify-database.ts';
export { describeFailure, isTransientError, SchemaError } from './schema-error.ts';
export type { StreamPrice } from './stream/list-price-commits.ts';
export * from './stream/list-stream-commits.ts';
export { containReaders } from './roles/manage-readers.ts';
export { ensureLogins, loginNameOf, ROLE_GROUPS, type RoleGroup } from './roles/ensure-logins.ts';
export * from './liquidity/liquidity-plan.ts';
export * from './liquidity/list-liquidity.ts';
export * from './liquidity/list-liquidity-history.ts';
export * from './liquidity/roll-up-liquidity.ts';
export * from './liquidity/write-liquidity-batch.ts';
export * from './prices/list-divergence-history.ts';
export * from './prices/list-price-history.ts';
export * from './prices/list-prices.ts';
export * from './prices/price-upkeep.ts';
export * from './prices/roll-up-prices.ts';
export * from './prices/write-price-batch.ts';
export {
  acceptReserveIdentity,
  getProtocolOfReserve,
  getRefusedIdentity,
  listReserveIdentities,
  type StoredIdentity,
} from './queries/reserve-identities.ts';
export { type FutureReport, type FutureRows, listFutureRows, removeFutureRows } from './future/future-rows.ts';
