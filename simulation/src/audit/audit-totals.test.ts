import { describe, expect, it } from 'vitest';
import { auditTotals } from './audit-totals.ts';
import type { StoredRow } from './stored-facts.ts';

const START = Date.parse('2026-03-31T20:00:00Z');
const HOUR_MS = 3_600_000;

const settings = {
  reserves: [
    { address: 'a', lending_market: 'main', token_mint: 'usd', token_decimals: 6, underlying_reserve: null },
    { address: 'b', lending_market: 'wild', token_mint: 'usd', token_decimals: 6, underlying_reserve: null },
  ],
  markets: [
    { address: 'main', listed: true },
    { address: 'wild', listed: false },
  ],
};

/** An hour in which 10 of 2 dollars each were supplied, at a rate of a half. */
const hourAt = (reserve: string, hour: number, changes: StoredRow = {}): StoredRow => ({
  ...{ protocol: 'some', reserve, bucket_start: new Date(START + hour * HOUR_MS) },
  ...{ bucket_end: new Date(START + (hour + 1) * HOUR_MS), quality: 'ok', final: true, observed_seconds: 3_600 },
  ...{ close_at: new Date(START + (hour + 1) * HOUR_MS), close_total_supply_sf: '10', close_borrowed_amount_sf: '4' },
  ...{ close_available_amount_raw: '6', close_market_price_sf: '2', price_usd_close_f: 2 },
  ...{ supply_apy_close_f: 0.5, borrow_apy_close_f: 1 },
  ...changes,
});

const E13 = '0000000000000';
/** 20 dollars in parts of 10^-19 tokens; the weights in parts of 2^-60. */
const TOTAL = {
  ...{ rolled_up: 1, observed: 1, priced: 1, whole: 1, final: true, observed_seconds: 3_600 },
  ...{ supplied_usd: `20${E13}`, borrowed_usd: `8${E13}`, available_usd: `12${E13}` },
  ...{ supplied: null, borrowed: null, available_raw: null },
  supply_apy_weighted: String(10n * 10n ** 13n * 2n ** 60n),
  borrow_apy_weighted: String(8n * 10n ** 13n * 2n ** 60n),
};
const OF_TOKEN = {
  ...TOTAL,
  ...{ supplied: '10', borrowed: '4', available_raw: '6' },
  supply_apy_weighted: String(5n * 2n ** 60n),
  borrow_apy_weighted: String(4n * 2n ** 60n),
};

function totalsAt(width: number, changes: StoredRow = {}): StoredRow[] {
  const place = { protocol: 'some', width_seconds: width, bucket_start: new Date(START) };
  return [
    { ...place, subject_kind: 'market', subject: 'main', part: 'all', ...TOTAL, ...changes },
    { ...place, subject_kind: 'token', subject: 'usd', part: 'listed', ...OF_TOKEN, ...changes },
    { ...place, subject_kind: 'protocol', subject: '', part: 'listed', ...TOTAL, ...changes },
  ];
}
const dueAt = (width: number, hour: number): StoredRow => ({
  ...{ protocol: 'some', width_seconds: width, bucket_start: new Date(START + hour * HOUR_MS) },
});
// Of four hours but one is there.
const FOUR = { final: false };
const facts = {
  hours: [hourAt('a', 0)],
  days: [],
  totals: [...totalsAt(3_600), ...totalsAt(14_400, FOUR)],
  totalsDue: [] as StoredRow[],
};
const messagesOf = (changes: Partial<typeof facts>) =>
  auditTotals({ ...facts, ...changes }, settings).map(({ invariant, message }) => `${invariant} ${message}`);

describe('stored totals', () => {
  it('are the sums of their buckets, in each width, for each subject', () => {
    expect(messagesOf({})).toEqual([]);
    expect(messagesOf({ hours: [...facts.hours, hourAt('b', 0)] })[0]).toContain('token usd unlisted is not stored');
  });

  it.each([
    ['a sum is one part too high', { supplied_usd: `20${E13.slice(1)}1` }, 'supplied_usd'],
    ['a reserve is counted twice', { rolled_up: 2 }, 'rolled_up'],
    ['a weight is of another rate', { supply_apy_weighted: TOTAL.borrow_apy_weighted }, 'supply_apy_weighted'],
    ['an open hour is said to be final', { final: false }, 'final'],
  ])('are not where %s', (_, changes, column) => {
    const totals = [...totalsAt(3_600, changes), ...totalsAt(14_400, FOUR)];
    expect(messagesOf({ totals })[0]).toMatch(
      new RegExp(`^rollups 3 of 6 stored totals are not .* market main all: ${column}`),
    );
  });

  it('are missed, and found where nothing is to add up', () => {
    expect(messagesOf({ totals: facts.totals.slice(1) })[0]).toContain('market main all is not stored');
    expect(messagesOf({ hours: [] })[0]).toContain('is of no bucket');
  });

  it('close four hours with the last hour that has a close', () => {
    const rest = [hourAt('a', 1, { close_total_supply_sf: '99' }), hourAt('a', 2, { close_at: null })];
    const totalsDue = [1, 2].map((hour) => dueAt(3_600, hour));
    expect(messagesOf({ hours: [...facts.hours, ...rest], totalsDue })[0]).toContain(
      `market main all: observed_seconds is 3600, not 10800; supplied_usd is 20${E13}, not 198${E13}`,
    );
  });

  it('are not looked at where they are to be made again', () => {
    const totalsDue = [3_600, 14_400].map((width) => dueAt(width, 0));
    expect(messagesOf({ totals: [], totalsDue })).toEqual([]);
    expect(messagesOf({ totals: [], totalsDue: totalsDue.slice(1) })).toHaveLength(1);
  });
});
