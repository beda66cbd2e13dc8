import { errorCode } from '@tidemark/runtime';
import { createTestDatabase, type TestDatabase, waitFor } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countLockedOut, failWrites, lockLatest } from './database-sql-faults.ts';
import { COMMITS, NEWEST_STATES } from './private-tables.ts';

let database: TestDatabase;
let admin: Sql;

function connectAs(applicationName: string): Sql {
  const connection = { application_name: applicationName };
  return postgres(database.url, { max: 1, fetch_types: false, onnotice: () => undefined, connection });
}

beforeAll(async () => {
  database = await createTestDatabase();
  admin = connectAs('simulation');
  await admin.unsafe(`
    CREATE SCHEMA simulation;
    CREATE SCHEMA lend;
    CREATE TABLE ${NEWEST_STATES} (reserve text PRIMARY KEY);
    CREATE TABLE ${COMMITS} (batch_id text);`);
});
afterAll(async () => {
  await admin.end({ timeout: 5 });
  await database.drop();
});

it('a locked table has met the sessions of the pipeline that wait for it, and not those that watch it for the simulation', async () => {
  const [sampler, indexer] = [connectAs('simulation'), connectAs('tidemark-indexer')];
  const untilWaiting = (count: number): Promise<unknown> =>
    waitFor(async () => {
      const waiting = await admin`
        SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
        WHERE NOT granted AND relation = ${NEWEST_STATES}::regclass AND datname = current_database()`;
      return waiting.length === count;
    });
  const unlock = await lockLatest(database.url);
  const sampled = sampler`SELECT FROM ${sampler(NEWEST_STATES)}`.execute();
  await untilWaiting(1);
  expect(await countLockedOut(admin)).toBe(0);
  const polled = indexer`SELECT FROM ${indexer(NEWEST_STATES)}`.execute();
  await untilWaiting(2);
  expect(await countLockedOut(admin)).toBe(1);
  await unlock();
  await Promise.all([sampled, polled]);
  expect(await countLockedOut(admin)).toBe(0);
  await Promise.all([sampler.end({ timeout: 5 }), indexer.end({ timeout: 5 })]);
});

it('which writes fail is decided by the draw, about half of them', async () => {
  const failuresOf = async (draw: number): Promise<string[]> => {
    const undo = await failWrites(admin, ['40001', '40P01'], draw);
    const codes: string[] = [];
    for (let write = 0; write < 40; write += 1) {
      const stored = admin`INSERT INTO ${admin(COMMITS)} VALUES (${String(write)})`;
      codes.push(
        await stored.then(
          () => 'stored',
          (error: unknown) => errorCode(error) ?? 'no code',
        ),
      );
    }
    await undo();
    return codes;
  };
  const failures = await failuresOf(7);
  expect(new Set(failures)).toEqual(new Set(['stored', '40001', '40P01']));
  expect(await failuresOf(7)).toEqual(failures);
  expect(await failuresOf(8)).not.toEqual(failures);
});
