import type {
  apiKeys,
  apiKeyUsage,
  apiKeyUsageWriters,
  auditFindings,
  auditRuns,
  batchCommits,
  bucketTotals,
  chain,
  configChanges,
  corrections,
  failedAttempts,
  historyMonths,
  ingestGaps,
  lendingMarkets,
  observationSpans,
  pollBatches,
  quarantine,
  reserveHourly,
  reserveLatest,
  reserves,
  reserveSets,
  reserveSnapshots,
  rollupState,
  simulatedHistory,
  tokenMints,
} from '../generated/tables.ts';

/** Rows of tables, and words of their columns, by the names that code has for them. What they mean stands in sql/tables. */
export type ApiKeyRow = typeof apiKeys.$inferSelect;
export type ApiKeyUsageRow = typeof apiKeyUsage.$inferSelect;
export type ApiKeyUsageWriterRow = typeof apiKeyUsageWriters.$inferSelect;
export type AuditFindingRow = typeof auditFindings.$inferSelect;
export type AuditSeverity = AuditFindingRow['severity'];
/** What a finding is about. */
export type AuditSubjectKind = AuditFindingRow['subjectKind'];
export type AuditRunRow = typeof auditRuns.$inferSelect;
export type AuditOutcome = AuditRunRow['outcome'];
export type BatchCommitRow = typeof batchCommits.$inferSelect;
export type ChainRow = typeof chain.$inferSelect;
export type ConfigChangeRow = typeof configChanges.$inferSelect;
/** What a parameter belongs to. */
export type ConfigAccountKind = ConfigChangeRow['accountKind'];
export type CorrectionRow = typeof corrections.$inferSelect;
export type CorrectedTable = CorrectionRow['ofTable'];
export type FailedAttemptRow = typeof failedAttempts.$inferSelect;
export type HistoryMonthRow = typeof historyMonths.$inferSelect;
export type IngestGapRow = typeof ingestGaps.$inferSelect;
export type LendingMarketRow = typeof lendingMarkets.$inferSelect;
/** A lending market as seen at one slot: `slot` and `observedAt` say when. */
export type LendingMarketInput = Omit<
  LendingMarketRow,
  'changeId' | 'firstSeenSlot' | 'firstSeenAt' | 'missingSinceSlot' | 'missingSinceAt'
>;
export type ObservationSpanRow = typeof observationSpans.$inferSelect;
export type PollBatchRow = typeof pollBatches.$inferSelect;
/** An attempt that failed is a row of `failed_attempts`. */
export type PollBatchOutcome = PollBatchRow['outcome'];
/** What made the batch: the schedule, the search for new reserves, or an account that was told to have changed. */
export type PollBatchKind = PollBatchRow['kind'];
export type QuarantineRow = typeof quarantine.$inferSelect;
/** A whole bucket, of any width. */
export type ReserveBucketRow = typeof reserveHourly.$inferSelect;
export type ReserveLatestRow = typeof reserveLatest.$inferSelect;
export type ReserveRow = typeof reserves.$inferSelect;
/** The account's own status byte, by name. */
export type ReserveStatus = ReserveRow['status'];
/** Where the symbol of a reserve's token comes from. */
export type TokenSymbolOrigin = ReserveRow['tokenSymbolOrigin'];
export type ReserveSetRow = typeof reserveSets.$inferSelect;
export type ReserveSnapshotRow = typeof reserveSnapshots.$inferSelect;
export type RollupStateRow = typeof rollupState.$inferSelect;
export type SimulatedHistoryRow = Omit<typeof simulatedHistory.$inferSelect, 'onlyRow'>;
export type TokenMintRow = typeof tokenMints.$inferSelect;
/** What totals are of; `benchmark`: of tokens that stand for a US dollar. */
export type TotalsKind = (typeof bucketTotals.$inferSelect)['subjectKind'];
/**
 * Reserves of a market, or, of a token and a protocol, those of listed markets, those of them that lend on through another
 * reserve, and those of markets that are not listed.
 */
export type TotalsPart = (typeof bucketTotals.$inferSelect)['part'];

/** State of one reserve as the poll derives it: what a snapshot and the latest row have in common. */
export type ReserveState = Omit<
  ReserveLatestRow,
  'snapshotSlot' | 'snapshotObservedAt' | 'snapshotAccountSha256' | 'recordedAt' | 'pollBatchId'
>;

/** Identity and configuration of a reserve as seen at one slot: `configSlot` and `configObservedAt` say when. */
export type ReserveInput = Omit<
  ReserveRow,
  | 'id'
  | 'changeId'
  | 'firstSeenSlot'
  | 'firstSeenAt'
  | 'lastSeenSlot'
  | 'lastSeenAt'
  | 'missingSinceSlot'
  | 'missingSinceAt'
>;
