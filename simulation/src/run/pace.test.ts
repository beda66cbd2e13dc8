import { expect, it } from 'vitest';
import { TICK_PAUSE_MS, SILENCE, TICK_MS } from '../plan/plan.ts';
import { createPace } from './pace.ts';

/** A clock of its own and a pipeline that asks every `everyMs` until it falls silent. */
function world(everyMs: number) {
  const state = { now: 0, silent: false, asked: 0 };
  const wait = async (ms: number): Promise<void> => {
    state.now += ms;
    if (!state.silent) state.asked += ms / everyMs;
  };
  const total = (): number => Math.floor(state.asked);
  return { state, pace: createPace(total, { now: () => state.now, wait }) };
}

async function measure(state: { now: number }, tick: () => Promise<void>): Promise<number> {
  const before = state.now;
  await tick();
  return state.now - before;
}

it('a tick is short while the pipeline asks', async () => {
  const { state, pace } = world(50);
  const { tick } = await pace;
  expect(await measure(state, () => tick(() => true))).toBe(TICK_MS);
});

it('a tick without a request lasts some pauses of this machine, within bounds', async () => {
  for (const [everyMs, expected] of [
    [50, TICK_PAUSE_MS.least],
    [300, 900],
    [2_000, TICK_PAUSE_MS.most],
  ] as const) {
    const { state, pace } = world(everyMs);
    const { tick } = await pace;
    state.silent = true;
    expect(Math.abs((await measure(state, () => tick(() => true))) - expected)).toBeLessThanOrEqual(TICK_MS);
  }
});

it('after some ticks without a request one waits for a process that starts, and ends when it asks', async () => {
  const { state, pace } = world(50);
  const { tick } = await pace;
  state.silent = true;
  for (let each = 0; each < SILENCE.ticks; each += 1) await tick(() => true);
  const from = state.now;
  const took = await measure(state, () =>
    tick(() => {
      if (state.now - from >= 3_000) state.silent = false;
      return true;
    }),
  );
  expect(took).toBeGreaterThan(2_900);
  expect(took).toBeLessThan(3_300);
  state.silent = true;
  expect(await measure(state, () => tick(() => true))).toBeLessThan(SILENCE.mostMs / 2);
});

it('a pipeline that stays silent does not make a run endless', async () => {
  const { state, pace } = world(50);
  const { tick } = await pace;
  state.silent = true;
  const from = state.now;
  for (let each = 0; each < 70; each += 1) await tick(() => true);
  const longest = 70 * (TICK_PAUSE_MS.least + TICK_MS) + SILENCE.storeMs + SILENCE.mostMs;
  expect(state.now - from).toBeGreaterThan(SILENCE.storeMs);
  expect(state.now - from).toBeLessThan(longest);
});

it('a tick that may not wait is short', async () => {
  const { state, pace } = world(50);
  const { tick } = await pace;
  state.silent = true;
  expect(await measure(state, () => tick(() => false))).toBe(TICK_MS);
});
