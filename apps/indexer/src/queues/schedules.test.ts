import { describe, expect, it } from 'vitest';
import { describeProblem } from './schedules.ts';

describe('a schedule', () => {
  const now = 1_000_000;
  const state = (everyMs: number, nextRunAt: number | null, isPlanned = false) => ({ everyMs, nextRunAt, isPlanned });

  it('is right when it is there with its interval and its next run is ahead', () => {
    expect(describeProblem(state(5_000, now + 4_000), 5_000, now)).toBeUndefined();
  });

  it('is set when it is absent, or has another interval', () => {
    expect(describeProblem(undefined, 5_000, now)).toBe('absent');
    expect(describeProblem(state(1_000, now + 500), 5_000, now)).toBe('other interval');
  });

  it('is left alone while its run is a little late, and revived when it is far too late', () => {
    expect(describeProblem(state(1_000, now - 9_000), 1_000, now)).toBeUndefined();
    expect(describeProblem(state(1_000, now - 11_000), 1_000, now)).toBe('overdue');
    expect(describeProblem(state(60_000, now - 170_000), 60_000, now)).toBeUndefined();
    expect(describeProblem(state(60_000, now - 190_000), 60_000, now)).toBe('overdue');
  });

  it('is left alone however late its run is that waits on the queue for the one before', () => {
    expect(describeProblem(state(5_000, now - 3_600_000, true), 5_000, now)).toBeUndefined();
  });

  it('is planned anew when its next run is so far ahead that a clock must have been wrong', () => {
    expect(describeProblem(state(1_000, now + 9_000), 1_000, now)).toBeUndefined();
    expect(describeProblem(state(1_000, now + 11_000), 1_000, now)).toBe('far ahead');
    expect(describeProblem(state(60_000, now + 170_000), 60_000, now)).toBeUndefined();
    expect(describeProblem(state(60_000, now + 3_600_000), 60_000, now)).toBe('far ahead');
  });

  it('is revived when the queue does not know its next run', () => {
    expect(describeProblem(state(1_000, null), 1_000, now)).toBe('overdue');
  });
});
