import type { RowFormat } from '@tidemark/contract';
import { CopiedCells } from '@tidemark/schema';
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type ColumnSource, RowEncoder } from './row-encoder.ts';

const COLUMNS = ['who', 'number', 'flag', 'digits', 'text', 'nothing'];
/** `hostile` is of the reserve, the others are cells. */
const sourceOf =
  (who: string) =>
  (column: string): ColumnSource => {
    const forms = { number: 'number', flag: 'boolean', digits: 'digits', text: 'text' } as const;
    if (column === 'who') return { value: who };
    if (column === 'nothing') return { value: null };
    for (const [cell, [name, form]] of Object.entries(forms).entries()) if (name === column) return { cell, form };
    throw new RangeError(column);
  };

/** Lines as Postgres writes them, cell by cell. */
const copied = (...lines: readonly (readonly string[])[]) =>
  new CopiedCells({ bytes: Buffer.from(lines.map((cells) => `${cells.join('\t')}\n`).join('')) }, 4);

function written(format: RowFormat, who: string, cells: CopiedCells, columns = COLUMNS): string {
  const encoder = new RowEncoder(format, columns);
  const plan = encoder.plan(sourceOf(who));
  while (cells.next()) encoder.line(plan, cells);
  return encoder.out.take().toString('utf8');
}

const LINES = [
  ['1e-07', 't', '18446744073709551615.5', 'plain'],
  [String.raw`\N`, 'f', String.raw`\N`, String.raw`\N`],
  ['-0', 't', '0', ''],
  ['1.7976931348623157e+308', 'f', '7', String.raw`a\tb\\N, "c"\r\né🦀`],
];
const WHO = 'a "b", \\ é\u0001';
const ROWS = [
  { who: WHO, number: 1e-7, flag: true, digits: '18446744073709551615.5', text: 'plain', nothing: null },
  { who: WHO, number: null, flag: false, digits: null, text: null, nothing: null },
  { who: WHO, number: -0, flag: true, digits: '0', text: '', nothing: null },
  { who: WHO, number: Number.MAX_VALUE, flag: false, digits: '7', text: 'a\tb\\N, "c"\r\né🦀', nothing: null },
];

describe('copied rows, written', () => {
  it('are JSON with a comma before each', () => {
    expect(JSON.parse(`[${written('json', WHO, copied(...LINES)).slice(1)}]`)).toEqual(ROWS);
    expect(written('json', WHO, copied(...LINES))).toContain(
      '"number":1e-07,"flag":true,"digits":"18446744073709551615.5"',
    );
  });

  it('are one object a line', () => {
    const lines = written('ndjson', WHO, copied(...LINES)).split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual(ROWS);
  });

  it('are CSV, in which empty text is not null', () => {
    const text = written('csv', WHO, copied(...LINES));
    expect(parse(text)).toEqual([
      [WHO, '1e-07', 'true', '18446744073709551615.5', 'plain', ''],
      [WHO, '', 'false', '', '', ''],
      [WHO, '-0', 'true', '0', '', ''],
      [WHO, '1.7976931348623157e+308', 'false', '7', 'a\tb\\N, "c"\r\né🦀', ''],
    ]);
    expect(text.split('\r\n')[2]).toContain('-0,true,0,"",');
  });

  it('have the columns that were asked for, in their order, constants at any place', () => {
    const all = (columns: string[], format: RowFormat = 'json') =>
      written(format, 'W', copied(['1', 't', '2', 'x']), columns);
    expect(all(['text', 'who', 'number'])).toBe(',{"text":"x","who":"W","number":1}');
    expect(all(['nothing', 'who'])).toBe(',{"nothing":null,"who":"W"}');
    expect(all(['who', 'flag', 'nothing'], 'csv')).toBe('W,true,\r\n');
    expect(all(['flag'], 'ndjson')).toBe('{"flag":true}\n');
  });

  it.each(['NaN', 'Infinity', '-Infinity'])('refuse %s, which JSON cannot carry', (number) => {
    for (const format of ['json', 'csv', 'ndjson'] as const) {
      expect(() => written(format, 'W', copied([number, 't', '1', 'x']))).toThrow('not finite');
    }
  });

  it('are whole, however long they are', () => {
    const texts = Array.from({ length: 3_000 }, (_, index) => String.raw`\\`.repeat(index));
    const text = written('ndjson', 'W', copied(...texts.map((each) => ['1', 't', '1', each])), ['text', 'number']);
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(rows).toEqual(texts.map((_, index) => ({ text: '\\'.repeat(index), number: 1 })));
  });
});
