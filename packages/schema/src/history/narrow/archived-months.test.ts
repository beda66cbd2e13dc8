import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildBatch, buildState } from '../../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../../test/support/open-test-database.ts';
import { migrate } from '../../migrate/migrate.ts';
import { writePollBatch } from '../../queries/write-poll-batch.ts';
import { ROLE_GROUPS, type RoleGroup } from '../../roles/ensure-logins.ts';
import { moveHistory } from './move-history.ts';
import { sealHistory } from './seal-history.ts';

const LATER = new Date('2100-01-01');

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['sol'] });
  // Rights to a database are not copied from its template.
  await migrate({ url: database.url });
  await writePollBatch(database.sql, buildBatch(0, [buildState('sol', 0, 'x')]));
  await moveHistory(database.sql, { before: LATER, maxRows: 1_000 });
  await sealHistory(database.sql, { before: LATER, maxRows: 1_000 });
});
afterAll(() => database.drop());

/** With the rights of a group alone. The error code of Postgres; null where the month was dropped. */
async function dropAs(group: RoleGroup): Promise<string | null> {
  const sql = postgres(database.url, { max: 1, connection: { role: `tidemark_${group}` } });
  const [known] = await database.sql<{ month: string; sealed: string; observations: bigint }[]>`
    SELECT month::text, sealed_at::text AS sealed, observations FROM lend.history_months`;
  const { month = '', sealed = '', observations = 0n } = known ?? {};
  try {
    await sql`
      SELECT lend.drop_archived_month(${month}::text::date, ${sealed}::text::timestamptz, ${String(observations)}::bigint, 'a file')`;
    return null;
  } catch (error) {
    return error instanceof postgres.PostgresError ? error.code : String(error);
  } finally {
    await sql.end();
  }
}

const state = async () => {
  const [row] = await database.sql<{ rows: number; file: string | null }[]>`
    SELECT (SELECT count(*)::int FROM lend.all_snapshots) AS rows, archived_file AS file FROM lend.history_months`;
  return { ...row };
};

it('an archived month is dropped by tidemark_maintenance, and by no other role', async () => {
  for (const group of ROLE_GROUPS.filter((name) => name !== 'maintenance')) {
    expect({ group, code: await dropAs(group) }).toEqual({ group, code: '42501' });
  }
  expect(await state()).toEqual({ rows: 1, file: null });
  expect(await dropAs('maintenance')).toBeNull();
  expect(await state()).toEqual({ rows: 0, file: 'a file' });
  // Dropped once it is not dropped again: a file that were written now would be empty.
  expect(await dropAs('maintenance')).toBe('55000');
});
