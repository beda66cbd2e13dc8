import { describe, expect, it } from 'vitest';
import { diffConfig, flattenConfig } from './write-config-changes.ts';

const CONFIG = {
  status: 'active',
  loanToValuePct: 75,
  emergencyMode: false,
  depositLimitRaw: '18446744073709551615',
  fees: { originationFee: '0' },
  borrowRateCurve: [
    { utilizationRateBps: 0, borrowRateBps: 1 },
    { utilizationRateBps: 10_000, borrowRateBps: 500 },
  ],
  elevationGroups: [3, 0],
};

describe('flattenConfig', () => {
  it('names every leaf by its path, in the order of the configuration', () => {
    expect([...flattenConfig(CONFIG)]).toEqual([
      ['status', 'active'],
      ['loanToValuePct', 75],
      ['emergencyMode', false],
      ['depositLimitRaw', '18446744073709551615'],
      ['fees.originationFee', '0'],
      ['borrowRateCurve.0.utilizationRateBps', 0],
      ['borrowRateCurve.0.borrowRateBps', 1],
      ['borrowRateCurve.1.utilizationRateBps', 10_000],
      ['borrowRateCurve.1.borrowRateBps', 500],
      ['elevationGroups.0', 3],
      ['elevationGroups.1', 0],
    ]);
  });

  it('keeps a null as a value', () => {
    expect([...flattenConfig({ a: null })]).toEqual([['a', null]]);
  });
});

describe('diffConfig', () => {
  it('is empty for equal configurations, whatever the order of their fields', () => {
    const reordered = Object.fromEntries(Object.entries(CONFIG).toReversed());
    expect(diffConfig(CONFIG, reordered)).toEqual([]);
  });

  it('lists each parameter that changed with both values', () => {
    const after = {
      ...CONFIG,
      loanToValuePct: 0,
      emergencyMode: true,
      depositLimitRaw: '0',
      borrowRateCurve: CONFIG.borrowRateCurve.map((point) => ({ ...point, borrowRateBps: 2 })),
      elevationGroups: [0, 3],
    };
    expect(diffConfig(CONFIG, after)).toEqual([
      { field: 'loanToValuePct', oldValue: 75, newValue: 0 },
      { field: 'emergencyMode', oldValue: false, newValue: true },
      { field: 'depositLimitRaw', oldValue: '18446744073709551615', newValue: '0' },
      { field: 'borrowRateCurve.0.borrowRateBps', oldValue: 1, newValue: 2 },
      { field: 'borrowRateCurve.1.borrowRateBps', oldValue: 500, newValue: 2 },
      { field: 'elevationGroups.0', oldValue: 3, newValue: 0 },
      { field: 'elevationGroups.1', oldValue: 0, newValue: 3 },
    ]);
  });

  it('tells null from a value', () => {
    expect(diffConfig({ a: null }, { a: 0 })).toEqual([{ field: 'a', oldValue: null, newValue: 0 }]);
  });

  it('takes a field that only one side has for another decoder, not for a change', () => {
    const { fees: _, ...withoutFees } = CONFIG;
    expect(diffConfig(withoutFees, CONFIG)).toEqual([]);
    expect(diffConfig(CONFIG, withoutFees)).toEqual([]);
  });
});
