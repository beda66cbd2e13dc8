import type { ProtocolStatus, StatusCause, StatusCauseCode, Verdict } from '@tidemark/contract';
import { VERDICTS } from '@tidemark/model/fields';

/** What a status is judged by, as the deployment settles it. */
export interface StatusLimits {
  /** As in /ready. */
  readonly readyMaxAgeMs: number;
  /** An audit that ended longer ago says nothing about now. */
  readonly auditMaxAgeMs: number;
}

/** A status that is not judged yet. */
export type UnjudgedStatus = Omit<ProtocolStatus, 'verdict_str' | 'causes'>;

export interface Judged {
  readonly status: UnjudgedStatus;
  /** The latest reserves in memory could not be renewed. */
  readonly isUnreachable: boolean;
  /** Code of the newest attempt at a poll; null where it did not fail. */
  readonly failingWith: string | null;
  /** Open findings by severity. */
  readonly findings: { readonly critical: number; readonly warning: number };
  readonly limits: StatusLimits;
}

/** The clock of the chain follows that of the world loosely; more than this is no longer the clock. */
const MAX_CHAIN_LAG_SECONDS = 300;
/** Two polls may fail, and one be in flight. */
const POLLS_ALLOWED_TO_FAIL = 3;
/** What a poll may take where the interval is shorter. */
const MIN_POLL_AGE_SECONDS = 10;
/** As the alert RollupLagging. */
const MAX_ROLLUP_LAG_SECONDS = 900;
/** The account is gone from the chain: the gap will not end, and is no defect. */
const GONE_REASON = 'account_missing';

/** Everything that speaks against the numbers, the worst first. */
export function findCauses(judged: Judged): StatusCause[] {
  return [
    ...causesOfData(judged),
    ...causesOfReserves(judged),
    ...causesOfHistory(judged),
    ...causesOfAudit(judged),
  ].toSorted((left, right) => VERDICTS.indexOf(right.verdict_str) - VERDICTS.indexOf(left.verdict_str));
}

/** The worst of several; ok where there is none. */
export function worstVerdict(verdicts: readonly Verdict[]): Verdict {
  return verdicts.reduce<Verdict>(
    (worst, verdict) => (VERDICTS.indexOf(verdict) > VERDICTS.indexOf(worst) ? verdict : worst),
    'ok',
  );
}

function causesOfData({ status, isUnreachable, failingWith, limits }: Judged): StatusCause[] {
  const { data_age_seconds: age, bank_age_seconds: bankAge } = status;
  const { poll_age_seconds: pollAge, poll_interval_seconds: interval } = status;
  const allowed = limits.readyMaxAgeMs / 1000;
  const allowedPollAge =
    interval === null ? Infinity : Math.max(POLLS_ALLOWED_TO_FAIL * interval, MIN_POLL_AGE_SECONDS);
  return [
    ...when(age === null, 'nothing_indexed', 'unknown', 'Nothing is indexed.'),
    ...when(isUnreachable, 'database_unreachable', 'failing', 'The served data could not be renewed.'),
    ...when(
      bankAge !== null && bankAge > allowed,
      'data_stale',
      'failing',
      `No later bank of the chain has come for ${bankAge} s; ${allowed} s are allowed.`,
    ),
    ...when(
      pollAge !== null && pollAge > allowedPollAge,
      'polls_late',
      'degraded',
      `The newest poll was committed ${pollAge} s ago; one is due every ${interval} s, and ${allowedPollAge} s are allowed.`,
    ),
    ...when(
      age !== null && age > MAX_CHAIN_LAG_SECONDS,
      'chain_behind',
      'degraded',
      `The newest chain time lies ${age} s behind the clock of the database; ${MAX_CHAIN_LAG_SECONDS} s are allowed.`,
    ),
    ...when(
      failingWith === 'CHAIN_HALTED',
      'chain_halted',
      'degraded',
      'The chain shows no new bank, or every node that is asked shows none.',
    ),
    ...when(
      failingWith === 'RATE_LIMITED',
      'rate_limited',
      'degraded',
      'The provider of the chain allows no more calls for polls at the moment.',
    ),
    ...when(
      failingWith === 'CLOCK_IMPLAUSIBLE',
      'clock_implausible',
      'degraded',
      'Every RPC endpoint is refused because of its clock. Is the clock of the database right?',
    ),
  ];
}

function causesOfReserves({ status }: Judged): StatusCause[] {
  const { stale_reserve_count: stale, quarantined_reserve_count: quarantined, quarantine_reasons } = status.reserves;
  const reasons = quarantine_reasons.map((entry) => `${entry.quarantine_reason_str} (${entry.reserve_count})`);
  return [
    ...when(
      stale > 0,
      'reserves_stale',
      'degraded',
      `${reserves(stale)} not read for more than ${status.stale_after_seconds} s.`,
    ),
    ...when(
      quarantined > 0,
      'reserves_quarantined',
      'degraded',
      `${reserves(quarantined)} refused: ${reasons.join(', ')}.`,
    ),
  ];
}

function causesOfHistory({ status }: Judged): StatusCause[] {
  const { rollup_lag_seconds: lag } = status;
  const gaps = status.open_gaps.filter(({ gap_reason_str }) => gap_reason_str !== GONE_REASON);
  const reasons = gaps.map(({ gap_reason_str, gap_count }) => `${gap_reason_str} (${gap_count})`);
  return [
    ...when(gaps.length > 0, 'gaps_open', 'degraded', `Gaps that go on: ${reasons.join(', ')}.`),
    ...when(
      lag !== null && lag > MAX_ROLLUP_LAG_SECONDS,
      'rollup_behind',
      'degraded',
      `The oldest commit that hours and days do not hold is ${lag} s old; ${MAX_ROLLUP_LAG_SECONDS} s are allowed.`,
    ),
  ];
}

function causesOfAudit({ status, findings, limits }: Judged): StatusCause[] {
  const { audit_age_seconds: age, newest_run: run } = status.audit;
  const allowed = limits.auditMaxAgeMs / 1000;
  return [
    ...when(
      findings.critical > 0,
      'audit_found_critical',
      'failing',
      `Open findings of the audit that are critical: ${findings.critical}.`,
    ),
    ...when(age === null, 'audit_never_ran', 'unknown', 'No audit has come to its end yet.'),
    ...when(
      age !== null && age > allowed,
      'audit_overdue',
      'unknown',
      `The newest audit ended ${age} s ago; ${allowed} s are allowed.`,
    ),
    ...when(
      run?.outcome_str === 'failed',
      'audit_failed',
      'degraded',
      `The newest audit failed with ${run?.error_code_str ?? 'no code'}.`,
    ),
    ...when(
      findings.warning > 0,
      'audit_found_warning',
      'degraded',
      `Open findings of the audit that are warnings: ${findings.warning}.`,
    ),
  ];
}

function when(
  holds: boolean,
  cause_str: StatusCauseCode,
  verdict_str: StatusCause['verdict_str'],
  message: string,
): StatusCause[] {
  return holds ? [{ cause_str, verdict_str, message }] : [];
}

function reserves(count: number): string {
  return count === 1 ? '1 reserve is' : `${count} reserves are`;
}
