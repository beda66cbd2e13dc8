import { errorCode } from '@tidemark/runtime';
import { createDatabase, type Database, type Queryable } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { takeTurn, takeTurnOf, withRollupLock } from '../run-alone.ts';

let one: IndexerTestDatabase;
let other: Database;

beforeEach(async () => {
  one = await openTestDatabase();
  other = createDatabase({ url: one.url, maxConnections: 2, applicationName: 'other indexer' });
});
afterEach(async () => {
  await other.close();
  await one.drop();
});

describe('the lock of the rollups', () => {
  it('lets one process at a time do the work of a protocol', async () => {
    const done = await withRollupLock(one.sql, 'kamino', async () => ({
      same: await withRollupLock(other.sql, 'kamino', async () => 'done'),
      another: await withRollupLock(other.sql, 'another protocol', async () => 'done'),
    }));
    expect(done).toEqual({ same: null, another: 'done' });
    expect(await withRollupLock(other.sql, 'kamino', async () => 'done')).toBe('done');
  });

  it('is given back when the work fails', async () => {
    const failing = withRollupLock(one.sql, 'kamino', () => Promise.reject(new Error('a failure')));
    await expect(failing).rejects.toThrow('a failure');
    expect(await withRollupLock(other.sql, 'kamino', async () => 'done')).toBe('done');
  });

  it('tells the work when it is lost with its connection, and fails once the work has ended', async () => {
    const ends: string[] = [];
    const losing = withRollupLock(one.sql, 'kamino', async (lost) => {
      // The driver gives the answer before the server has put the session back to idle.
      const cut = () => other.sql`
        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND application_name = 'indexer test' AND state = 'idle in transaction'`;
      await waitFor(async () => (await cut()).length === 1, { description: 'the session of the lock' });
      await waitFor(() => lost.aborted, { description: 'the work to be told' });
      ends.push('the work');
    });
    await expect(losing.finally(() => ends.push('the call'))).rejects.toThrow(/connection/i);
    expect(ends).toEqual(['the work', 'the call']);
    expect(await withRollupLock(other.sql, 'kamino', async () => 'done')).toBe('done');
  });
});

describe('the turns of transactions', () => {
  type Turn = (tx: Queryable) => Promise<void>;
  const of =
    (...reserves: string[]): Turn =>
    (tx) =>
      takeTurnOf(tx, 'kamino', reserves);
  const all: Turn = (tx) => takeTurn(tx, 'kamino');

  /** Whether the second transaction gets its turn while the first one is under way. */
  async function mayBothWork(first: Turn, second: Turn): Promise<boolean> {
    return one.sql.begin(async (tx) => {
      await first(tx);
      return other.sql
        .begin(async (late) => {
          await late`SET LOCAL lock_timeout = 200`;
          await second(late);
          return true;
        })
        .catch((error: unknown) => {
          if (errorCode(error) === '55P03') return false;
          throw error;
        });
    });
  }

  it('let those of other reserves work at the same time, none of the same reserve, and none beside one of all', async () => {
    expect(await mayBothWork(of('a', 'b'), of('c', 'd'))).toBe(true);
    expect(await mayBothWork(of('a', 'b'), of('b', 'c'))).toBe(false);
    expect(await mayBothWork(all, of('a'))).toBe(false);
    expect(await mayBothWork(of('a'), all)).toBe(false);
    expect(await mayBothWork(all, (tx) => takeTurnOf(tx, 'save', ['a']))).toBe(true);
  });
});
