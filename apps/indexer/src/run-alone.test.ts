import { createDatabase, type Database } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../test/gate.ts';
import { openLine, type Line } from '../test/open-line.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../test/test-database.ts';
import { runAlone } from './run-alone.ts';

const BEATS = { beatMs: 100, silenceMs: 2_000 };
let database: IndexerTestDatabase;
let line: Line;
let holder: Database;

beforeEach(async () => {
  database = await openTestDatabase();
  line = await openLine(database.url);
  holder = createDatabase({
    url: line.url,
    maxConnections: 1,
    applicationName: 'holder',
  });
});
afterEach(async () => {
  await holder.close();
  await line.close();
  await database.drop();
});

describe('the lock of work that one process does alone', () => {
  it('is free again when its host is gone without a word, and the work is told when that is found out', async () => {
    const [gate, told] = [createGate(), createGate()];
    const holding = runAlone(
      holder.sql,
      'work',
      async (lost) => {
        lost.addEventListener('abort', told.open);
        gate.open();
        await told.passed;
      },
      BEATS,
    );
    const ending = holding.catch((error: unknown) => error);
    await gate.passed;
    line.loseHost();
    const isFree = async (): Promise<boolean> => (await runAlone(database.sql, 'work', async () => 'done')) === 'done';
    await waitFor(isFree, { description: 'the lock' });
    await line.close();
    await told.passed;
    expect(await ending).toBeInstanceOf(Error);
  });

  it('is kept by work that takes longer than a host may be silent', async () => {
    const result = await runAlone(
      holder.sql,
      'work',
      async () => {
        const isOld = () => database.sql`
          SELECT FROM pg_stat_activity WHERE application_name = 'holder' AND datname = current_database()
            AND clock_timestamp() - xact_start > interval '5 seconds'`;
        await waitFor(async () => (await isOld()).length === 1, { description: 'a long time' });
        return runAlone(database.sql, 'work', async () => 'done');
      },
      BEATS,
    );
    expect(result).toBeNull();
    expect(await runAlone(holder.sql, 'work', async () => 'done')).toBe('done');
  });
});
