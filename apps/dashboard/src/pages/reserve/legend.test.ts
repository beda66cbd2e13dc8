import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, expect, it, vi } from 'vitest';
import { ChartTable } from '../../chart/ChartTable.tsx';
import { Readout, summarise } from '../../chart/Readout.tsx';
import { type ChartProps, identity } from '../../chart/types.ts';
import { percent } from '../../format/number.ts';
import type { Shown } from './use-histories.ts';

// The client of the API asks the page where that is.
vi.stubGlobal('document', { querySelector: () => null });
vi.stubGlobal('location', { origin: 'http://localhost' });
afterAll(() => vi.unstubAllGlobals());
const { marksOf } = await import('./Changes.tsx');
const { nameOf } = await import('./use-histories.ts');

const HOUR = 3_600;
/** Invisible characters and those that reorder a text: control, format, zero-width and bidirectional ones. */
const HIDDEN = /[\p{Cc}\p{Cf}\u2028\u2029\u3164]/u;
const HOSTILE = ['U\u200bSDC', '\u202egnp.exe', 'USD\u0000C\n', 'SO\u2066L', '\ufeffSOL', '\u3164'];

const reserve = (symbol: string, place: number): Shown => ({
  protocol: 'kamino',
  reserve: `${place}`.repeat(44),
  token_symbol: symbol,
  token_address: `T${place}`.repeat(22),
  lending_market_name: 'Ma\u200din\u202e',
  lending_market: 'M'.repeat(44),
});

const chartOf = (shown: readonly Shown[]): ChartProps => ({
  title: 'Utilization',
  buckets: [{ from: 0, to: HOUR, isOpen: false }],
  pointOf: 'close',
  series: shown.map((row, place) => ({ label: nameOf(row, shown), values: [0.5], colour: identity(place) })),
  gaps: [],
  marks: marksOf([
    {
      account_kind_str: 'lending_market',
      previous_slot: 0,
      previous_timestamp: 0,
      reserve: null,
      token_symbol: null,
      lending_market: 'M'.repeat(44),
      lending_market_name: 'Main',
      timestamp: 60,
      slot: 1,
      field: 'lending_market_name',
      old_value: 'Main',
      new_value: 'Ma\u202ein',
    },
  ]),
  format: percent,
  from: 0,
  to: HOUR,
});

it('legends, tables and descriptions of charts show what names of strangers hide', () => {
  const shown = HOSTILE.map(reserve);
  const chart = chartOf(shown);
  const texts = [
    summarise(chart, 'utc'),
    renderToStaticMarkup(createElement(Readout, { ...chart, index: 0, zone: 'utc' })),
    renderToStaticMarkup(createElement(ChartTable, { ...chart, zone: 'utc' })),
  ];
  for (const text of texts) {
    expect(text).not.toMatch(HIDDEN);
    for (const label of [
      'U\\u200bSDC',
      '\\u202egnp.exe',
      'USD\\u0000C\\u000a',
      'SO\\u2066L',
      '\\ufeffSOL',
      'T5T5…T5T5',
    ]) {
      expect(text).toContain(label);
    }
  }
  expect(texts[1]).toContain('Main → Ma\\u202ein');
});

it('lines of reserves whose names look alike have labels that differ', () => {
  const shown = ['SOL', 'SOL', 'SO\u200bL', 'S\u200bOL'].map(reserve);
  const labels = shown.map((row) => nameOf(row, shown));
  expect(new Set(labels).size).toBe(shown.length);
  expect(labels.filter((label) => HIDDEN.test(label))).toEqual([]);
});
