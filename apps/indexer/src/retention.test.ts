import { getDatabaseTime } from '@tidemark/schema';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { purgeOldAudits, purgeOldBatches } from './retention.ts';

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

it('removes what is old by the clock of the database, whatever that of the machine says', async () => {
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
