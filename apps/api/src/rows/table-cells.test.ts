import { describe, expect, it } from 'vitest';
import { csvEncoder } from './answer.ts';
import { changeCsv } from './csv-records.ts';
import { safeInSheets, toIso } from './table-cells.ts';

describe('a text in a sheet', () => {
  it.each(['=1+1', '+USDC', '-USDC', '@SUM(1+1)*cmd|x', '\tUSDC', '\rUSDC', '\nUSDC', '-1+cmd', '=1', '--1'])(
    'is no formula: %j',
    (text) => expect(safeInSheets(text)).toBe(`'${text}`),
  );
  it.each(['USDC', '', '1', '-12.5', '+3', '-5.2e-7', '12345678901234567890', "'=1", ' =1', 'a=b'])(
    'stays what it is: %j',
    (text) => expect(safeInSheets(text)).toBe(text),
  );
  it('leaves numbers alone', () => {
    const encode = csvEncoder(['name', 'rate', 'raw'], safeInSheets);
    expect(encode({ name: '=HYPERLINK("x")', rate: -0.5, raw: '-7' })).toBe(`"'=HYPERLINK(""x"")",-0.5,-7\r\n`);
  });
});

it('writes whole seconds', () => {
  expect([toIso(0), toIso(1_790_300_470)]).toEqual(['1970-01-01T00:00:00Z', '2026-09-25T01:41:10Z']);
});

describe('the cells of CSV', () => {
  const text = 'a,b,c\r\n1,,""\r\n"x,\r\n""y""",=1,2\r\n';
  const changed = async (size: number) => {
    async function* chunks() {
      const bytes = Buffer.from(text);
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    }
    let out = '';
    for await (const part of changeCsv(chunks(), (cell, column, record) =>
      column === 1 && record > 0 && cell !== '' ? `"${cell}"` : cell,
    ))
      out += part;
    return out;
  };
  it.each([1, 2, 3, 7, 1_000])('are changed one by one, in pieces of %d bytes, and the others stay', async (size) => {
    expect(await changed(size)).toBe('a,b,c\r\n1,,""\r\n"x,\r\n""y""","""=1""",2\r\n');
  });
});
