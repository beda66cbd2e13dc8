import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('keeps every digit, tells null from empty text, and quotes what would break a reader', () => {
  const rows = [
    { name: 'a,"b"\nc', value: 0.1 + 0.2 },
    { name: '', value: null },
    { name: 'plain', value: 0 },
  ];
  const csv = toCsv(
    [
      { name: 'name', value: (row: (typeof rows)[number]) => row.name },
      { name: 'value_f', value: (row) => row.value },
    ],
    rows,
  );
  expect(csv).toBe('name,value_f\r\n"a,""b""\nc",0.30000000000000004\r\n"",\r\nplain,0\r\n');
});

it('writes no text that a spreadsheet runs as a formula, and leaves numbers alone', () => {
  const texts = ['=1+1', '+1', '-2+3', '@SUM(A1)', '\tx', '\rx', '=HYPERLINK("http://x","y")', 'a=1', "'quoted"];
  const csv = toCsv([{ name: 'name', value: (row: string | number) => row }], [...texts, -1.5, 0, -1e-7]);
  expect(csv.split('\r\n')).toEqual([
    'name',
    "'=1+1",
    "'+1",
    "'-2+3",
    "'@SUM(A1)",
    "'\tx",
    ...`"'\rx"`.split('\r\n'),
    `"'=HYPERLINK(""http://x"",""y"")"`,
    'a=1',
    "'quoted",
    '-1.5',
    '0',
    '-1e-7',
    '',
  ]);
});
