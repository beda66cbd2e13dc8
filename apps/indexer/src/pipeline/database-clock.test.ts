import { waitFor } from '@tidemark/testing';
import { describe, expect, it } from 'vitest';
import { DatabaseClock } from './database-clock.ts';

const DATABASE_MS = Date.parse('2026-03-31T12:00:00Z');
const MACHINE_MS = DATABASE_MS + 3 * 3_600_000;

/** A monotonic clock moved by hand, on which nobody sleeps through. */
function createTime() {
  const time = { monotonicMs: 1_000, reads: 0, answer: async (): Promise<number> => DATABASE_MS };
  const clock = new DatabaseClock({
    read: () => {
      time.reads += 1;
      return time.answer();
    },
    clock: { now: () => time.monotonicMs, sleep: async () => undefined },
    machineMs: () => MACHINE_MS,
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

  it('is the machine’s for as long as the database was never heard', async () => {
    const { time, clock } = createTime();
    time.answer = () => Promise.reject(new Error('away'));
    expect((await clock.now()).getTime()).toBe(MACHINE_MS);
    time.answer = () => new Promise(() => undefined);
    expect((await clock.now()).getTime()).toBe(MACHINE_MS);
  });
});
