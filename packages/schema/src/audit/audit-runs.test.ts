import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import type { AuditFindingInput, CompletedAudit } from './audit-reads.ts';
import { getAuditProgress, getNewestAuditRun, purgeAudits, writeAuditRun, writeFailedAuditRun } from './audit-runs.ts';
import { countOpenAuditFindings, listAuditFindings, listOpenAuditFindings } from './audit-findings.ts';

const protocol = 'kamino';

let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase();
});
afterEach(() => database.drop());

const finding = (subject: string, overrides: Partial<AuditFindingInput> = {}): AuditFindingInput => ({
  checkName: 'frozen_reserves',
  subjectKind: 'reserve',
  subject,
  severity: 'warning',
  message: 'it stands still',
  detail: { slot: 7 },
  ...overrides,
});

const audit = (findings: readonly AuditFindingInput[], overrides: Partial<CompletedAudit> = {}): CompletedAudit => ({
  protocol,
  durationMs: 1_500,
  commitSeq: 12n,
  checks: { frozen_reserves: { checked: 2, findings: findings.length } },
  accountKinds: {
    reserve: { accounts: 2, newestSlot: 9, newestTimestamp: 5, byteLengths: { '8624': 2 }, nullRates: { price: 0.5 } },
  },
  endpoints: {},
  findings,
  scopes: [{ checkName: 'frozen_reserves', subjectKind: 'reserve', subjects: null }],
  ...overrides,
});

const write = (...input: Parameters<typeof audit>) => writeAuditRun(database.sql, audit(...input));
const listAll = () => listAuditFindings(database.sql, { protocol, openOnly: false, limit: 100 });

describe('findings of audits', () => {
  it('are one row while they hold, resolved when they no longer do, and a new row when they come back', async () => {
    expect(await write([finding('a'), finding('b')])).toMatchObject({ opened: 2, resolved: 0, open: 2 });
    const worse = finding('a', { severity: 'critical', message: 'it stands still for long', detail: { slot: 8 } });
    expect(await write([worse])).toMatchObject({ opened: 0, resolved: 1, open: 1 });
    expect(await write([worse, finding('b')])).toMatchObject({ opened: 1, resolved: 0, open: 2 });

    const rows = await listAll();
    expect(rows.map((row) => [row.subject, row.severity, row.timesSeen, row.resolvedAt !== null])).toEqual([
      ['a', 'critical', 3n, false],
      ['b', 'warning', 1n, false],
      ['b', 'warning', 1n, true],
    ]);
    expect(rows[0]).toMatchObject({ message: 'it stands still for long', detail: { slot: 8 } });
    expect(rows[0]?.lastSeenAt.getTime()).toBeGreaterThan(rows[0]?.firstSeenAt.getTime() ?? Number.NaN);
    expect(await listAuditFindings(database.sql, { protocol, openOnly: true, limit: 1 })).toMatchObject([
      { subject: 'a' },
    ]);
    expect(await countOpenAuditFindings(database.sql, { protocol })).toEqual([
      { checkName: 'frozen_reserves', severity: 'critical', findings: 1 },
      { checkName: 'frozen_reserves', severity: 'warning', findings: 1 },
    ]);
  });

  it('stay open where an audit did not check them, or failed', async () => {
    const other = { checkName: 'row_identities' };
    await write([finding('a'), finding('b'), finding('a', other)]);
    const scopes = [{ checkName: 'frozen_reserves', subjectKind: 'reserve' as const, subjects: ['b', 'c'] }];
    expect(await write([], { scopes })).toMatchObject({ resolved: 1, open: 2 });
    await writeFailedAuditRun(database.sql, { protocol, durationMs: 10, errorCode: 'TIMEOUT' });
    expect((await listAll()).filter(({ resolvedAt }) => resolvedAt === null)).toHaveLength(2);
    expect(
      await listOpenAuditFindings(database.sql, { protocol, checkNames: ['row_identities', 'absent'] }),
    ).toMatchObject([{ subject: 'a', detail: { slot: 7 }, resolvedAt: null }]);
  });

  it('are closed when no audit has looked at them for a day', async () => {
    await write([finding('a'), finding('b')]);
    await database.sql`
      UPDATE lend.audit_findings SET first_seen_at = now() - interval '3 days', last_seen_at = now() - interval '25 hours'
      WHERE subject = 'a'`;
    expect(await write([], { scopes: [] })).toMatchObject({ resolved: 1, open: 1 });
  });

  it('do not mix with those of another protocol, check or kind of subject', async () => {
    await write([
      finding('a'),
      finding('a', { subjectKind: 'account_kind' }),
      finding('a', { checkName: 'row_identities' }),
    ]);
    await writeAuditRun(database.sql, audit([finding('a')], { protocol: 'other' }));
    expect(await write([])).toMatchObject({ resolved: 1, open: 2 });
    expect(await countOpenAuditFindings(database.sql, { protocol: 'other' })).toHaveLength(1);
  });

  it('say nothing of an endpoint to outsiders but what is wrong', async () => {
    const checkName = 'endpoint_lag';
    await write([finding('rpc.example:8899', { checkName, subjectKind: 'endpoint', detail: { than: 'b.example' } })]);
    expect(await listAll()).toMatchObject([{ checkName, subject: null, detail: null, message: 'it stands still' }]);
    const shown = await database.sql`SELECT f::text AS row FROM lend_v1.audit_findings AS f`;
    expect(JSON.stringify(shown)).not.toContain('example');
  });

  it('are refused where they are not whole', async () => {
    await expect(write([finding('a', { message: '' })])).rejects.toMatchObject({ code: '23514' });
    await expect(write([finding('a', { checkName: 'Not a name' })])).rejects.toMatchObject({ code: '23514' });
    expect(await getNewestAuditRun(database.sql, { protocol })).toBeNull();
  });
});

