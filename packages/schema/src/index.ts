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
