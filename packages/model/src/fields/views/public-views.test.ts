import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '@tidemark/core';
import { publicViews } from './public-views.ts';

const columns = Object.entries(publicViews).flatMap(([view, definition]) =>
  Object.entries(definition.columns).map(([column, field]) => ({ name: `${view}.${column}`, column, field })),
);

/** Columns of which the rule does not hold. */
const violating = (applies: (column: string) => boolean, holds: (field: FieldDefinition) => boolean) =>
  columns.filter(({ column, field }) => applies(column) && !holds(field)).map(({ name }) => name);

describe('the definitions of the public views', () => {
  it('leave no part empty and end every description with a full stop', () => {
    const complete = (field: FieldDefinition) =>
      Object.values(field).every((part) => part.length > 0 && String(part).trim() !== '') &&
      field.description.endsWith('.');
    expect(violating(() => true, complete)).toEqual([]);
    expect(Object.values(publicViews).filter(({ description }) => !description.endsWith('.'))).toEqual([]);
  });

  it.each([
    ['_at', (field: FieldDefinition) => field.unit === 'UTC time'],
    ['_pct', (field: FieldDefinition) => field.unit === 'percent'],
    ['_bps', (field: FieldDefinition) => field.unit.startsWith('basis points')],
    ['_seconds', (field: FieldDefinition) => field.unit === 'seconds'],
    [
      '_raw',
      ({ type, unit }: FieldDefinition) => type === 'decimal' || (/^(base units|USD)$/.test(unit) && type !== 'number'),
    ],
    ['_usd_f', (field: FieldDefinition) => field.unit.startsWith('USD')],
    ['_slot', (field: FieldDefinition) => field.unit === 'slots'],
  ])('hold to the meaning of the ending %s', (ending, holds) => {
    expect(columns.some(({ column }) => column.endsWith(ending))).toBe(true);
    expect(violating((column) => column.endsWith(ending), holds)).toEqual([]);
  });

  it('say of each of the 65 summaries of a bucket what the number is, and which value of it', () => {
    const hourly = publicViews['reserve_hourly']?.columns ?? {};
    const summaries = Object.entries(hourly).filter(([name]) =>
      /^(?!interest_|supply_apy_total_).*_(?:open|min|max|twavg|close)_f$/.test(name),
    );
    expect(summaries).toHaveLength(65);
    expect(hourly['borrow_apy_twavg_f']).toMatchObject({
      unit: 'fraction per year',
      nullRule: 'null where the bucket was not observed',
      description: expect.stringMatching(/^The mean APR over the observed time .* Yearly rate that borrowers pay now/),
      formula: expect.stringContaining('(1 + twavg of the APR / N)^N − 1'),
    });
    expect(hourly['borrow_apr_twavg_f']?.description).toMatch(
      /^Mean over the observed time .* from when its account was written/,
    );
    expect(hourly['price_usd_min_f']?.nullRule).toBe('null where the bucket was not observed, or there was no price');
    expect(publicViews['reserve_daily']?.columns['borrow_apy_twavg_f']).toEqual(hourly['borrow_apy_twavg_f']);
  });

  it('call a reserve and a lending market by the same word everywhere', () => {
    const named = (view: string) => Object.keys(publicViews[view]?.columns ?? {});
    for (const view of ['reserve_latest', 'reserve_snapshots', 'reserve_hourly', 'reserves', 'config_changes']) {
      expect(named(view)).toEqual(expect.arrayContaining(['reserve', 'lending_market']));
    }
    expect(named('lending_markets')[0]).toBe('lending_market');
  });
});
