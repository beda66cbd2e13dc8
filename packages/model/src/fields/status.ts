import { type FieldGroup, type FieldType, numberField, textField, timeField } from '@tidemark/core';
import { GAP_REASONS, STATUS_CAUSES, VERDICTS } from './words.ts';

const status = { methodVersion: 'status-1.0' } as const;
const NOTHING = 'null while nothing is indexed';
const reserves = (description: string, formula: string) => numberField('reserves', description, formula, status);
const seconds = (description: string, formula: string, options: { nullRule?: string; type?: FieldType } = {}) =>
  numberField('seconds', description, formula, { ...status, ...options });
const time = (description: string, formula: string, options: { nullRule?: string; type?: FieldType } = {}) =>
  timeField(description, formula, { ...status, ...options });

/** The one word, and what it is made of. */
const verdictFields = {
  verdict_str: textField(
    'ok: nothing speaks against the numbers. degraded: they can be used, but not all of them, or not before the causes are known. unknown: no audit has checked them lately. failing: they are old, or known to be wrong.',
    'the worst of the causes, in the order failing, unknown, degraded; ok without any',
    { ...status, type: VERDICTS },
  ),
  cause_str: textField('Stable code of what speaks against the numbers.', 'compared with the limits', {
    ...status,
    type: STATUS_CAUSES,
  }),
  message: textField('The matter in words, with its numbers.', 'made when the status was', { ...status, type: 'word' }),
  checked_timestamp: time('When the status was made.', 'clock of the database'),
} satisfies FieldGroup;

/** How old the numbers are. */
const lagFields = {
  bank_age_seconds: seconds(
    'Time since the newest chain time that is served was first stored. Grows while no read brings a later bank; a clock of the chain that is behind and goes on has no part in it.',
    'clock of the database − time of the first write of it',
    { nullRule: NOTHING },
  ),
  poll_age_seconds: seconds(
    'Time since the newest poll or discovery was committed.',
    'clock of the database − committed_at of the newest commit that no notification made',
    { nullRule: 'nothing was committed yet' },
  ),
  poll_interval_seconds: seconds(
    'Time between two polls, as the indexer that started last is set up.',
    'POLL_INTERVAL_MS / 1000',
    { type: 'number', nullRule: 'no indexer has started yet' },
  ),
  stale_after_seconds: seconds(
    'bank_age_seconds from which on the data as a whole are failing; age from which on a reserve counts as stale.',
    'READY_MAX_AGE_MS; of a reserve the longest time between two reads without a gap, where that is longer',
  ),
} satisfies FieldGroup;

/** Each reserve is in one of the states. */
const stateFields = {
  ok_reserve_count: reserves('Reserves in no other state.', 'counted'),
  stale_reserve_count: reserves(
    'Reserves on chain whose newest read is too old.',
    'newest chain time − timestamp of the reserve + bank_age_seconds > stale_after_seconds',
  ),
  quarantined_reserve_count: reserves(
    'Reserves whose account is refused at the moment: their last good numbers stay. Also those that never had any.',
    'active_b of info/quarantine',
  ),
  frozen_reserve_count: reserves(
    'Reserves whose newest row stands still while others move, as the newest audit found.',
    'open findings of the check frozen_accounts',
  ),
  gone_reserve_count: reserves(
    'Reserves whose account is no longer on chain: their last numbers stay.',
    'missing_since_timestamp is not null',
  ),
} satisfies FieldGroup;

/** How far history has come. */
const historyStatusFields = {
  oldest_gap_timestamp: time('Beginning of the oldest of the gaps that go on.', 'ledger of gaps', {
    nullRule: 'null where no gap is ongoing',
  }),
  final_hour_timestamp: time(
    'Start of the newest hour whose rows no later read changes.',
    'newest bucket of any reserve that is final',
    { nullRule: 'null before the first' },
  ),
  rollup_lag_seconds: seconds(
    'Age of the oldest commit that hours and days do not hold yet; 0 where they hold all.',
    'clock of the database − time of the commit',
    { nullRule: NOTHING },
  ),
} satisfies FieldGroup;

