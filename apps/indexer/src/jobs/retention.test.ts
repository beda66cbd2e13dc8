import { getDatabaseTime } from '@tidemark/schema';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { purgeOldAudits, purgeOldBatches } from './upkeep.ts';

let database: IndexerTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterEach(() => {
  vi.useRealTimers();
});
afterAll(() => database.drop());

/** An audit that failed so many days ago. */
const storeAudit = (days: number) => database.sql`
  INSERT INTO lend.audit_runs (protocol, started_at, finished_at, outcome, error_code, findings_opened, findings_resolved,
    findings_open, checks, account_kinds, endpoints)
  VALUES ('kamino', now() - make_interval(days => ${days}), now() - make_interval(days => ${days}), 'failed', 'X', 0, 0, 0,
    '{}', '{}', '{}')`;

/** A batch of so many days ago, of a protocol that is rolled up. */
const storeBatch = (days: number) => database.sql`
  INSERT INTO lend.poll_batches (id, protocol, batch_index, commitment, requested, received, snapshots_written, latest_written,
    unchanged, missing, quarantined, older_than_latest, not_observed, started_at, duration_ms, outcome, slot, observed_at)
  VALUES (${`batch-${days}`}, 'kamino', 0, 'confirmed', 0, 0, 0, 0, 0, 0, 0, 0, '{}', now() - make_interval(days => ${days}), 1,
    'committed', 1, now() - make_interval(days => ${days}))`;

it('removes batches that are old by the clock of the database, whatever that of the machine says', async () => {
  await database.sql`INSERT INTO lend.rollup_state (protocol, commit_seq) VALUES ('kamino', 0)`;
  await storeBatch(28);
  await storeBatch(32);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
  expect(await purgeOldBatches(database.sql, { pollBatchRetentionDays: 30 })).toBe(1);
  expect(await database.sql`SELECT id FROM lend.poll_batches`).toEqual([{ id: 'batch-28' }]);
});

it('removes audits that are old by the clock of the database, whatever that of the machine says', async () => {
  await storeAudit(29);
  await storeAudit(31);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30 * 86_400_000 });
  expect(await purgeOldAudits(database.sql, { auditRetentionDays: 30 })).toBe(1);
  expect(await database.sql`SELECT FROM lend.audit_runs`).toHaveLength(1);
  const ahead = Date.now() - (await getDatabaseTime(database.sql)).getTime();
  expect(ahead).toBeGreaterThan(86_400_000);
});

it('keeps everything for ever where no retention is set', async () => {
  expect(await purgeOldAudits(database.sql, { auditRetentionDays: 0 })).toBeNull();
  expect(await purgeOldBatches(database.sql, { pollBatchRetentionDays: 0 })).toBeNull();
});
