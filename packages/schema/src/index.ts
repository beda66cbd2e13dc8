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
