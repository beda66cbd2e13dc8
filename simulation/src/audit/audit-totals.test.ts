import { describe, expect, it } from 'vitest';
import type { ServedRow } from '../served/read-pages.ts';
import { auditServedPeriods } from './audit-served-periods.ts';
import { auditTotals } from './audit-totals.ts';
import type { StoredRow, StoredTotals } from './stored-facts.ts';

const START = Date.parse('2026-03-31T20:00:00Z');
const HOUR_MS = 3_600_000;

const settings = {
  reserves: [
    { reserve: 'a', lending_market: 'main', token_address: 'usd', token_decimals: 6, underlying_reserve: null },
    { reserve: 'b', lending_market: 'wild', token_address: 'usd', token_decimals: 6, underlying_reserve: null },
  ],
  markets: [
    { lending_market: 'main', listed_b: true },
    { lending_market: 'wild', listed_b: false },
  ],
};

/** An hour in which 10.5 of 2 dollars each were supplied, at a rate of a half. */
const hourAt = (reserve: string, hour: number, changes: StoredRow = {}): StoredRow => ({
  ...{ protocol: 'some', reserve, bucket_start: new Date(START + hour * HOUR_MS) },
  ...{ bucket_end: new Date(START + (hour + 1) * HOUR_MS), quality_str: 'ok', final_b: true },
  ...{ observed_seconds: 3_600, elapsed_seconds: 3_600, close_at: new Date(START + (hour + 1) * HOUR_MS) },
  ...{ close_total_supply_raw: '10.5', close_borrowed_amount_raw: '4', close_available_amount_raw: '6' },
  ...{ close_price_raw: '2', price_usd_close_f: 2, supply_apy_close_f: 0.5, borrow_apy_close_f: 1 },
  ...changes,
});

const TOTAL = {
  ...{ reserve_count: 1, reserves_observed: 1, priced_reserve_count: 1, final_b: true },
  ...{ observed_seconds: 3_600, elapsed_seconds: 3_600 },
  ...{ supplied_usd_raw: '0.000021', borrowed_usd_raw: '0.000008', available_usd_raw: '0.000012' },
  ...{ supply_apy_wavg_f: 0.5, borrow_apy_wavg_f: 1 },
};
const OF_TOKEN = {
  ...TOTAL,
  ...{ supplied_amount_raw: '10.5', borrowed_amount_raw: '4', available_amount_f: 0.000006, token_decimals: 6 },
};

function totalsOf(changes: StoredRow = {}): StoredTotals[] {
  const place = { protocol: 'some', bucket_start: new Date(START) };
  return [
    { kind: 'market', subject: 'main', part: 'all', width: 3_600, row: { ...place, ...TOTAL, ...changes } },
    { kind: 'token', subject: 'usd', part: 'listed', width: 3_600, row: { ...place, ...OF_TOKEN, ...changes } },
    { kind: 'protocol', subject: '', part: 'listed', width: 3_600, row: { ...place, ...TOTAL, ...changes } },
  ];
}
const facts = { hours: [hourAt('a', 0)], days: [] as StoredRow[], totals: totalsOf() };
const messagesOf = (changes: Partial<typeof facts>) =>
  auditTotals({ ...facts, ...changes }, settings).map(({ invariant, message }) => `${invariant} ${message}`);

describe('totals of hours and days', () => {
  it('are the sums of their buckets, in each width, for each subject', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ hours: [...facts.hours, hourAt('b', 0)] })[0]).toContain('token usd unlisted is not stored');
    expect(messagesOf({ days: [hourAt('a', 0)] })[0]).toContain('86400 s from 2026-03-31T00:00:00.000Z');
  });

  it.each([
    ['a sum is one part too high', { supplied_usd_raw: '0.000021000001' }, 'supplied_usd_raw'],
    ['a reserve is counted twice', { reserve_count: 2 }, 'reserve_count'],
    ['a weight is of another rate', { supply_apy_wavg_f: 1 }, 'supply_apy_wavg_f'],
    ['a mean is missing', { borrow_apy_wavg_f: null }, 'borrow_apy_wavg_f'],
    ['an open hour is said to be final', { final_b: false }, 'final_b'],
  ])('are not where %s', (_, changes, column) => {
    expect(messagesOf({ totals: totalsOf(changes) })[0]).toMatch(
      new RegExp(`^rollups 3 of 3 totals are not .* market main all: ${column}`),
    );
  });

  it('know nothing where a reserve that was there has no bucket', () => {
    const nothing = {
      ...{ reserve_count: 0, reserves_observed: 0, priced_reserve_count: 0, final_b: false },
      ...{ observed_seconds: 0, elapsed_seconds: 0 },
      ...{ supplied_usd_raw: null, borrowed_usd_raw: null, available_usd_raw: null },
      ...{ supply_apy_wavg_f: null, borrow_apy_wavg_f: null },
      ...{ supplied_amount_raw: null, borrowed_amount_raw: null, available_amount_f: null },
    };
    expect(messagesOf({ hours: [], totals: totalsOf(nothing) })).toEqual([]);
    expect(messagesOf({ hours: [], totals: totalsOf({ ...nothing, final_b: true }) })[0]).toContain('final_b');
  });

  it('are missed, and found where nothing is to add up', () => {
    expect(messagesOf({ totals: facts.totals.slice(1) })[0]).toContain('market main all is not stored');
    expect(messagesOf({ hours: [] })[0]).toContain('is of no bucket');
  });
});

describe('served totals of four hours', () => {
  const hours = [hourAt('a', 0), hourAt('a', 1, { close_total_supply_raw: '99' }), hourAt('a', 2, { close_at: null })];
  const row: ServedRow = {
    ...{ timestamp: START / 1000, reserves_expected: 1, reserves_observed: 1, priced_reserve_count: 1 },
    ...{ quality_str: 'ok', final_b: false, supplied_usd_f: 0.000198, borrowed_usd_f: 0.000008 },
    ...{ available_usd_f: 0.000012, supply_apy_wavg_f: 0.5, borrow_apy_wavg_f: 1, coverage_f: 1 },
  };
  const problemsOf = (rows: readonly ServedRow[]) =>
    auditServedPeriods({ periods: [{ kind: 'market', subject: 'main', rows }] }, 'some', { hours }, settings);

  it('close with the last hour that has a close', () => {
    expect(problemsOf([row])).toEqual([]);
  });

  it.each([
    ['another sum', [{ ...row, supplied_usd_f: 0.000021 }], 'supplied_usd_f is 0.000021, not 0.000198'],
    ['a part that was observed alone', [{ ...row, quality_str: 'partial' }], 'quality_str'],
    ['nothing', [], 'is not served'],
    ['hours that are none', [row, { ...row, timestamp: START / 1000 - 14_400 }], 'is of no hour'],
  ])('are not with %s', (_, rows, words) => {
    expect(problemsOf(rows).join()).toContain(words);
  });
});
