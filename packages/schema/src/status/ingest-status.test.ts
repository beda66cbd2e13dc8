import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildBucket } from '../../test/support/build-bucket.ts';
import { addressOf, bankAt, buildBatch, buildMarketInput, buildState } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { writeAuditRun } from '../audit/audit-runs.ts';
import { getCommitRange, setRollupState } from '../history/commits.ts';
import { replaceIngestGaps } from '../history/gap-ledger.ts';
import { writeBuckets } from '../history/write-buckets.ts';
import { upsertLendingMarkets } from '../queries/upsert-lending-markets.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';
import { getIngestStatus } from './ingest-status.ts';
import { listResolvedAuditFindings } from '../audit/audit-findings.ts';

const protocol = 'kamino';
let database: OpenTestDatabase;
beforeEach(async () => {
  database = await openTestDatabase({ reserves: ['a', 'b', 'c'] });
  await upsertLendingMarkets(database.sql, [buildMarketInput(0)]);
});
afterEach(() => database.drop());

const status = () => getIngestStatus(database.sql, { protocol });
const observation = (seconds: number, labels: readonly string[], gapAfterMs = 30_000) =>
  writePollBatch(
    database.sql,
    buildBatch(
      seconds,
      labels.map((label) => buildState(label, seconds, 'same')),
      { gapAfterMs },
    ),
  );
const gap = (label: string, from: number, to: number, reason: string) => ({
  reserve: addressOf(label),
  from: bankAt(from).observedAt,
  to: bankAt(to).observedAt,
  reason,
});

it('knows nothing of a protocol that was never read', async () => {
  expect(await status()).toEqual({
    readAt: expect.any(Date),
    openGaps: [],
    failingWith: null,
    finalHourAt: null,
    rollupLagMs: null,
    pollAgeMs: null,
    pollIntervalMs: null,
    gapAfterMs: null,
  });
  await observation(0, ['a']);
  expect(await getIngestStatus(database.sql, { protocol: 'other' })).toMatchObject({ rollupLagMs: null });
});

it('takes the patience of the newest batch in chain time', async () => {
  await observation(10, ['a'], 90_000);
  await observation(5, ['a'], 30_000);
  expect(await status()).toMatchObject({ gapAfterMs: 90_000 });
});

it('counts a gap of a reserve as open until a read after its beginning', async () => {
  await observation(0, ['a', 'b', 'c']);
  await observation(600, ['c']);
  await replaceIngestGaps(database.sql, {
    protocol,
    removed: [],
    added: [gap('a', 0, 600, 'not_polled'), gap('b', 0, 600, 'quarantined'), gap('c', 0, 600, 'not_polled')],
  });
  const oldestFrom = bankAt(0).observedAt;
  expect((await status()).openGaps).toEqual([
    { reason: 'not_polled', gaps: 1, oldestFrom },
    { reason: 'quarantined', gaps: 1, oldestFrom },
  ]);
  await observation(700, ['a']);
  expect((await status()).openGaps).toEqual([{ reason: 'quarantined', gaps: 1, oldestFrom }]);
  // Whoever makes a market decides whether its reserves can be read.
  await upsertLendingMarkets(database.sql, [buildMarketInput(1, { listed: false })]);
  expect((await status()).openGaps).toEqual([]);
});

it('tells the newest final hour, and not a newer one that is not final', async () => {
  await writeBuckets(database.sql, 'hourly', protocol, [
    buildBucket('a', 0),
    buildBucket('b', 1),
    buildBucket('a', 1, { final: false }),
    buildBucket('a', 2, { final: false }),
  ]);
  expect((await status()).finalHourAt).toEqual(bankAt(3_600).observedAt);
});

it('tells the age of the oldest commit that is not rolled up, and 0 where all are', async () => {
  await observation(0, ['a']);
  await observation(10, ['a']);
  await database.sql`UPDATE lend.batch_commits SET committed_at = now() - interval '1 hour' WHERE commit_seq = (
    SELECT min(commit_seq) FROM lend.batch_commits)`;
  const lagMs = async () => (await status()).rollupLagMs;
  expect(await lagMs()).toBeGreaterThanOrEqual(3_600_000);
  const { first = 0n, last = 0n } = (await getCommitRange(database.sql, { protocol })) ?? {};
  await setRollupState(database.sql, { protocol, commitSeq: first });
  const behind = await lagMs();
  expect(behind).toBeGreaterThanOrEqual(0);
  expect(behind).toBeLessThan(3_600_000);
  await setRollupState(database.sql, { protocol, commitSeq: last });
  expect(await lagMs()).toBe(0);
});

it('lists the newest resolved findings within a time, counts all of it, and keeps endpoints to itself', async () => {
  const write = (subjects: readonly string[]) =>
    writeAuditRun(database.sql, {
      protocol,
      durationMs: 1,
      commitSeq: 1n,
      checks: {},
      accountKinds: {},
      endpoints: {},
      findings: subjects.map((subject) => ({
        checkName: 'a_check',
        subjectKind: subject.startsWith('rpc') ? ('endpoint' as const) : ('reserve' as const),
        subject,
        severity: 'warning' as const,
        message: 'wrong',
        detail: { at: subject },
      })),
      scopes: (['endpoint', 'reserve'] as const).map((subjectKind) => ({
        checkName: 'a_check',
        subjectKind,
        subjects: null,
      })),
    });
  await write(['long ago']);
  await write([]);
  await database.sql`UPDATE lend.audit_findings SET first_seen_at = now() - interval '3 hours',
    last_seen_at = now() - interval '3 hours', resolved_at = now() - interval '2 hours'`;
  await write(['one', 'rpc.example:443', 'still there']);
  await write(['rpc.example:443', 'still there']);
  await write(['still there']);
  const list = (seconds: number, limit: number) =>
    listResolvedAuditFindings(database.sql, { protocol, seconds, limit });
  expect(await list(3_600, 10)).toMatchObject({
    count: 2,
    findings: [
      { subjectKind: 'endpoint', subject: null, detail: null },
      { subjectKind: 'reserve', subject: 'one', detail: { at: 'one' } },
    ],
  });
  expect(await list(86_400, 1)).toMatchObject({ count: 3, findings: [{ subject: null }] });
  expect(await listResolvedAuditFindings(database.sql, { protocol: 'other', seconds: 60, limit: 9 })).toEqual({
    count: 0,
    findings: [],
  });
});