describe('audits', () => {
  it('are stored with what they looked at; the newest is told, and the next goes on from the last that ended well', async () => {
    expect(await getNewestAuditRun(database.sql, { protocol })).toBeNull();
    expect(await getAuditProgress(database.sql, { protocol })).toBeNull();
    const endpoints = {
      'rpc.example': { slot: 9, lagSlots: 0, comparedAccounts: 1, differingAccounts: 0, errorCode: null },
    };
    const { id } = await write([finding('a')], { endpoints });
    await writeFailedAuditRun(database.sql, { protocol, durationMs: 10, errorCode: 'TIMEOUT' });

    const newest = await getNewestAuditRun(database.sql, { protocol });
    expect(newest).toMatchObject({ outcome: 'failed', errorCode: 'TIMEOUT', commitSeq: null, findingsOpen: 1 });
    expect(newest).not.toHaveProperty('endpoints');
    const progress = await getAuditProgress(database.sql, { protocol });
    expect(progress).toMatchObject({ id, commitSeq: 12n, endpoints });
    expect((progress?.finishedAt.getTime() ?? 0) - (progress?.startedAt.getTime() ?? 0)).toBe(1_500);
    const [row] = await database.sql`
      SELECT r.*, r::text AS whole FROM lend_v1.audit_runs AS r WHERE outcome_str = 'completed'`;
    expect(row).toMatchObject({ checks: audit([finding('a')]).checks, account_kinds: audit([]).accountKinds });
    expect(row?.['whole']).not.toContain('rpc.example');
  });

  it('are deleted when they are old, but for the one that says how far rows were checked and what is still open', async () => {
    await write([finding('a'), finding('b')]);
    await write([finding('a')]);
    await writeFailedAuditRun(database.sql, { protocol, durationMs: 10, errorCode: 'TIMEOUT' });
    expect(await purgeAudits(database.sql, { before: new Date(0) })).toEqual({ runs: 0, findings: 0 });
    const before = new Date('2100-01-01');
    expect(await purgeAudits(database.sql, { before })).toEqual({ runs: 2, findings: 1 });
    expect(await purgeAudits(database.sql, { before })).toEqual({ runs: 0, findings: 0 });
    expect(await getAuditProgress(database.sql, { protocol })).toMatchObject({ commitSeq: 12n });
    expect(await listAll()).toMatchObject([{ subject: 'a', resolvedAt: null }]);
  });
});
