import { HOUR_MS } from '@tidemark/core';
import { writeFailedAuditRun } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { askStatus, finding, seedClean, writeAudit } from './support/status-world.ts';

let api: TestApi | undefined;
afterEach(async () => {
  await api?.stop();
  api = undefined;
});

/** Over data that are ok, and what the test adds. No limit is one that a slow machine could reach. */
const startWith = async (seed: (database: TestApi['database']) => Promise<void>): Promise<TestApi> => {
  api = await startTestApi({
    readyMaxAgeMs: HOUR_MS,
    status: { auditMaxAgeMs: HOUR_MS, maxAgeMs: 0 },
    prepare: async (database) => {
      await seedClean(database);
      await seed(database);
    },
  });
  return api;
};

describe('the audit', () => {
  it('that never ran makes the status unknown, whatever else is well', async () => {
    const running = await startWith(async ({ sql }) => {
      await sql`TRUNCATE lend.audit_runs`;
    });
    const { data, kamino, causes } = await askStatus(running);
    expect(data.verdict_str).toBe('unknown');
    expect(causes).toEqual(['audit_never_ran']);
    expect(kamino.audit).toMatchObject({ audit_age_seconds: null, newest_run: null });
  });

  it('that has not come to its end lately makes it unknown, also where one failed just now', async () => {
    const running = await startWith(async ({ sql }) => {
      await sql`UPDATE lend.audit_runs SET started_at = started_at - interval '2 hours',
        finished_at = finished_at - interval '2 hours'`;
    });
    const { sql } = running.database;
    expect((await askStatus(running)).causes).toEqual(['audit_overdue']);
    await writeFailedAuditRun(sql, { protocol: 'kamino', durationMs: 10, errorCode: '57014' });
    const { kamino, causes } = await askStatus(running);
    expect(kamino.verdict_str).toBe('unknown');
    expect(causes).toEqual(['audit_overdue', 'audit_failed']);
    expect(kamino.audit.audit_age_seconds).toBeGreaterThanOrEqual(7_200);
    expect(kamino.audit.newest_run).toMatchObject({ outcome_str: 'failed', error_code_str: '57014', checks: [] });
  });

  it('that failed after one that did not degrades it', async () => {
    const running = await startWith(({ sql }) =>
      writeFailedAuditRun(sql, { protocol: 'kamino', durationMs: 10, errorCode: '57014' }),
    );
    const { kamino, causes } = await askStatus(running);
    expect([kamino.verdict_str, causes]).toEqual(['degraded', ['audit_failed']]);
  });

  it.each([
    ['critical', 'failing', ['audit_found_critical']],
    ['warning', 'degraded', ['audit_found_warning']],
    ['info', 'ok', []],
  ] as const)('with a planted %s finding makes it %s, and names the finding', async (severity, verdict, expected) => {
    const running = await startWith((database) => writeAudit(database, [finding('SOL', { severity })]));
    const { data, kamino, causes } = await askStatus(running);
    expect(data.verdict_str).toBe(verdict);
    expect(causes).toEqual(expected);
    const now = expect.any(Number);
    expect(kamino.audit).toMatchObject({
      finding_count: 1,
      findings: [
        {
          check_name_str: 'supply_identity',
          severity_str: severity,
          subject_kind_str: 'reserve',
          subject: addressFromLabel('SOL'),
          message: 'parts do not add up',
          first_seen_timestamp: now,
          last_seen_timestamp: now,
          times_seen: 1,
          resolved_timestamp: null,
        },
      ],
    });
  });

  it('does not tell which endpoint a finding is about', async () => {
    const running = await startWith((database) =>
      writeAudit(database, [finding('SOL', { subjectKind: 'endpoint', subject: 'secret.rpc.example:443' })]),
    );
    const { kamino } = await askStatus(running);
    expect(kamino.audit.findings).toMatchObject([{ subject_kind_str: 'endpoint', subject: null }]);
    expect((await running.call('/v1/status')).text).not.toContain('rpc.example');
  });

  it('lists what was resolved in the last day, and is well again', async () => {
    const running = await startWith(async (database) => {
      await writeAudit(database, [finding('OLD', { severity: 'critical' })]);
      await writeAudit(database);
      await database.sql`UPDATE lend.audit_findings SET first_seen_at = first_seen_at - interval '3 days',
        last_seen_at = last_seen_at - interval '3 days', resolved_at = resolved_at - interval '2 days'`;
      await writeAudit(database, [finding('SOL', { severity: 'critical' })]);
      await writeAudit(database);
    });
    const { kamino } = await askStatus(running);
    expect(kamino.verdict_str).toBe('ok');
    expect(kamino.audit).toMatchObject({
      finding_count: 0,
      resolved_finding_count: 1,
      resolved_findings: [{ subject: addressFromLabel('SOL'), resolved_timestamp: expect.any(Number) }],
    });
  });

  it('lists no more than its bounds, the gravest and the newest, and counts them all', async () => {
    const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
    const running = await startWith(async (database) => {
      await writeAudit(
        database,
        many('resolved', 30).map((label) => finding(label)),
      );
      await writeAudit(database, [
        ...many('open', 120).map((label) => finding(label)),
        finding('bad', { severity: 'critical' }),
      ]);
    });
    const { kamino } = await askStatus(running);
    const { audit } = kamino;
    expect([audit.finding_count, audit.findings.length]).toEqual([121, 100]);
    expect(audit.findings[0]).toMatchObject({ severity_str: 'critical', subject: addressFromLabel('bad') });
    expect([audit.resolved_finding_count, audit.resolved_findings.length]).toEqual([30, 20]);
    expect(kamino.causes.map(({ message }) => message)).toEqual([
      'Open findings of the audit that are critical: 1.',
      'Open findings of the audit that are warnings: 120.',
    ]);
  });
});
