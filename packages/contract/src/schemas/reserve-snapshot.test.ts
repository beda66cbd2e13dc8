import { reserveSnapshotSchema } from '../generated/answers.ts';
import { describe, expect, it } from 'vitest';

const row = {
  timestamp: 1_790_300_470,
  lending_market: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lending_market_name: '',
  token_symbol: 'SOL',
  available_amount_f: 1,
  available_amount_usd_f: null,
  supplied_amount_f: 2,
  supplied_amount_usd_f: null,
  utilization_f: 0.5,
  borrow_apy_f: 0.1,
  supply_apy_f: 0,
};

describe('the reserve snapshot', () => {
  it('has the twelve fields of the specification in its order', () => {
    expect(Object.keys(reserveSnapshotSchema.shape)).toEqual([
      'timestamp',
      'lending_market',
      'reserve',
      'lending_market_name',
      'token_symbol',
      'available_amount_f',
      'available_amount_usd_f',
      'supplied_amount_f',
      'supplied_amount_usd_f',
      'utilization_f',
      'borrow_apy_f',
      'supply_apy_f',
    ]);
  });

  it('lets the two USD fields be null and an unnamed market be empty', () => {
    expect(reserveSnapshotSchema.parse(row)).toEqual(row);
  });

  it.each([
    ['a missing field', { token_symbol: undefined }],
    ['a thirteenth field', { slot: 1 }],
    ['utilization above 1', { utilization_f: 1.000001 }],
    ['a null that is not a USD amount', { borrow_apy_f: null }],
    ['NaN', { borrow_apy_f: Number.NaN }],
    ['Infinity', { supply_apy_f: Number.POSITIVE_INFINITY }],
    ['a fraction of a second', { timestamp: 1.5 }],
  ])('refuses %s', (_what, change) => {
    expect(reserveSnapshotSchema.safeParse({ ...row, ...change }).success).toBe(false);
  });
});
