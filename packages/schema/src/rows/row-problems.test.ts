import { describe, expect, it } from 'vitest';
import { buildMarketInput, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { findLendingMarketProblem } from '../queries/upsert-lending-markets.ts';
import { findReserveProblem } from '../queries/upsert-reserves.ts';
import { toJson } from './encode-record.ts';
import { findReserveStateProblem } from './reserve-state-row.ts';

describe('finding what cannot be stored', () => {
  it('finds nothing in rows of the chain, at both ends of every width', () => {
    expect(findReserveStateProblem(buildState('a', 0, 'x'))).toBeNull();
    const zeros = { availableAmountRaw: 0n, borrowed: 0n, borrowIndex: 0n, priceStatus: 0 };
    expect(findReserveStateProblem(buildState('a', 0, 'x', zeros))).toBeNull();
    const most = {
      availableAmountRaw: 2n ** 64n - 1n,
      borrowed: 2n ** 128n - 1n,
      borrowIndex: 2n ** 256n - 1n,
      depositCapCurrentRaw: 2n ** 63n - 1n,
      debtCapCurrentRaw: -(2n ** 63n),
      priceStatus: 255,
      utilizationF: Number.MAX_VALUE,
    };
    expect(findReserveStateProblem(buildState('a', 0, 'x', most))).toBeNull();
    expect(findReserveProblem(buildReserveInput('a'))).toBeNull();
    expect(findLendingMarketProblem(buildMarketInput())).toBeNull();
  });

  it('names the column, the value and the rule', () => {
    expect(findReserveStateProblem(buildState('a', 0, 'x', { borrowAprF: Number.NaN }))).toEqual({
      column: 'borrow_apr_f',
      value: 'NaN',
      rule: 'must be a finite number',
    });
    expect(findReserveProblem(buildReserveInput('a', 0, 'x', { depositLimitRaw: 2n ** 64n }))).toEqual({
      column: 'deposit_limit_raw',
      value: '18446744073709551616',
      rule: 'must be a bigint from 0 to 18446744073709551615',
    });
    expect(findLendingMarketProblem(buildMarketInput(0, { observedAt: new Date(Number.NaN) }))).toEqual({
      column: 'observed_at',
      value: 'an invalid date',
      rule: 'must be a date of the years 1 to 9999',
    });
  });
});

describe('toJson', () => {
  it('writes bigints as decimal strings and NUL as the replacement character, at any depth', () => {
    expect(toJson({ a: [2n ** 64n, 'x\0y'], b: '\\u0000' })).toBe(
      String.raw`{"a":["18446744073709551616","x${'\uFFFD'}y"],"b":"\\u0000"}`,
    );
  });
});
