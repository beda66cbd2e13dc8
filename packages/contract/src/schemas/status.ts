import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { metaEnvelope } from './envelope.ts';
import { field, unixSeconds } from './fields.ts';

/** How many open findings are listed of a protocol, the gravest first. */
export const STATUS_MAX_FINDINGS = 100;
/** How many resolved ones, the newest first. */
export const STATUS_MAX_RESOLVED = 20;

/** Query of the status. Parameters of other names are refused. */
export const statusQuerySchema = z.strictObject({
  protocol: z
    .string()
    .optional()
    .meta({ description: 'Path segment of a protocol that / lists. Default: all.', example: 'kamino' }),
});

/** What can be said of the numbers, the worst last. */
export const VERDICTS = ['ok', 'degraded', 'unknown', 'failing'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Everything that can speak against the numbers. */
export const STATUS_CAUSES = [
  'nothing_indexed',
  'database_unreachable',
  'data_stale',
  'polls_late',
  'chain_behind',
  'reserves_stale',
  'reserves_quarantined',
  'gaps_open',
  'rollup_behind',
  'audit_never_ran',
  'audit_overdue',
  'audit_failed',
  'audit_found_critical',
  'audit_found_warning',
] as const;
export type StatusCauseCode = (typeof STATUS_CAUSES)[number];

const count = () => z.int().min(0);
const seconds = () => z.int().min(0);

const statusCauseSchema = z
  .strictObject({
    cause_str: field('cause_str', z.enum(STATUS_CAUSES)),
    verdict_str: field('verdict_str', z.enum(VERDICTS).exclude(['ok']), answerVariants.StatusCause.verdict_str),
    message: field('message', z.string().min(1)),
  })
  .meta({ id: 'StatusCause', description: 'Something that speaks against the numbers.' });
export type StatusCause = z.infer<typeof statusCauseSchema>;

const reserveStatesSchema = z
  .strictObject({
    reserve_count: field('reserve_count', count(), answerVariants.ReserveStates.reserve_count),
    ok_reserve_count: field('ok_reserve_count', count()),
    stale_reserve_count: field('stale_reserve_count', count()),
    quarantined_reserve_count: field('quarantined_reserve_count', count()),
    frozen_reserve_count: field('frozen_reserve_count', count()),
    gone_reserve_count: field('gone_reserve_count', count()),
    quarantine_reasons: z.array(
      z
        .strictObject({
          reason_code_str: field('reason_code_str', z.string().min(1)),
          reserve_count: field('reserve_count', z.int().min(1), answerVariants.QuarantineReason.reserve_count),
        })
        .meta({ id: 'QuarantineReason', description: 'A reason for which reserves are refused at the moment.' }),
    ),
  })
  .meta({ id: 'ReserveStates', description: 'How many reserves are in which state. Each is in one.' });
export type ReserveStates = z.infer<typeof reserveStatesSchema>;

const openGapsSchema = z
  .strictObject({
    reason_str: field('reason_str', z.string().min(1), answerVariants.OpenGaps.reason_str),
    gap_count: field('gap_count', z.int().min(1), answerVariants.OpenGaps.gap_count),
    oldest_gap_timestamp: field('oldest_gap_timestamp', unixSeconds(), answerVariants.OpenGaps.oldest_gap_timestamp),
  })
  .meta({ id: 'OpenGaps', description: 'Gaps that go on, for one reason.' });
export type OpenGaps = z.infer<typeof openGapsSchema>;

const auditFindingSchema = z
  .strictObject({
    check_name_str: field('check_name_str', z.string().min(1)),
    severity_str: field('severity_str', z.enum(['critical', 'warning', 'info'])),
    subject_kind_str: field(
      'subject_kind_str',
      z.enum(['reserve', 'lending_market', 'account_kind', 'endpoint', 'protocol']),
    ),
    subject: field('subject', z.string().min(1).nullable()),
    message: field('message', z.string().min(1)),
    first_seen_timestamp: field(
      'first_seen_timestamp',
      unixSeconds(),
      answerVariants.AuditFinding.first_seen_timestamp,
    ),
    last_seen_timestamp: field('last_seen_timestamp', unixSeconds(), answerVariants.AuditFinding.last_seen_timestamp),
    times_seen: field('times_seen', z.int().min(1)),
    resolved_timestamp: field('resolved_timestamp', unixSeconds().nullable()),
  })
  .meta({ id: 'AuditFinding', description: 'Something that the audit found in the data.' });
export type AuditFindingRow = z.infer<typeof auditFindingSchema>;

const auditRunSchema = z
  .strictObject({
    started_timestamp: field('started_timestamp', unixSeconds()),
    finished_timestamp: field('finished_timestamp', unixSeconds()),
    outcome_str: field('outcome_str', z.enum(['completed', 'failed'])),
    error_code_str: field('error_code_str', z.string().min(1).nullable()),
    checks: z
      .array(
        z
          .strictObject({
            check_name_str: field('check_name_str', z.string().min(1)),
            checked: field('checked', count()),
            finding_count: field('finding_count', count(), answerVariants.AuditCheck.finding_count),
          })
          .meta({ id: 'AuditCheck', description: 'How much one check looked at.' }),
      )
      .meta({ description: 'What was checked, by name. Empty where the audit failed.' }),
  })
  .meta({ id: 'AuditRun', description: 'One audit of the data.' });

const statusAuditSchema = z
  .strictObject({
    audit_age_seconds: field('audit_age_seconds', seconds().nullable()),
    audit_max_age_seconds: field('audit_max_age_seconds', seconds()),
    newest_run: auditRunSchema.nullable().meta({ description: 'The newest audit. Null before the first.' }),
    finding_count: field('finding_count', count()),
    findings: z
      .array(auditFindingSchema)
      .max(STATUS_MAX_FINDINGS)
      .meta({
        description: `Open findings, the gravest first, then those seen last: at most ${STATUS_MAX_FINDINGS} of finding_count.`,
      }),
    resolved_finding_count: field('resolved_finding_count', count()),
    resolved_findings: z
      .array(auditFindingSchema)
      .max(STATUS_MAX_RESOLVED)
      .meta({
        description: `Findings that were resolved in the last 24 hours, the newest first: at most ${STATUS_MAX_RESOLVED} of resolved_finding_count.`,
      }),
  })
  .meta({ id: 'StatusAudit', description: 'What the audit looked at last, and what it found.' });
export type StatusAudit = z.infer<typeof statusAuditSchema>;

/** Whether the numbers of one protocol can be trusted now. */
export const protocolStatusSchema = z
  .strictObject({
    protocol: field('protocol', z.string().min(1)),
    verdict_str: field('verdict_str', z.enum(VERDICTS)),
    causes: z.array(statusCauseSchema).meta({ description: 'Why it is not ok, the worst first. Empty where it is.' }),
    slot: field('slot', count().nullable(), answerVariants.ProtocolStatus.slot),
    timestamp: field('timestamp', unixSeconds().nullable(), answerVariants.ProtocolStatus.timestamp),
    data_age_seconds: field('data_age_seconds', seconds().nullable()),
    lag_seconds: field('lag_seconds', z.int().nullable()),
    poll_age_seconds: field('poll_age_seconds', seconds().nullable()),
    poll_interval_seconds: field('poll_interval_seconds', z.number().min(0).nullable()),
    stale_after_seconds: field('stale_after_seconds', seconds()),
    reserves: reserveStatesSchema,
    gap_count: field('gap_count', count(), answerVariants.ProtocolStatus.gap_count),
    oldest_gap_timestamp: field('oldest_gap_timestamp', unixSeconds().nullable()),
    open_gaps: z.array(openGapsSchema).meta({ description: 'The gaps that go on, by reason.' }),
    final_hour_timestamp: field('final_hour_timestamp', unixSeconds().nullable()),
    rollup_lag_seconds: field('rollup_lag_seconds', seconds().nullable()),
    audit: statusAuditSchema,
  })
  .meta({ id: 'ProtocolStatus', description: 'Whether the numbers of one protocol can be trusted now, and why not.' });
export type ProtocolStatus = z.infer<typeof protocolStatusSchema>;

export const statusEnvelopeSchema = metaEnvelope(
  'StatusEnvelope',
  z
    .strictObject({
      verdict_str: field('verdict_str', z.enum(VERDICTS), answerVariants.ServiceStatus.verdict_str),
      protocols: z.array(protocolStatusSchema),
    })
    .meta({ id: 'ServiceStatus', description: 'Whether the numbers can be trusted now.' }),
  z.strictObject({ checked_timestamp: field('checked_timestamp', unixSeconds()) }).meta({ id: 'StatusMeta' }),
);
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;