/** What the audit looked at, and what it found. */
const auditFields = {
  audit_max_age_seconds: seconds('Age of the audit from which on nothing counts as checked.', 'AUDIT_MAX_AGE_MS'),
  audit_age_seconds: seconds(
    'Time since the end of the newest audit that came to its end.',
    'clock of the database − time of its end',
    {
      nullRule: 'null before the first',
    },
  ),
  started_timestamp: time('When the audit began.', 'clock of the database'),
  finished_timestamp: time('When the audit ended.', 'clock of the database'),
  outcome_str: textField('completed, or failed: it could not be carried through.', 'decided by the indexer', {
    ...status,
    type: ['completed', 'failed'],
  }),
  error_code_str: textField('Why the audit failed.', 'code of the error', {
    type: 'word',
    ...status,
    nullRule: 'null where it did not',
  }),
  check_name_str: textField('Name of the check.', 'constant of the check', { ...status, type: 'word' }),
  checked: numberField('rows', 'Rows, accounts or endpoints that the check looked at.', 'counted', status),
  severity_str: textField(
    'critical (numbers are wrong, or nothing new comes), warning (needs a person within the day) or info (known, and worth knowing), as the last audit saw it.',
    'decided by the check',
    { ...status, type: ['critical', 'warning', 'info'] },
  ),
  subject_kind_str: textField(
    'What the finding is about: reserve, lending_market, account_kind (all accounts of a kind), endpoint (an RPC provider) or protocol (everything).',
    'decided by the check',
    { ...status, type: ['reserve', 'lending_market', 'account_kind', 'endpoint', 'protocol'] },
  ),
  subject: textField(
    'Address of the account, or name of the account kind or of the protocol.',
    'what the check looked at',
    { type: 'word', ...status, nullRule: 'null for endpoints: which ones are used is not told' },
  ),
  times_seen: numberField('audits', 'Audits that found it.', 'counted', { ...status, type: 'positiveCount' }),
  resolved_timestamp: time('When an audit found it no more.', 'clock of the database', {
    nullRule: 'null while the finding is open',
  }),
  finding_count: numberField('findings', 'Findings that are open.', 'counted', status),
  resolved_finding_count: numberField(
    'findings',
    'Findings that were resolved in the last 24 hours.',
    'counted',
    status,
  ),
} satisfies FieldGroup;

/** Whether the numbers can be trusted now. */
export const statusFields = {
  ...verdictFields,
  ...lagFields,
  ...stateFields,
  ...historyStatusFields,
  ...auditFields,
} satisfies FieldGroup;

/** Names that mean something of their own here, by the name of the component. */
export const statusVariants = {
  AuditFinding: {
    first_seen_timestamp: time('When an audit first found it.', 'clock of the database'),
    last_seen_timestamp: time('When an audit last found it.', 'clock of the database'),
  },
  OpenGaps: {
    gap_reason_str: textField(`Why nothing is observed: ${GAP_REASONS}.`, 'ledger of gaps', {
      ...status,
      type: 'word',
    }),
    gap_count: numberField(
      'gaps',
      'Gaps for this reason that go on, one for each reserve of a listed market.',
      'counted',
      {
        ...status,
        type: 'positiveCount',
      },
    ),
    oldest_gap_timestamp: time('Beginning of the oldest of them.', 'ledger of gaps'),
  },
  AuditCheck: {
    finding_count: numberField('findings', 'Findings of the check in this audit.', 'counted', status),
  },
  ProtocolStatus: {
    slot: numberField('slots', 'Newest slot that is served.', 'largest slot of the latest reserves', {
      ...status,
      nullRule: NOTHING,
    }),
    timestamp: time('Newest chain time that is served.', 'largest timestamp of the latest reserves', {
      nullRule: NOTHING,
    }),
    gap_count: numberField(
      'gaps',
      'Gaps of reserves of listed markets that go on: no read has ended them yet.',
      'ledger of gaps',
      status,
    ),
  },
  QuarantineReason: {
    reserve_count: numberField(
      'reserves',
      'Reserves that are refused for this reason at the moment.',
      'active_b of info/quarantine',
      { ...status, type: 'positiveCount' },
    ),
  },
  ReserveStates: {
    reserve_count: reserves(
      'Reserves that are known, or were refused whenever they were met: the sum of all states.',
      'counted',
    ),
  },
  ServiceStatus: {
    verdict_str: textField('The worst that is said of any protocol.', 'verdict_str of the protocols', {
      ...status,
      type: VERDICTS,
    }),
  },
  StatusCause: {
    verdict_str: textField(
      'What the cause alone makes of the numbers: degraded, unknown or failing.',
      'decided by the cause',
      { ...status, type: ['degraded', 'unknown', 'failing'] },
    ),
  },
} as const;
