import { describe, expect, it } from 'vitest';
import { describeAim, isMet, PROVIDER_RUNS, selectRuns } from './provider-runs.ts';

const gap = (reason: string) => ({ reason, count: 757, longestSeconds: 40 });

describe('a run against a provider', () => {
  it('is one of the list by its name, and without an aim where the list has none', () => {
    expect(selectRuns(undefined)).toBe(PROVIDER_RUNS);
    expect(selectRuns(['stuck+good', 'lag:slots=9'])).toEqual([
      PROVIDER_RUNS.find(({ name }) => name === 'stuck+good'),
      { name: 'lag:slots=9' },
    ]);
  });

  it('meets a number where the reserve with the fewest observations does', () => {
    const run = { name: 'good', least: 11 };
    expect(describeAim(run)).toBe('least ≥ 11');
    expect(isMet(run, { least: 11, mean: 12, gaps: [] })).toBe(true);
    expect(isMet(run, { least: 10.9, mean: 12, gaps: [] })).toBe(false);
  });

  it('meets a reason where there are gaps, and none has another one', () => {
    const run = { name: 'stuck', reason: 'chain_halted' };
    const seen = { least: 0, mean: 0 };
    expect(isMet(run, { ...seen, gaps: [gap('chain_halted')] })).toBe(true);
    expect(isMet(run, { ...seen, gaps: [gap('chain_halted'), gap('not_polled')] })).toBe(false);
    expect(isMet(run, { ...seen, gaps: [] })).toBe(false);
  });

  it('without an aim is not judged', () => {
    expect(describeAim({ name: 'bit-flip' })).toBeUndefined();
    expect(isMet({ name: 'bit-flip' }, { least: 0, mean: 0, gaps: [] })).toBeUndefined();
  });
});
