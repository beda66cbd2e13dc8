import { bigint, text } from 'drizzle-orm/pg-core';
import { instant, jsonObject } from './column-types.ts';
import { lend } from './lend-schema.ts';

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
