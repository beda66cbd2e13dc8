import { bigint, integer, text } from 'drizzle-orm/pg-core';
import { instant, jsonObject, lend } from './column-types.ts';

export type AuditOutcome = 'completed' | 'failed';

/** How much one check looked at. */
export type AuditCheckCount = {
  /** Rows, accounts or endpoints that were looked at. */
  readonly checked: number;
  readonly findings: number;
};

/** What the newest data of one account kind look like. */
export type AuditAccountKind = {
  /** Accounts that are stored and not known to be gone. */
  readonly accounts: number;
  /** Null where none is stored. */
  readonly newestSlot: number | null;
  /** Unix seconds of that slot; null where none is stored. */
  readonly newestTimestamp: number | null;
  /** Accounts by length of their data in bytes, of those that were read or refused. */
  readonly byteLengths: { readonly [bytes: string]: number };
  /** Share of the newest rows in which a number is null, 0 to 1, by column; null where there is no row. */
  readonly nullRates: { readonly [column: string]: number | null };
};

/** What one RPC endpoint answered. */
export type AuditEndpoint = {
  /** Null where it did not answer. */
  readonly slot: number | null;
  /** Behind the endpoint that is furthest; null where it did not answer. */
  readonly lagSlots: number | null;
  /** Accounts that must be the same at the endpoint it was compared with. */
  readonly comparedAccounts: number;
  /** Those of them that are not. */
  readonly differingAccounts: number;
  /** Code of its failure; null where it answered. */
  readonly errorCode: string | null;
};

/** One row per audit: what was looked at, and up to which commit rows were checked. */
export const auditRuns = lend.table('audit_runs', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  protocol: text('protocol').notNull(),
  startedAt: instant('started_at').notNull(),
  finishedAt: instant('finished_at').notNull(),
  outcome: text('outcome').$type<AuditOutcome>().notNull(),
  errorCode: text('error_code'),
  commitSeq: bigint('commit_seq', { mode: 'bigint' }),
  findingsOpened: integer('findings_opened').notNull(),
  findingsResolved: integer('findings_resolved').notNull(),
  findingsOpen: integer('findings_open').notNull(),
  checks: jsonObject('checks').$type<{ readonly [checkName: string]: AuditCheckCount }>().notNull(),
  accountKinds: jsonObject('account_kinds').$type<{ readonly [kind: string]: AuditAccountKind }>().notNull(),
  endpoints: jsonObject('endpoints').$type<{ readonly [label: string]: AuditEndpoint }>().notNull(),
});

export type AuditRunRow = typeof auditRuns.$inferSelect;

export type AuditSeverity = 'critical' | 'warning' | 'info';
/** What a finding is about. */
export type AuditSubjectKind = 'reserve' | 'lending_market' | 'account_kind' | 'endpoint' | 'protocol';

/** What audits found in the data, from the first audit that found it to the one that did no more; open while `resolvedAt` is null. */
export const auditFindings = lend.table('audit_findings', {
  id: bigint('id', { mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  protocol: text('protocol').notNull(),
  checkName: text('check_name').notNull(),
  subjectKind: text('subject_kind').$type<AuditSubjectKind>().notNull(),
  subject: text('subject').notNull(),
  severity: text('severity').$type<AuditSeverity>().notNull(),
  message: text('message').notNull(),
  detail: jsonObject('detail').notNull(),
  firstSeenAt: instant('first_seen_at').notNull(),
  lastSeenAt: instant('last_seen_at').notNull(),
  timesSeen: bigint('times_seen', { mode: 'bigint' }).notNull(),
  resolvedAt: instant('resolved_at'),
});

export type AuditFindingRow = typeof auditFindings.$inferSelect;
