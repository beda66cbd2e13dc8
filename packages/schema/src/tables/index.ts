export * from '../generated/tables.ts';
export * from './bucket-columns.ts';
export { lend } from './column-types.ts';
export type {
  AuditAccountKind,
  AuditCheckCount,
  AuditEndpoint,
  JsonObject,
  JsonScalar,
  JsonValue,
  SlotDurationSource,
  SnapshotReason,
} from './column-values.ts';
export * from './rows.ts';
