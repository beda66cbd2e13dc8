import { STATUS_CAUSES } from '@tidemark/model/fields';
import { describe, expect, it } from 'vitest';
import { findCauses, type Judged, type UnjudgedStatus, worstVerdict } from './causes.ts';

const CLEAN: UnjudgedStatus = {
  protocol: 'kamino',
  slot: 1,
  timestamp: 1,
  data_age_seconds: 300,
  bank_age_seconds: 60,
  poll_age_seconds: 15,
  poll_interval_seconds: 5,
  stale_after_seconds: 60,
  reserves: {
    reserve_count: 3,
    ok_reserve_count: 1,
    stale_reserve_count: 0,
    quarantined_reserve_count: 0,
    frozen_reserve_count: 1,
    gone_reserve_count: 1,
    quarantine_reasons: [],
  },
  // Unlisted markets never change the verdict: anybody can make one.
  unlisted_reserves: {
    reserve_count: 9,
    ok_reserve_count: 9,
    stale_reserve_count: 9,
    quarantined_reserve_count: 9,
    frozen_reserve_count: 9,
    gone_reserve_count: 9,
    quarantine_reasons: [{ quarantine_reason_str: 'RATE_OUT_OF_RANGE', reserve_count: 9 }],
  },
  gap_count: 1,
  oldest_gap_timestamp: 1,
  open_gaps: [{ gap_reason_str: 'account_missing', gap_count: 1, oldest_gap_timestamp: 1 }],
  final_hour_timestamp: null,
  rollup_lag_seconds: 900,
  audit: {
    audit_age_seconds: 900,
    audit_max_age_seconds: 900,
    newest_run: {
      started_timestamp: 1,
      finished_timestamp: 1,
      outcome_str: 'completed',
      error_code_str: null,
      checks: [],
    },
    finding_count: 7,
    findings: [],
    resolved_finding_count: 0,
    resolved_findings: [],
  },
};
const LIMITS = { readyMaxAgeMs: 60_000, auditMaxAgeMs: 900_000 };
const judge = (status: Partial<UnjudgedStatus>, rest: Partial<Judged> = {}) =>
  findCauses({
    status: { ...CLEAN, ...status },
    isUnreachable: false,
    failingWith: null,
    findings: { critical: 0, warning: 0 },
    limits: LIMITS,
    ...rest,
  });
const reserves = (counts: Partial<UnjudgedStatus['reserves']>) => ({ reserves: { ...CLEAN.reserves, ...counts } });
const audit = (parts: Partial<UnjudgedStatus['audit']>) => ({ audit: { ...CLEAN.audit, ...parts } });
const failedRun = {
  started_timestamp: 1,
  finished_timestamp: 1,
  outcome_str: 'failed' as const,
  error_code_str: '57014',
  checks: [],
};

const CASES: [string, string, Partial<UnjudgedStatus>, Partial<Judged>, string][] = [
  ['nothing_indexed', 'unknown', { data_age_seconds: null, bank_age_seconds: null }, {}, 'Nothing is indexed'],
  ['database_unreachable', 'failing', {}, { isUnreachable: true }, 'could not be renewed'],
  ['data_stale', 'failing', { bank_age_seconds: 61 }, {}, 'has come for 61 s; 60 s are allowed'],
  ['polls_late', 'degraded', { poll_age_seconds: 16 }, {}, '16 s ago; one is due every 5 s, and 15 s are allowed'],
  ['chain_behind', 'degraded', { data_age_seconds: 301 }, {}, '301 s behind'],
  ['chain_halted', 'degraded', {}, { failingWith: 'CHAIN_HALTED' }, 'shows no new bank'],
  ['rate_limited', 'degraded', {}, { failingWith: 'RATE_LIMITED' }, 'allows no more calls'],
  ['clock_implausible', 'degraded', {}, { failingWith: 'CLOCK_IMPLAUSIBLE' }, 'Is the clock of the database right?'],
  ['reserves_stale', 'degraded', reserves({ stale_reserve_count: 1 }), {}, '1 reserve is not read for more than 60 s'],
  [
    'reserves_quarantined',
    'degraded',
    reserves({
      quarantined_reserve_count: 2,
      quarantine_reasons: [{ quarantine_reason_str: 'BAD_SIZE', reserve_count: 2 }],
    }),
    {},
    '2 reserves are refused: BAD_SIZE (2)',
  ],
  [
    'gaps_open',
    'degraded',
    { open_gaps: [...CLEAN.open_gaps, { gap_reason_str: 'not_polled', gap_count: 4, oldest_gap_timestamp: 1 }] },
    {},
    'Gaps that go on: not_polled (4).',
  ],
  ['rollup_behind', 'degraded', { rollup_lag_seconds: 901 }, {}, 'is 901 s old'],
  ['audit_never_ran', 'unknown', audit({ audit_age_seconds: null, newest_run: null }), {}, 'No audit'],
  ['audit_overdue', 'unknown', audit({ audit_age_seconds: 901 }), {}, 'ended 901 s ago; 900 s are allowed'],
  ['audit_failed', 'degraded', audit({ newest_run: failedRun }), {}, 'failed with 57014'],
  ['audit_found_critical', 'failing', {}, { findings: { critical: 2, warning: 0 } }, 'critical: 2'],
  ['audit_found_warning', 'degraded', {}, { findings: { critical: 0, warning: 3 } }, 'warnings: 3'],
];

describe('the causes', () => {
  it('are none where everything is at its limit, reserves are gone or frozen, and findings are for information', () => {
    expect(judge({})).toEqual([]);
    expect(judge({ data_age_seconds: 0, rollup_lag_seconds: null })).toEqual([]);
    expect(judge({}, { failingWith: 'TIMEOUT' })).toEqual([]);
  });

  it.each(CASES)('are %s alone, which makes it %s', (cause_str, verdict_str, status, rest, text) => {
    const causes = judge(status, rest);
    expect(causes).toMatchObject([{ cause_str, verdict_str }]);
    expect(causes[0]?.message).toContain(text);
  });

  it('are all that there are, each seen here', () => {
    expect(CASES.map(([cause]) => cause).toSorted()).toEqual([...STATUS_CAUSES].toSorted());
  });

  it('stand in the order of how bad they are', () => {
    const causes = judge(
      { bank_age_seconds: 99, rollup_lag_seconds: 9_999, ...audit({ audit_age_seconds: null }) },
      { findings: { critical: 1, warning: 1 } },
    );
    expect(causes.map(({ cause_str }) => cause_str)).toEqual([
      'data_stale',
      'audit_found_critical',
      'audit_never_ran',
      'rollup_behind',
      'audit_found_warning',
    ]);
  });
});

it('the verdict is the worst: failing, unknown, degraded, ok', () => {
  expect(worstVerdict([])).toBe('ok');
  expect(worstVerdict(['ok', 'degraded'])).toBe('degraded');
  expect(worstVerdict(['unknown', 'degraded', 'ok'])).toBe('unknown');
  expect(worstVerdict(['unknown', 'failing', 'degraded'])).toBe('failing');
});
