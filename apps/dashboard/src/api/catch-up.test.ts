import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createCatchUp } from './catch-up.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const LONG_MS = 60_000;

/** Tells of slots, and lists what was read: `answers` are the slots of the answers in their order, the last one for ever. */
async function reads(told: readonly number[], answers: readonly (number | null)[], end?: AbortController) {
  const names: string[] = [];
  const read = (name: string): Promise<number | null> => {
    names.push(name);
    return Promise.resolve(answers[Math.min(names.length, answers.length) - 1] ?? null);
  };
  const tell = createCatchUp({ read, signal: (end ?? new AbortController()).signal });
  for (const slot of told) tell('kamino', slot);
  end?.abort();
  await vi.advanceTimersByTimeAsync(LONG_MS);
  return names.length;
}

it('events that come together are one read', async () => {
  expect(await reads([7, 8, 8], [8])).toBe(1);
});

it('an answer that is older than the newest event is asked for again until it is not', async () => {
  expect(await reads([7, 8], [6, 7, 8, 8])).toBe(3);
});

it('an answer that stays old is read a limited number of times, and a query without an observer once', async () => {
  expect(await reads([8], [6])).toBe(8);
  expect(await reads([8], [null])).toBe(1);
});

it('nothing is read after the end', async () => {
  expect(await reads([8], [8], new AbortController())).toBe(0);
});
