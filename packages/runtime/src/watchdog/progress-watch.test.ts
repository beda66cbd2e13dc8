import { describe, expect, it } from 'vitest';
import { createProgressWatch, type ProgressRule } from './progress-watch.ts';

/** A watch on a clock of the test. */
function scene(rule: Partial<ProgressRule> = {}) {
  let nowMs = 0;
  const wedged: string[] = [];
  const watch = createProgressWatch({ now: () => nowMs, onWedged: ({ source }) => wedged.push(source) });
  const source = watch.watch({ source: 'poll', limitMs: 10_000, ...rule });
  /** Looks once a second, as the watchdog does. */
  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      nowMs += 1_000;
      await watch.look();
    }
  };
  const leap = (ms: number): void => {
    nowMs += ms;
  };
  return { watch, source, wedged, pass, leap };
}

describe('a source of progress', () => {
  it('is wedged when it is silent for longer than its limit, and that is told once', async () => {
    const { wedged, pass } = scene();
    await pass(10);
    expect(wedged).toEqual([]);
    await pass(5);
    expect(wedged).toEqual(['poll']);
  });

  it('is not wedged while it moves', async () => {
    const { source, wedged, pass } = scene();
    for (let round = 0; round < 5; round += 1) {
      await pass(9);
      source.progressed();
    }
    expect(wedged).toEqual([]);
  });

  it('begins anew when the look itself came late, because the whole process stood still', async () => {
    const { watch, wedged, pass, leap } = scene();
    await pass(9);
    leap(3_600_000);
    await watch.look();
    await pass(10);
    expect(wedged).toEqual([]);
    await pass(1);
    expect(wedged).toEqual(['poll']);
  });

  it('is not wedged while it has an excuse, and is as soon as it has none, counted anew', async () => {
    let excused = true;
    const { wedged, pass } = scene({ excuse: async () => excused });
    await pass(25);
    expect(wedged).toEqual([]);
    excused = false;
    await pass(11);
    expect(wedged).toEqual(['poll']);
  });

  it('has no excuse in an error', async () => {
    const { wedged, pass } = scene({ excuse: () => Promise.reject(new Error('who knows')) });
    await pass(11);
    expect(wedged).toEqual(['poll']);
  });

  it('is not wedged when it moves while its excuse is asked for', async () => {
    let answer = (_isExcused: boolean): void => undefined;
    const { watch, source, wedged, pass } = scene({
      excuse: () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    });
    await pass(10);
    const looking = pass(1);
    source.progressed();
    answer(false);
    await looking;
    await watch.look();
    expect(wedged).toEqual([]);
  });

  it('tells how long ago it moved, whatever the count', async () => {
    const { watch, source, pass, leap } = scene();
    await pass(3);
    source.progressed();
    leap(60_000);
    await watch.look();
    expect(watch.ages()).toEqual(new Map([['poll', 60_000]]));
  });
});
