export {
  createDatabase,
  type Database,
  type DatabaseOptions,
  type Drizzle,
  type Queryable,
  type Sql,
} from './create-database.ts';
export { SchemaError, type SchemaErrorCode } from './schema-error.ts';
export * from './tables/index.ts';
export {
  LATEST_CHANNEL,
  type LatestNotification,
  type PollBatch,
  type PollBatchFacts,
  type PollBatchResult,
  type QuarantineInput,
} from './queries/poll-batch.ts';
export { migrate, type MigrateOptions, type MigrateResult } from './migrate/migrate.ts';
export { MIGRATIONS_DIR } from './migrate/migration-files.ts';
export { findReserveStateProblem } from './rows/reserve-state-row.ts';
export type { RowProblem } from './rows/encode-record.ts';
export { writePollBatch } from './queries/write-poll-batch.ts';
export { type FailedPollBatch, recordFailedPollBatch } from './queries/poll-batch-row.ts';
export { upsertReserves, type UpsertResult } from './queries/upsert-reserves.ts';
export { upsertLendingMarkets } from './queries/upsert-lending-markets.ts';
export { markMissing, type MissingSighting } from './queries/mark-missing.ts';
export { type QuarantineSighting, upsertQuarantine } from './queries/upsert-quarantine.ts';
