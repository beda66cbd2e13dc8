import { describe, expect, it } from 'vitest';
import { backoffDelayMs } from './backoff.ts';

describe('backoffDelayMs', () => {
  it('doubles the ceiling with each retry up to the limit', () => {
    const ceiling = (retry: number) => backoffDelayMs(retry, { baseMs: 100, maxMs: 1_000, random: () => 1 });
    expect([0, 1, 2, 3, 4, 50].map(ceiling)).toEqual([100, 200, 400, 800, 1_000, 1_000]);
  });

  it('uses the whole range below the ceiling', () => {
    const delay = (random: number) => backoffDelayMs(2, { baseMs: 100, maxMs: 1_000, random: () => random });
    expect([0, 0.25, 0.5].map(delay)).toEqual([0, 100, 200]);
  });
});
