import { setImmediate as nextTurn } from 'node:timers/promises';
import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const DATABASE_MS = Date.parse('2026-03-31T12:00:00Z');

/** A monotonic clock moved by hand. */
function createTime() {
  const time = { monotonicMs: 1_000, reads: 0, answer: async (): Promise<number> => DATABASE_MS };
  const clock = new DatabaseClock({
    read: () => {
      time.reads += 1;
      return time.answer();
    },
    clock: { now: () => time.monotonicMs },
  });
  return { time, clock };
}

describe('the clock of the database', () => {
  it('is the database’s, whatever this machine believes, and goes on by the monotonic clock', async () => {
    const { time, clock } = createTime();
    expect((await clock.now()).getTime()).toBe(DATABASE_MS);
    time.monotonicMs += 5_000;
    expect((await clock.now()).getTime()).toBe(DATABASE_MS + 5_000);
    expect(time.reads).toBe(1);
  });

  it('is read again after a minute, and goes on while the database is away', async () => {
    const { time, clock } = createTime();
    await clock.now();
    time.monotonicMs += 61_000;
    time.answer = () => Promise.reject(new Error('away'));
    expect((await clock.now()).getTime()).toBe(DATABASE_MS + 61_000);
    expect(time.reads).toBe(2);
    time.answer = async () => DATABASE_MS + 70_000;
    await waitFor(async () => (await clock.now()).getTime() === DATABASE_MS + 70_000, {
      description: 'the new reading',
    });
  });

  it('is never ahead of the database, however long the answer took, and keeps what it knows rather than a slow answer', async () => {
    const { time, clock } = createTime();
    const slowly = (databaseMs: number) => async () => {
      time.monotonicMs += 28_000;
      return databaseMs;
    };
    time.answer = slowly(DATABASE_MS);
    expect((await clock.now()).getTime()).toBe(DATABASE_MS);
    time.monotonicMs += 61_000;
    time.answer = slowly(DATABASE_MS + 61_000);
    // It was said when it was asked for, and heard 28 s later.
    expect((await clock.now()).getTime()).toBe(DATABASE_MS + 89_000);
    await nextTurn();
    time.answer = () => new Promise(() => undefined);
    expect((await clock.now()).getTime()).toBe(DATABASE_MS + 89_000);
    expect(time.reads).toBe(3);
  });

  it('fails as long as the database was never heard, and waits for its first answer: the clock of this machine may be hours wrong', async () => {
    const { time, clock } = createTime();
    time.answer = () => Promise.reject(new Error('away'));
    await expect(clock.now()).rejects.toThrow('away');
    let answer = (_databaseMs: number): void => undefined;
    time.answer = () => new Promise((resolve) => (answer = resolve));
    const asked = [clock.now(), clock.now()];
    await Promise.resolve();
    answer(DATABASE_MS);
    expect((await Promise.all(asked)).map((at) => at.getTime())).toEqual([DATABASE_MS, DATABASE_MS]);
    expect(time.reads).toBe(2);
  });
});
