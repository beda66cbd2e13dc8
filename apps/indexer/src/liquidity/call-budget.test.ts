import { expect, it } from 'vitest';
import { CallBudget } from './call-budget.ts';

/** Time that passes where somebody sleeps. */
function handClock() {
  let now = 0;
  return {
    now: () => now,
    sleep: (ms: number) => {
      now += ms;
      return Promise.resolve();
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
}

it('lets the calls of a quiet minute through at once, and so many a minute after them', async () => {
  const clock = handClock();
  const budget = new CallBudget({ clock, perMinute: 60, signal: new AbortController().signal });
  for (let call = 0; call < 60; call += 1) await budget.take();
  expect(clock.now()).toBe(0);
  for (let call = 0; call < 30; call += 1) await budget.take();
  expect(clock.now()).toBeCloseTo(30_000, 6);
  clock.pass(600_000);
  for (let call = 0; call < 61; call += 1) await budget.take();
  // What was not used for ten minutes is not saved beyond one.
  expect(clock.now()).toBeCloseTo(631_000, 6);
});

it('lets searches through one step after the other, and no faster after a quiet minute', async () => {
  const clock = handClock();
  const budget = new CallBudget({ clock, perMinute: 30, signal: new AbortController().signal });
  const takenAt: number[] = [];
  for (let call = 0; call < 4; call += 1) {
    await budget.takeInStep();
    takenAt.push(clock.now());
  }
  clock.pass(600_000);
  for (let call = 0; call < 3; call += 1) {
    await budget.takeInStep();
    takenAt.push(clock.now());
  }
  expect(takenAt).toEqual([0, 2_000, 4_000, 6_000, 606_000, 608_000, 610_000]);
  // Reads have what the searches leave, at once.
  for (let call = 0; call < 20; call += 1) await budget.take();
  expect(clock.now()).toBe(610_000);
});

it('makes no call any more once the indexer ends', async () => {
  const stopping = new AbortController();
  const budget = new CallBudget({ clock: handClock(), perMinute: 60, signal: stopping.signal });
  stopping.abort(new Error('the end'));
  await expect(budget.take()).rejects.toThrow('the end');
});
