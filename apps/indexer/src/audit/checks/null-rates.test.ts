import { describe, expect, it } from 'vitest';
import { findNewNulls, type NullableRow, nullRates } from './null-rates.ts';

const priced = (reserve: string): NullableRow => ({
  reserve,
  priceUsdF: 1,
  availableAmountUsdF: 2,
  suppliedAmountUsdF: 0,
  borrowedAmountUsdF: 4,
  priceUpdatedAt: new Date(0),
  lastUpdateAt: new Date(0),
});
const unpriced = (reserve: string): NullableRow => ({
  ...priced(reserve),
  priceUsdF: null,
  availableAmountUsdF: null,
  suppliedAmountUsdF: null,
  borrowedAmountUsdF: null,
});
const byReserve = (...rows: NullableRow[]) => new Map(rows.map((row) => [row.reserve, row]));

describe('null rates', () => {
  it('are shares of the newest rows, by column; zero is a number, and no row gives no rate', () => {
    expect(nullRates([priced('a'), unpriced('b')])).toEqual({
      price_usd_f: 0.5,
      available_amount_usd_f: 0.5,
      supplied_amount_usd_f: 0.5,
      borrowed_amount_usd_f: 0.5,
      market_price_updated_at: 0,
      last_update_at: 0,
    });
    expect(nullRates([])).toMatchObject({ price_usd_f: null });
  });

  it('that rose are told with the columns and the reserves', () => {
    const newest = [priced('a'), unpriced('b'), unpriced('c')];
    const found = findNewNulls({ newest, earlier: byReserve(priced('a'), priced('b'), unpriced('c')) });
    expect(found).toMatchObject([
      {
        subjectKind: 'account_kind',
        subject: 'reserve',
        severity: 'warning',
        message: expect.stringMatching(/^1 reserve of 3 without numbers that they had a day ago \(price_usd_f, /),
        detail: { compared: 3, columns: { price_usd_f: { now: 2, before: 1, newly: 1 } }, addresses: ['b'] },
      },
    ]);
  });

  it('are critical where prices vanish for a tenth of the reserves', () => {
    const names = Array.from({ length: 30 }, (_, index) => `r${index}`);
    const newest = names.map((name, index) => (index < 3 ? unpriced(name) : priced(name)));
    expect(findNewNulls({ newest, earlier: byReserve(...names.map(priced)) })).toMatchObject([
      { severity: 'critical' },
    ]);
  });

  it('are no finding where a number was never known, came back, or nothing is known of before', () => {
    expect(findNewNulls({ newest: [unpriced('a')], earlier: byReserve(unpriced('a')) })).toEqual([]);
    expect(findNewNulls({ newest: [priced('a')], earlier: byReserve(unpriced('a')) })).toEqual([]);
    expect(findNewNulls({ newest: [unpriced('a')], earlier: new Map() })).toEqual([]);
  });
});
