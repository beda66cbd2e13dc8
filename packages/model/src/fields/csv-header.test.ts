import { describe, expect, it } from 'vitest';
import { csvHeader } from './csv-header.ts';
import { dataDictionary } from './dictionary.ts';
import { publicViews } from './views/public-views.ts';

describe('csvHeader', () => {
  it('gives a line of names and a line of units, in the order given', () => {
    const { reserve, supplied_amount_usd_f, borrowed_amount_raw } = dataDictionary;
    expect(csvHeader({ supplied_amount_usd_f, reserve, borrowed_amount_raw })).toBe(
      'supplied_amount_usd_f,reserve,borrowed_amount_raw\r\nUSD,none,base units\r\n',
    );
  });

  it('leaves the units out where they are not wanted', () => {
    const { reserve, supplied_amount_usd_f } = dataDictionary;
    expect(csvHeader({ supplied_amount_usd_f, reserve }, { units: false })).toBe('supplied_amount_usd_f,reserve\r\n');
  });

  it('quotes what would break the line', () => {
    const odd = { ...dataDictionary.reserve, unit: 'a "unit", odd' };
    expect(csvHeader({ odd })).toBe('odd\r\n"a ""unit"", odd"\r\n');
  });

  it('has as many units as names for every public view', () => {
    for (const { columns } of Object.values(publicViews)) {
      const [names, units, ...rest] = csvHeader(columns).split('\r\n');
      expect(names?.split(',')).toEqual(Object.keys(columns));
      expect(units?.split(',')).toHaveLength(Object.keys(columns).length);
      expect(rest).toEqual(['']);
    }
  });
});
