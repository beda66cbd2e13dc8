import { describe, expect, it } from 'vitest';
import { countLengths, findByteLengths, type MeasuredAccount } from './account-checks.ts';

const USUAL = { reserve: 8_624, lending_market: 4_664 };
const find = (accounts: readonly MeasuredAccount[]) => findByteLengths(USUAL, accounts);

const reserves = (count: number, dataLength: number = USUAL.reserve) =>
  Array.from({ length: count }, (_, index) => ({ kind: 'reserve', address: `${dataLength}-${index}`, dataLength }));
const market = { kind: 'lending_market', address: 'market', dataLength: USUAL.lending_market };

describe('byte lengths', () => {
  it('that differ from those of the kind are told with the accounts that have them', () => {
    expect(find([...reserves(99), ...reserves(1, 9_000), market])).toEqual([
      {
        subjectKind: 'account_kind',
        subject: 'reserve',
        severity: 'warning',
        message: '1 reserve of 100 not of 8624 bytes',
        detail: { usualBytes: 8_624, accountsByBytes: { '9000': 1 }, addresses: ['9000-0'] },
      },
    ]);
  });

  it('are critical where many accounts have grown, and name some of them', () => {
    const [found] = find([...reserves(10), ...reserves(50, 9_000), ...reserves(20, 0)]);
    expect(found).toMatchObject({ severity: 'critical', detail: { accountsByBytes: { '9000': 50, '0': 20 } } });
    expect(found?.detail['addresses']).toHaveLength(20);
  });

  it('of a kind are not mixed with those of another, and usual ones are no finding', () => {
    expect(find([...reserves(3), market])).toEqual([]);
    expect(find([])).toEqual([]);
    expect(find([{ ...market, dataLength: USUAL.reserve }])).toMatchObject([{ subject: 'lending_market' }]);
    expect(countLengths([...reserves(2), market])).toEqual({ '8624': 2, '4664': 1 });
  });
});
